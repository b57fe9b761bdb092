import Foundation
import SQLiteDriver

/// What triggers say of the derived values they changed, while a save runs (format fact 58).
final class TriggerReports {
  struct Report {
    let entityNumber: Int64
    let pk: Int64
    let attribute: String
    let value: SQLiteValue
  }

  private(set) var reports: [Report] = []

  /// Makes the functions known that the triggers of Apple's stores call: without them a table with a
  /// derived attribute cannot be written.
  func register(with connection: SQLiteConnection) throws {
    for name in [
      "NSCoreDataDATriggerUpdatedAffectedObjectValue",
      "NSCoreDataDATriggerInsertUpdatedAffectedObjectValue",
      "NSCoreDataTriggerUpdateAffectedObjectValue",
    ] {
      try connection.registerFunction(name, argumentCount: -1, isDeterministic: false) {
        [unowned self] arguments in
        if arguments.count == 5 {
          reports.append(
            Report(
              entityNumber: arguments.integer(at: 1), pk: arguments.integer(at: 2),
              attribute: arguments.string(at: 3), value: arguments[4]))
        }
        return .null
      }
    }
  }

  func forget() { reports.removeAll(keepingCapacity: true) }
}

extension SQLiteStore {
  package var keepsDerivedValues: Bool { true }

  /// Enters reported values into the rows a save wrote; notes the other objects they belong to.
  func takeIn(_ batch: RowBatch) {
    if triggerReports.reports.isEmpty { return }
    var written: [ObjectKey: RowPointer] = [:]
    for row in batch.rows {
      let root = model.entity(number: row.entityNumber).rootNumber
      written[ObjectKey(entity: root, pk: row.pk)] = row
    }
    for report in triggerReports.reports {
      let number = layoutNumber(report.entityNumber)
      guard number > 0 else { continue }
      let layout = model.entity(number: number)
      if let row = written[ObjectKey(entity: layout.rootNumber, pk: report.pk)] {
        enter(report, into: row)
      } else {
        affected.insert(ObjectKey(entity: number, pk: report.pk))
      }
    }
    triggerReports.forget()
  }

  private func enter(_ report: TriggerReports.Report, into row: RowPointer) {
    let layout = model.entity(number: row.entityNumber)
    guard let property = layout.property(named: report.attribute), property.kind.isAttribute,
      property.word != 0
    else { return }
    let value = StoredValue.boxed(report.value, type: property.type)
    row.chunk._withUnsafeGuaranteedRef { chunk in
      chunk.set(SlotValue.from(value, type: property.type) ?? .null, property, in: row)
    }
  }

  package func takeAffected() -> [ObjectKey] {
    defer { affected = [] }
    for key in affected {
      cache.remove(root: model.entity(number: key.entity).rootNumber, pk: key.pk)
    }
    return Array(affected)
  }
}
