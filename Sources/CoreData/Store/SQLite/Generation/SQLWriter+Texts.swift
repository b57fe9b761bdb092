import PredicateCore
import SQLiteDriver

extension SQLWriter {
  /// BEGINSWITH, ENDSWITH, LIKE and MATCHES; also CONTAINS of a text.
  func text(
    _ left: SQLSide, _ right: SQLSide, _ comparison: Comparison, _ env: SQLEnvironment
  ) throws -> SQLFragment {
    guard let whole = try textOperand(left), let part = try textOperand(right) else { return "0" }
    let options = comparison.options.folds ? comparison.options : []
    if comparison.comparator == .matches, case .constant(.string(let pattern)) = right {
      // A pattern that is none is an error here and not while the rows are read.
      _ = try RegularExpressionCache.shared.expression(pattern, options)
    }
    if options.isEmpty, case .constant(.string(let constant)) = right {
      switch comparison.comparator {
      case .beginsWith: return prefix(whole, constant)
      case .contains: return "instr(\(whole), \(part)) > 0"
      case .like:
        let start = LikePattern.literalPrefix(of: constant)
        let test = call(.like, whole, part, options)
        return start.isEmpty ? test : "(\(prefix(whole, start)) AND \(test))"
      default: break
      }
    }
    switch comparison.comparator {
    case .beginsWith: return call(.begins, whole, part, options)
    case .endsWith: return call(.ends, whole, part, options)
    case .like: return call(.like, whole, part, options)
    case .matches: return call(.matches, whole, part, options)
    default: return call(.contains, whole, part, options)
    }
  }

  private func call(
    _ name: SQLFunctionName, _ whole: SQLFragment, _ part: SQLFragment, _ options: StringOptions
  ) -> SQLFragment {
    "\(raw: name.rawValue)(\(whole), \(part), \(bind: .integer(Int64(options.rawValue))))"
  }

  /// A range of the column's own order, so that an index serves.
  private func prefix(_ whole: SQLFragment, _ prefix: String) -> SQLFragment {
    if prefix.isEmpty { return "\(whole) IS NOT NULL" }
    guard let end = prefix.successorOfPrefix else { return "\(whole) >= \(bind: .text(prefix))" }
    return "(\(whole) >= \(bind: .text(prefix)) AND \(whole) < \(bind: .text(end)))"
  }

  /// A side as text; nil if it is of another kind, which no text operator holds for.
  private func textOperand(_ side: SQLSide) throws -> SQLFragment? {
    switch side {
    case .operand(let operand):
      if case .opaque(let why) = operand.kind {
        throw SQLGenerationError.unsupported(operand.fragment.sql, why: why)
      }
      return operand.kind == .string ? operand.fragment : nil
    case .constant(.string(let text)): return .bound(.text(text))
    case .constant: return nil
    case .collection(let collection):
      throw SQLGenerationError.toManyNotAllowed(collection.label)
    case .list: return nil
    }
  }
}

extension String {
  /// The smallest text that is greater than all texts with this prefix, by code point; nil if
  /// there is none.
  var successorOfPrefix: String? {
    var scalars = Array(unicodeScalars)
    while let last = scalars.popLast() {
      var code = last.value + 1
      if code == 0xD800 { code = 0xE000 }
      if let next = Unicode.Scalar(code) {
        scalars.append(next)
        var result = String.UnicodeScalarView()
        result.append(contentsOf: scalars)
        return String(result)
      }
    }
    return nil
  }
}
