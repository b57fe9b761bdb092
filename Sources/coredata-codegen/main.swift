import CodeGeneration
import Foundation

let messages = CodegenTool.run(Array(CommandLine.arguments.dropFirst()))
for message in messages {
  FileHandle.standardError.write(Data((message + "\n").utf8))
}
exit(messages.isEmpty ? 0 : 1)
