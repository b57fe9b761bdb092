import Foundation
import PredicateCore
import SQLiteDriver

extension SQLWriter {
  /// How many members a list may have to be written as question marks of their own.
  private static let shortList = 8

  /// The most question marks of one list; SQLite allows 32766 in a statement.
  private static let longestList = 16_384

  /// `value IN collection`.
  func membership(
    of value: SQLSide, in collection: SQLSide, _ comparison: Comparison, _ env: SQLEnvironment
  ) throws -> SQLFragment {
    switch collection {
    case .constant(let constant):
      if case .string = constant { return try text(collection, value, comparison.containing, env) }
      return try membership(of: value, inConstant: constant, comparison)
    case .list(let members):
      let tests = try members.map { try memberEquality(value, $0, comparison.equating) }
      return tests.isEmpty ? "0" : "(\(tests.joined(" OR ")))"
    case .collection(let members):
      return members.exists(where: [
        try memberEquality(.operand(members.member), value, comparison.equating)
      ])
    case .operand(let operand):
      guard operand.kind == .string else {
        throw SQLGenerationError.unsupported(
          comparison.brief, why: "IN needs a collection or a text on its right side")
      }
      return try text(collection, value, comparison.containing, env)
    }
  }

  /// `collection CONTAINS value`, or `text CONTAINS part` (B016).
  func containment(
    _ whole: SQLSide, _ part: SQLSide, _ comparison: Comparison, _ env: SQLEnvironment
  ) throws -> SQLFragment {
    if case .operand(let operand) = whole, operand.kind != .string {
      throw SQLGenerationError.unsupported(
        comparison.brief, why: "CONTAINS needs a collection or a text on its left side")
    }
    return try membership(of: part, in: whole, comparison, env)
  }

  private func membership(
    of value: SQLSide, inConstant constant: PredicateValue, _ comparison: Comparison
  ) throws -> SQLFragment {
    guard let members = constant.members else {
      if constant.isNull { return "0" }
      throw SQLGenerationError.unsupported(
        comparison.brief,
        why: "IN needs a collection, not \(ExpressionNode.constant(constant).brief)")
    }
    guard case .operand(let operand) = value else {
      if case .collection(let collection) = value {
        throw SQLGenerationError.toManyNotAllowed(collection.label)
      }
      throw SQLGenerationError.unsupported(
        comparison.brief, why: "it has nothing to do with the row")
    }
    if case .opaque(let why) = operand.kind {
      throw SQLGenerationError.unsupported(comparison.brief, why: why)
    }
    let folds = operand.kind == .string && comparison.options.folds
    let comparer = StringComparer(folds ? comparison.options : [])
    let values = members.compactMap { operand.kind.binding($0, schema: schema) }.map {
      if case .text(let text) = $0 { return SQLiteValue.text(comparer.folded(text)) }
      return $0
    }
    guard let left = try fragment(value, operand.kind, comparison), !values.isEmpty else {
      return "0"
    }
    return "\(left) IN (\(list(values)))"
  }

  /// The members of a list. Long ones are one value, a JSON array, so that their number does not
  /// change the statement; what JSON cannot say exactly is padded to a power of two.
  private func list(_ values: [SQLiteValue]) -> SQLFragment {
    if values.count <= Self.shortList { return values.map { .bound($0) }.joined(", ") }
    if let json = Self.json(values) { return "SELECT value FROM json_each(\(bind: .text(json)))" }
    if values.count > Self.longestList { return Self.unexactList(values) }
    var count = Self.shortList
    while count < values.count { count *= 2 }
    let padding = Array(repeating: values[values.count - 1], count: count - values.count)
    return (values + padding).map { .bound($0) }.joined(", ")
  }

  private static func json(_ values: [SQLiteValue]) -> String? {
    var items: [Any] = []
    items.reserveCapacity(values.count)
    for value in values {
      switch value {
      case .integer(let number): items.append(number)
      case .text(let text): items.append(text)
      case .real(let number):
        guard let whole = Int64(exactly: number) else { return nil }
        items.append(whole)
      case .null, .blob: return nil
      }
    }
    // What JSON cannot say is said in question marks.
    guard let data = try? JSONSerialization.data(withJSONObject: items) else { return nil }
    return String(decoding: data, as: UTF8.self)
  }

  /// More members than SQLite takes question marks: their texts, which SQL turns into values.
  private static func unexactList(_ values: [SQLiteValue]) -> SQLFragment {
    var numbers: [String] = []
    var blobs: [String] = []
    for value in values {
      switch value {
      case .real(let number): numbers.append("\(number)")
      case .integer(let number): numbers.append("\(number)")
      case .blob(let data): blobs.append(data.base64EncodedString())
      case .null, .text: continue
      }
    }
    if blobs.isEmpty {
      let json = "[\(numbers.joined(separator: ","))]"
      return "SELECT value FROM json_each(\(bind: .text(json)))"
    }
    let json = "[\"\(blobs.joined(separator: "\",\""))\"]"
    return
      "SELECT \(raw: SQLFunctionName.bytes.rawValue)(value) FROM json_each(\(bind: .text(json)))"
  }
}

extension Comparison {
  /// The comparison as CONTAINS, for a text that holds another.
  fileprivate var containing: Comparison {
    var copy = self
    copy.comparator = .contains
    return copy
  }

  /// The comparison as equality, for a member.
  fileprivate var equating: Comparison {
    var copy = self
    copy.comparator = .equal
    return copy
  }
}
