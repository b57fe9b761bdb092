/// Dates as ISO 8601 in UTC, without a formatter's cost.
package enum ISODate {
  /// Days from 1970-01-01 to 2001-01-01, where Core Data's clock begins.
  private static let epochDays = 11_323

  /// A date as `2012-01-31T12:00:00Z`, with milliseconds only when there are any.
  package static func text(secondsSince2001 seconds: Double) -> String {
    guard seconds.isFinite, abs(seconds) < 1e14 else { return "\(seconds)" }
    let milliseconds = Int((seconds * 1000).rounded())
    let (wholeSeconds, fraction) = floorDivide(milliseconds, 1000)
    let (days, secondOfDay) = floorDivide(wholeSeconds, 86_400)
    let (year, month, day) = civil(fromDays: days + epochDays)
    var text = padded(year, 4) + "-" + padded(month, 2) + "-" + padded(day, 2) + "T"
    text += padded(secondOfDay / 3600, 2) + ":" + padded(secondOfDay / 60 % 60, 2) + ":"
    text += padded(secondOfDay % 60, 2)
    if fraction != 0 { text += "." + padded(fraction, 3) }
    return text + "Z"
  }

  /// The seconds since 2001 that `2012-01-31`, `2012-01-31T12:00`, `2012-01-31T12:00:00.5Z` or
  /// `…+02:00` names; nil when the text is no date. No zone means UTC.
  package static func seconds(from text: String) -> Double? {
    var reader = DateReader(text)
    guard let year = reader.year(), reader.take("-"), let month = reader.two(1...12),
      reader.take("-"), let day = reader.two(1...daysIn(month, of: year))
    else { return nil }
    var seconds = Double((days(year, month, day) - epochDays) * 86_400)
    if reader.isAtEnd { return seconds }
    guard reader.take("T") || reader.take(" "), let hour = reader.two(0...24), reader.take(":"),
      let minute = reader.two(0...59)
    else { return nil }
    seconds += Double(hour * 3600 + minute * 60)
    if reader.take(":") {
      guard let second = reader.two(0...60), let fraction = reader.fraction() else { return nil }
      seconds += Double(second) + fraction
    }
    guard let zone = reader.zone(), reader.isAtEnd else { return nil }
    return seconds - Double(zone)
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(abs(number))
    let zeros = String(repeating: "0", count: max(0, width - digits.count))
    return (number < 0 ? "-" : "") + zeros + digits
  }

  private static func floorDivide(_ number: Int, _ divisor: Int) -> (Int, Int) {
    let quotient = Int((Double(number) / Double(divisor)).rounded(.down))
    var (result, rest) = (quotient, number - quotient * divisor)
    while rest < 0 { (result, rest) = (result - 1, rest + divisor) }
    while rest >= divisor { (result, rest) = (result + 1, rest - divisor) }
    return (result, rest)
  }

  /// The Gregorian date of a day number counted from 1970-01-01.
  private static func civil(fromDays days: Int) -> (Int, Int, Int) {
    let shifted = days + 719_468
    let (era, dayOfEra) = floorDivide(shifted, 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }

  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let (era, yearOfEra) = floorDivide(shiftedYear, 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func daysIn(_ month: Int, of year: Int) -> Int {
    let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }
}

/// Steps through the text of a date.
private struct DateReader {
  private var bytes: ArraySlice<UInt8>

  init(_ text: String) {
    bytes = Array(text.utf8)[...]
  }

  var isAtEnd: Bool { bytes.isEmpty }

  mutating func take(_ character: Character) -> Bool {
    guard let first = bytes.first, first == character.asciiValue else { return false }
    bytes.removeFirst()
    return true
  }

  mutating func year() -> Int? { digits(4) }

  mutating func two(_ range: ClosedRange<Int>) -> Int? {
    guard let number = digits(2), range.contains(number) else { return nil }
    return number
  }

  private mutating func digits(_ count: Int) -> Int? {
    let found = bytes.prefix(count)
    guard found.count == count, found.allSatisfy({ (48...57).contains($0) }) else { return nil }
    bytes.removeFirst(count)
    return found.reduce(0) { $0 * 10 + Int($1 - 48) }
  }

  /// `.123`; 0 when there is none, nil when the point has no digits.
  mutating func fraction() -> Double? {
    guard take(".") else { return 0 }
    let found = bytes.prefix { (48...57).contains($0) }
    guard !found.isEmpty else { return nil }
    bytes.removeFirst(found.count)
    return Double("0." + String(decoding: found, as: UTF8.self))
  }

  /// The seconds east of Greenwich: `Z`, `+02:00`, `-0530` or nothing.
  mutating func zone() -> Int? {
    if isAtEnd || take("Z") { return 0 }
    let sign = take("+") ? 1 : take("-") ? -1 : 0
    guard sign != 0, let hours = two(0...23) else { return nil }
    _ = take(":")
    guard let minutes = two(0...59) else { return nil }
    return sign * (hours * 3600 + minutes * 60)
  }
}
