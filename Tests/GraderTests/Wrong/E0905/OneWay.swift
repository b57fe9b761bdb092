import CoreData
import Workbook

/// # A transformer
///
/// Return a transformer that turns a list of words, `[String]`, into data and back. In the data the
/// words stand in UTF-8, one on each line, with a line feed after each word but the last. What is no
/// list of words, nil for one, becomes nil; so does what is no data, on the way back. The empty list
/// becomes empty data, and empty data the empty list. No word has a line feed in it.
func wordsTransformer() throws -> ValueTransformer {
  WordsTransformer()
}

final class WordsTransformer: ValueTransformer {
  override class func allowsReverseTransformation() -> Bool { true }

  override func transformedValue(_ value: Any?) -> Any? {
    (value as? [String]).map { Data($0.joined(separator: "\n").utf8) }
  }

  override func reverseTransformedValue(_ value: Any?) -> Any? {
    value is Data ? [String]() : nil
  }
}
