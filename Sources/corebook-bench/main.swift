import BenchmarkKit

BenchmarkCommand.main()
