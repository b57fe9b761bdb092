public import Foundation

/// A value that may stand where a format wants a `CVarArg`, as on Apple's platforms, where everything
/// that is bridged to an Objective-C object does: `NSPredicate(format: "id == %@", id as CVarArg)`.
///
/// A predicate takes the value as it is; `String(format:)` and `NSLog` write its description.
public protocol CVarArgValue: CVarArg, _CVarArgObject {}

extension CVarArgValue {
  /// What formats print: the description.
  public var _cVarArgObject: any CVarArg { NSString(string: "\(self)") }

  /// The description as an object for C, alive until the thread has encoded many others.
  public var _cVarArgEncoding: [Int] { EncodedTexts.keep("\(self)")._cVarArgEncoding }
}

/// The texts encoded last by a thread: what is handed to C is not kept alive by anybody else.
private final class EncodedTexts {
  private var texts: [NSString] = []
  private var next = 0
  private static let count = 1024

  static func keep(_ text: String) -> NSString {
    let key = "CoreData.EncodedTexts"
    let kept = Thread.current.threadDictionary[key] as? EncodedTexts ?? EncodedTexts()
    Thread.current.threadDictionary[key] = kept
    let made = NSString(string: text)
    if kept.texts.count < count { kept.texts.append(made) } else { kept.texts[kept.next] = made }
    kept.next = (kept.next + 1) % count
    return made
  }
}

extension UUID: CVarArgValue, @retroactive CVarArg, @retroactive _CVarArgObject {}
extension Date: CVarArgValue, @retroactive CVarArg, @retroactive _CVarArgObject {}
extension URL: CVarArgValue, @retroactive CVarArg, @retroactive _CVarArgObject {}
extension Data: CVarArgValue, @retroactive CVarArg, @retroactive _CVarArgObject {}
extension Decimal: CVarArgValue, @retroactive CVarArg, @retroactive _CVarArgObject {}
extension Array: CVarArgValue, @retroactive CVarArg, @retroactive _CVarArgObject {}
extension Set: CVarArgValue, @retroactive CVarArg, @retroactive _CVarArgObject {}
extension Dictionary: CVarArgValue, @retroactive CVarArg, @retroactive _CVarArgObject {}
extension NSUUID: CVarArgValue, @retroactive CVarArg, @retroactive _CVarArgObject {}
extension NSDate: CVarArgValue, @retroactive CVarArg, @retroactive _CVarArgObject {}
extension NSURL: CVarArgValue, @retroactive CVarArg, @retroactive _CVarArgObject {}
extension NSData: CVarArgValue, @retroactive CVarArg, @retroactive _CVarArgObject {}
extension NSNumber: CVarArgValue, @retroactive CVarArg, @retroactive _CVarArgObject {}
extension NSArray: CVarArgValue, @retroactive CVarArg, @retroactive _CVarArgObject {}
extension NSSet: CVarArgValue, @retroactive CVarArg, @retroactive _CVarArgObject {}
extension NSOrderedSet: CVarArgValue, @retroactive CVarArg, @retroactive _CVarArgObject {}
extension NSDictionary: CVarArgValue, @retroactive CVarArg, @retroactive _CVarArgObject {}
extension NSNull: CVarArgValue, @retroactive CVarArg, @retroactive _CVarArgObject {}
