package import Foundation

/// One learner's answers: a folder of `Exercises`, or a package that holds one.
package struct Submission: Sendable {
  /// An answer as it was found.
  package enum Answer: Sendable, Equatable {
    case text(Data)
    case missing
    /// It is no plain file within the folder, or too large, or no text.
    case refused(Verdict.Outcome, String)
  }

  package let folder: URL
  package var name: String { folder.lastPathComponent }

  package init(_ folder: URL) {
    self.folder = folder.standardizedFileURL
  }

  /// Words by which an answer could put itself in the place of the system's functions, or reach around
  /// the language.
  static let forbidden = ["@_", "@c(", "@c ", "@cdecl", "#externalMacro", "dlsym", "dlopen"]

  /// The largest answer that is read.
  static let sizeLimit = 262_144

  /// Takes the learner's file of an exercise, and nothing else of the folder.
  package func answer(to exercise: Exercise) -> Answer {
    let places = [
      "Exercises/\(exercise.chapterKey)/\(exercise.fileName)",
      "\(exercise.chapterKey)/\(exercise.fileName)", exercise.fileName,
    ]
    for place in places {
      let answer = read(place)
      if answer != .missing { return answer }
    }
    return .missing
  }

  /// Reads a file, following no link: each part of the path is looked at by itself.
  private func read(_ place: String) -> Answer {
    var url = folder
    for part in place.split(separator: "/") {
      url.appendPathComponent(String(part))
      var status = stat()
      guard lstat(url.path, &status) == 0 else { return .missing }
      switch status.st_mode & S_IFMT {
      case S_IFDIR, S_IFREG: break
      case S_IFLNK: return .refused(.tampered, "\(place) is a link, and links are not followed")
      default: return .refused(.tampered, "\(place) is no plain file")
      }
      if status.st_mode & S_IFMT == S_IFREG, status.st_size > Self.sizeLimit {
        return .refused(.didNotBuild, "\(place) is larger than \(Self.sizeLimit) bytes")
      }
    }
    guard let data = FileManager.default.contents(atPath: url.path) else {
      return .refused(.didNotBuild, "\(place) cannot be read")
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      return .refused(.didNotBuild, "\(place) is not text in UTF-8")
    }
    if let word = Self.forbidden.first(where: { text.contains($0) }) {
      return .refused(.tampered, "\(place) says \(word), which no exercise needs")
    }
    return .text(data)
  }
}
