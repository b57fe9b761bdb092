import Foundation

/// Dates as XML property lists write them, `2001-01-01T00:00:00Z`: whole seconds in the Gregorian
/// calendar, which is carried on before its introduction.
package enum PlistDate {
  private static let secondsOfDay: Double = 86_400

  /// The days from 1 January of the year 0 to 2001.
  private static let referenceDay = days(year: 2001, month: 1, day: 1)

  /// The text of a date; nil for one that is more than a hundred million years away, or no number.
  package static func text(_ seconds: Double) -> String? {
    guard seconds.isFinite, abs(seconds) < 3.1e15 else { return nil }
    let whole = seconds.rounded(.down)
    let day = (whole / secondsOfDay).rounded(.down)
    let rest = Int(whole - day * secondsOfDay)
    let (year, month, date) = civil(Int(day) + referenceDay)
    let sign = year < 0 ? "-" : ""
    return sign + padded(abs(year), 4) + "-" + padded(month, 2) + "-" + padded(date, 2) + "T"
      + padded(rest / 3600, 2) + ":" + padded(rest / 60 % 60, 2) + ":" + padded(rest % 60, 2) + "Z"
  }

  /// The seconds since 2001 of such a text; nil if it is none.
  package static func seconds(_ text: String) -> Double? {
    let form = #/(-?)(\d{4,9})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)Z/#
    // The form is constant; an error would be one of the form, not of the text.
    guard let match = try? form.wholeMatch(in: text), let year = Int(match.2),
      let month = Int(match.3), let day = Int(match.4), let hour = Int(match.5),
      let minute = Int(match.6), let second = Int(match.7), 1...12 ~= month, 1...31 ~= day,
      hour < 24, minute < 60, second < 61
    else { return nil }
    let signed = match.1.isEmpty ? year : -year
    let whole = days(year: signed, month: month, day: day) - referenceDay
    return Double(whole) * secondsOfDay + Double(hour * 3600 + minute * 60 + second)
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  /// The number of a day, counted in years that begin with March, so that a leap day comes last.
  private static func days(year: Int, month: Int, day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
  }

  /// The date of a day's number.
  private static func civil(_ number: Int) -> (year: Int, month: Int, day: Int) {
    let era = (number >= 0 ? number : number - 146_096) / 146_097
    let dayOfEra = number - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }
}
