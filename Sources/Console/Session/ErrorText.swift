import CoreData

/// Turns what the library throws into what a person reads.
enum ErrorText {
  static func problem(_ error: any Error) -> Problem {
    if let problem = error as? Problem { return problem }
    if let error = error as? ObjectError { return Problem(error.explanation) }
    return Problem(text(bridgedError(error) as NSError))
  }

  /// The error with its domain and code; the details of several errors one a line.
  static func text(_ error: NSError) -> String {
    let code = "(\(error.domain) \(error.code))"
    guard let details = error.userInfo[NSDetailedErrorsKey] as? [any Error], !details.isEmpty
    else {
      // The name of a Swift type is no domain that anyone can look up.
      return error.domain.contains(".") ? single(error) : single(error) + " " + code
    }
    let lines = details.map { detail in
      let detail = detail as NSError
      return "  " + single(detail) + " (\(detail.domain) \(detail.code))"
    }
    return "\(details.count) problems \(code)\n" + lines.joined(separator: "\n")
  }

  /// One error in a sentence: for validation the object, the key and the value; else what the
  /// error says of itself.
  private static func single(_ error: NSError) -> String {
    var parts: [String] = []
    if let object = error.userInfo[NSValidationObjectErrorKey] as? NSManagedObject,
      let key = error.userInfo[NSValidationKeyErrorKey] as? String
    {
      var part = "\(object.shortName) \(key)"
      if let value = error.userInfo[NSValidationValueErrorKey] {
        part += " = " + ValueText.debugText(value)
      }
      parts.append(part)
    }
    parts.append(sentence(error))
    return parts.joined(separator: ": ")
  }

  private static func sentence(_ error: NSError) -> String {
    var text = error.localizedDescription
    var told: Set<String> = []
    for key in [NSLocalizedFailureReasonErrorKey, "reason", NSLocalizedRecoverySuggestionErrorKey] {
      let said = error.userInfo[key] as? String
      let isAdvice = key == NSLocalizedRecoverySuggestionErrorKey
      // The library's advice goes where there is none for the console.
      guard let more = isAdvice && said != nil ? ConsoleCure.text(for: error) ?? said : said,
        !more.isEmpty, !text.contains(more),
        told.insert(more).inserted
      else { continue }
      // SQLite's whole story holds its sentence once more.
      let rest = more.replacingOccurrences(of: ": \(text)", with: "")
      text += (text.hasSuffix(".") ? " " : ". ") + rest
    }
    if let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError, !text.contains(sentence(cause))
    {
      text += " Cause: " + sentence(cause)
    }
    return text
  }
}
