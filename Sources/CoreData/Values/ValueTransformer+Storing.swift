/// Why a transformable attribute cannot be stored or read.
package enum TransformerError: Error {
  /// No transformer is registered under the name.
  case notRegistered(name: String)
  /// A transformer returned something else than data, or nothing.
  case noData(name: String, valueType: String)
  /// A secure transformer cannot archive a value.
  case notArchived(name: String, valueType: String)
  /// A transformer made no value of the stored data.
  case noValue(name: String)
  /// The archive could not be read or written.
  case archive(ArchiveError)
}

extension TransformerError: CoreDataErrorConvertible {
  package var cocoaCode: Int { NSCoreDataError }

  package var reason: String? {
    switch self {
    case .notRegistered(let name):
      "No value transformer is registered under the name “\(name)”."
    case .noData(let name, let valueType):
      "The value transformer “\(name)” made no data of a value of the type \(valueType)."
    case .notArchived(let name, let valueType):
      "The value transformer “\(name)” cannot archive a value of the type \(valueType)."
    case .noValue(let name):
      "The value transformer “\(name)” made no value of the stored data."
    case .archive(let error): error.reason
    }
  }

  package var suggestion: String? {
    switch self {
    case .notRegistered(let name):
      "Call ValueTransformer.setValueTransformer(_:forName:) with NSValueTransformerName("
        + "\"\(name)\") before the store is opened."
    case .notArchived:
      "Let the class conform to NSSecureCoding, be no member of another type, and be among the "
        + "transformer's allowedTopLevelClasses; or override reverseTransformedValue(_:), which makes "
        + "the Data, and transformedValue(_:), which makes the value of it."
    case .noData, .noValue:
      "transformedValue(_:) has to return Data for every value of the attribute, and "
        + "reverseTransformedValue(_:) the value of that Data."
    case .archive(let error): error.suggestion
    }
  }
}

extension ValueTransformer {
  /// The bytes that a store keeps for the value of a transformable attribute.
  ///
  /// Apple's rule: a program's own transformer makes data with `transformedValue(_:)`; the
  /// unarchiving ones, and an attribute without a transformer, archive the value.
  ///
  /// - Parameter name: `valueTransformerName` of the attribute.
  package static func storedData(
    of value: Any, transformerName name: String?
  ) throws(TransformerError) -> Data {
    let transformer = try find(name)
    if let secure = transformer as? NSSecureUnarchiveFromDataTransformer {
      // A subclass may do it in a way of its own.
      if let data = secure.reverseTransformedValue(value) as? Data { return data }
      do {
        return try secure.encode(value)
      } catch {
        throw .notArchived(name: name ?? "", valueType: String(reflecting: type(of: value)))
      }
    }
    if transformer is UnarchiveFromDataTransformer {
      do {
        return try KeyedArchiveEncoder.encode(value)
      } catch {
        throw .archive(error)
      }
    }
    guard let data = transformer.transformedValue(value) as? Data else {
      throw .noData(name: name ?? "", valueType: String(reflecting: type(of: value)))
    }
    return data
  }

  /// The value that stored bytes stand for: the reverse of `storedData(of:transformerName:)`.
  package static func value(
    ofStored data: Data, transformerName name: String?
  ) throws(TransformerError) -> Any {
    let transformer = try find(name)
    let value: Any?
    do throws(ArchiveError) {
      switch transformer {
      case let reader as NSSecureUnarchiveFromDataTransformer:
        if let made = reader.transformedValue(data) { return made }
        value = try reader.decode(data)
      case let reader as UnarchiveFromDataTransformer:
        value = try KeyedArchiveDecoder.decode(data, allowed: reader.allowedNames)
      default: value = transformer.reverseTransformedValue(data)
      }
    } catch {
      throw .archive(error)
    }
    guard let value else { throw .noValue(name: name ?? "") }
    return value
  }

  private static func find(_ name: String?) throws(TransformerError) -> ValueTransformer {
    let name = name.flatMap { $0.isEmpty ? nil : NSValueTransformerName($0) }
    let used = name ?? .keyedUnarchiveFromDataTransformerName
    guard let transformer = TransformerRegistry.shared.transformer(used) else {
      throw .notRegistered(name: used.rawValue)
    }
    return transformer
  }
}
