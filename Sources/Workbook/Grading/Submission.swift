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
  /// How reports call it.
  package let name: String

  package init(_ folder: URL) {
    self.folder = folder.standardizedFileURL
    let last = self.folder.lastPathComponent
    // `anna/Exercises` is Anna's.
    name =
      last == "Exercises" && self.folder.pathComponents.count > 2
      ? self.folder.deletingLastPathComponent().lastPathComponent : last
  }

  private init(_ folder: URL, name: String) {
    self.folder = folder
    self.name = name
  }

  /// Submissions, each called by its folder's name, or by its path where another's is the same. A folder
  /// that is named twice counts once. One folder that holds no answers but folders that do is a class: its
  /// folders are the submissions.
  package static func all(_ folders: [URL]) -> [Submission] {
    var seen: Set<String> = []
    let members = folders.count == 1 ? folders.flatMap(submissions(in:)) : []
    let found = (members.isEmpty ? folders : members).map { Submission($0) }.filter {
      seen.insert($0.folder.path).inserted
    }
    let counts = Dictionary(grouping: found, by: \.name).mapValues(\.count)
    return found.map { one in
      counts[one.name] == 1 ? one : Submission(one.folder, name: one.folder.path)
    }
  }

  /// The folders of a class; none if the folder is no class.
  private static func submissions(in folder: URL) -> [URL] {
    if holdsAnswers(folder) { return [] }
    let folders = contents(folder).filter { $0.lastPathComponent.first != "." && isFolder($0) }
    return folders.contains(where: holdsAnswers) ? folders : []
  }

  private static func holdsAnswers(_ folder: URL) -> Bool {
    contents(folder).contains { item in
      let name = item.lastPathComponent
      if name.contains(#/^E\d{4}_.*\.swift$/#) { return true }
      return (name == "Exercises" || name.contains(#/^\d\d-[A-Z]/#)) && isFolder(item)
    }
  }

  /// What is in a folder, by name; nothing of one that may not be looked at, which grading says.
  private static func contents(_ folder: URL) -> [URL] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().map { folder.appendingPathComponent($0) }
  }

  /// Whether there is a folder, and no link to one.
  private static func isFolder(_ url: URL) -> Bool {
    var status = stat()
    return lstat(url.path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

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
      guard lstat(url.path, &status) == 0 else {
        return [ENOENT, ENOTDIR].contains(errno)
          ? .missing
          : .refused(.didNotBuild, "\(place) cannot be looked at: it is closed to others")
      }
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
    guard String(validating: data, as: UTF8.self) != nil else {
      return .refused(.didNotBuild, "\(place) is not text in UTF-8")
    }
    return .text(data)
  }
}
