/// What stops a benchmark.
package enum BenchmarkError: Error, CustomStringConvertible {
  case usage(String)
  case badLine(String, file: String)
  case unknownWorkload(String)
  case failed(command: String, status: Int32, output: String)
  case unreadable(String)
  case differentChecksums(workload: String, ours: Int64, control: Int64)
  case controlMissing(String)

  package var description: String {
    switch self {
    case .usage(let problem): "\(problem)\n\n\(BenchmarkUsage.text)"
    case .badLine(let line, let file):
      "\(file) has the line “\(line)”, which is not of the League's data. Delete the file; it is "
        + "written anew."
    case .unknownWorkload(let name):
      "There is no workload \(name). Known are \(Workload.allCases.map(\.rawValue).joined(separator: ", "))."
    case .failed(let command, let status, let output):
      "The measurement `\(command)` ended with \(status): \(output)"
    case .unreadable(let text): "A measurement printed what is not a figure: \(text)"
    case .differentChecksums(let workload, let ours, let control):
      "\(workload) gave the checksum \(ours); the control gave \(control). One of them did not do "
        + "the work, so the times mean nothing."
    case .controlMissing(let path):
      "The control program is not at \(path). Build the package's products together: `make bench`."
    }
  }
}
