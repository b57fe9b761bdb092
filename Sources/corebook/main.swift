import Console
import Foundation

exit(CommandLineTool().main(Array(CommandLine.arguments.dropFirst())))
