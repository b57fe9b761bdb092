extension PredicateCompiler {
  static func compile(_ call: FunctionCall) -> Value {
    if let operand = call.operand { return compile(call, on: operand) }
    let name = call.name
    let arguments = call.arguments.map { compile($0) }
    guard let entry = PredicateFunction.table[name],
      entry.arity == nil || entry.arity == arguments.count
    else {
      return { _ in throw PredicateEvaluationError.unknownFunction(name) }
    }
    let body = entry.body
    return { frame in try body(try arguments.map { try $0(frame) }) }
  }

  /// A method of another value: the ones of key-value coding, or a function with the operand
  /// as its first argument.
  private static func compile(_ call: FunctionCall, on operand: ExpressionNode) -> Value {
    switch (call.name, call.arguments.first) {
    case ("valueForKeyPath:", .keyPath(let keys)), ("valueForKey:", .keyPath(let keys)):
      return compile(ExpressionNode.path(operand, keys))
    case ("valueForKeyPath:", .constant(.string(let text))),
      ("valueForKey:", .constant(.string(let text))):
      let keys = text.split(separator: ".").map(String.init)
      return compile(ExpressionNode.path(operand, keys))
    case ("valueForKeyPath:", let path?), ("valueForKey:", let path?):
      let start = compile(operand)
      let keys = compile(path)
      let name = call.name
      return { frame in
        let key = try keys(frame)
        guard case .string(let text) = key else {
          throw PredicateEvaluationError.badArgument(name, found: "\(key)")
        }
        return try KeyPathWalker(keyPath: text).walk(from: try start(frame))
      }
    default:
      return compileMethod(call, on: operand)
    }
  }

  /// A method of an object that answers to names; a function where the operand is no such object. A
  /// method without arguments that is no function is read as key-value coding reads it.
  private static func compileMethod(_ call: FunctionCall, on operand: ExpressionNode) -> Value {
    let receiver = compile(operand)
    let arguments = call.arguments.map { compile($0) }
    let isKey =
      call.arguments.isEmpty && !call.name.contains(":")
      && PredicateFunction.table[call.name] == nil
    let function =
      isKey
      ? compile(ExpressionNode.path(operand, [call.name]))
      : compile(FunctionCall(call.name, [operand] + call.arguments))
    let name = call.name
    return { frame in
      guard case .object(let object) = try receiver(frame),
        let answering = object.reference as? any MethodAnswering
      else { return try function(frame) }
      return try answering.answer(name, try arguments.map { try $0(frame) })
    }
  }
}
