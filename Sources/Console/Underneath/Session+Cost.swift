import CoreData
import Inspector
import SQLiteDriver

extension Session {
  /// `.cost`: what was spent since it was last asked.
  func printCost() throws {
    let meter = try openStack().meter
    let now = currentCounts(meter)
    let then = meter.baseline
    meter.baseline = now
    let faults = now.faults - then.faults
    let free = now.freeFaults - then.freeFaults
    write("statements: \(now.statements - then.statements)")
    write("rows: \(now.rows - then.rows)")
    write("faults: \(faults)" + (free > 0 ? ", of them \(free) without a statement" : ""))
    write("saves: \(now.saves - then.saves)")
    let page = pageSize
    let read = (now.traffic.pagesRead - then.traffic.pagesRead) * page
    let written = (now.traffic.pagesWritten - then.traffic.pagesWritten) * page
    if page > 0 { write("bytes: \(read) read, \(written) written") }
  }

  private func currentCounts(_ meter: Meter) -> Meter.Counts {
    var counts = meter.counts
    if let connection = storeConnection { counts.traffic = connection.traffic }
    return counts
  }

  /// The store's page size; 0 for a store without pages.
  private var pageSize: Int {
    guard let database = try? database(),
      let size = try? database.connection.integer("PRAGMA page_size")
    else { return 0 }
    return Int(size)
  }

  /// `.cache`: the rows that the coordinator keeps for all contexts.
  func printCache() throws {
    guard let store = sqliteStore else {
      write(
        "A store of type \(try openStack().plan.type.rawValue) is in memory as a whole: it needs "
          + "no row cache.")
      return
    }
    let (rows, hits) = (store.cache.rowCount, store.cache.hits)
    write("\(rows) row\(rows == 1 ? "" : "s") in the cache")
    write("\(hits) fault\(hits == 1 ? "" : "s") answered from it without SQL")
  }
}
