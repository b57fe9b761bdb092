extension NSPropertyDescription {
  /// Sets the conditions that a value must meet when an object is saved.
  ///
  /// - Parameters:
  ///   - validationPredicates: the conditions; `SELF` is the value.
  ///   - validationWarnings: for each condition, what to say when it fails; keys into the model's
  ///     localization dictionary, or texts.
  public func setValidationPredicates(
    _ validationPredicates: [NSPredicate]?, withValidationWarnings validationWarnings: [String]?
  ) {
    requireMutable()
    let predicates = validationPredicates ?? []
    let warnings = validationWarnings ?? []
    guard warnings.isEmpty || warnings.count == predicates.count else {
      misuse(
        "Give as many validation warnings as predicates: there are \(predicates.count) predicates "
          + "and \(warnings.count) warnings for “\(name)”.")
    }
    validations = predicates.enumerated().map { place, predicate in
      Validation(
        predicate: predicate, warning: place < warnings.count ? .text(warnings[place]) : .none)
    }
  }

  /// The conditions that a value must meet when an object is saved.
  public var validationPredicates: [NSPredicate] { validations.map(\.predicate) }

  /// For each condition what to say when it fails: a text, or the number of one of the validation
  /// errors (1610 to 1680), or an empty text.
  public var validationWarnings: [Any] { validations.map(\.warning.boxed) }
}

/// A condition on a property's value.
package struct Validation: Sendable {
  /// The condition.
  package let predicate: NSPredicate
  /// What to say when it fails.
  package let warning: Warning

  /// What to say when a condition fails.
  package enum Warning: Sendable, Equatable {
    /// Nothing in particular.
    case none
    /// The code of one of Core Data's validation errors.
    case code(Int)
    /// A text of the model's author.
    case text(String)

    var boxed: Any {
      switch self {
      case .none: ""
      case .code(let code): NSNumber(value: code)
      case .text(let text): text
      }
    }
  }

  /// Puts together a condition and its warning.
  package init(predicate: NSPredicate, warning: Warning) {
    self.predicate = predicate
    self.warning = warning
  }
}
