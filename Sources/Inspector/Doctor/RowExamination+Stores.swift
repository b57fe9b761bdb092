import CoreData
import Foundation
import SQLiteDriver

/// What concerns several rows: uniqueness, and the files beside the store.
extension RowExamination {
  func checkUniqueness(_ place: Place) {
    for names in place.description.uniquenessConstraintNames {
      let columns = names.compactMap { place.entity.columns[$0]?.name }
      guard columns.count == names.count, !columns.isEmpty,
        columns.allSatisfy({ hasColumn($0, in: place.entity.table) })
      else { continue }
      let list = columns.joined(separator: ", ")
      let present = columns.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")
      report(
        .uniqueness, place, names.joined(separator: ", "),
        "SELECT MIN(Z_PK), MIN(Z_ENT), COUNT(*), group_concat('p' || Z_PK, ', ') "
          + "FROM \(place.entity.table) t WHERE \(place.range("t")) AND \(present) "
          + "GROUP BY \(list) HAVING COUNT(*) > 1",
        remedy: "keep one of them, or give the others another value"
      ) { row in
        "\(Self.text(row[2])) objects (\(row[3].text ?? "")) have the same "
          + "\(names.joined(separator: ", ")), which must be unique"
      }
    }
  }

  /// Names in the store without a file, and files without a name in the store.
  func checkExternalFiles(_ places: [Place]) {
    let columns = places.flatMap { place in
      place.description.ownProperties.compactMap { property -> (Place, String, String)? in
        guard let attribute = property as? NSAttributeDescription,
          attribute.allowsExternalBinaryDataStorage,
          let column = place.entity.columns[attribute.name]?.name,
          hasColumn(column, in: place.entity.table)
        else { return nil }
        return (place, attribute.name, column)
      }
    }
    let stem = doctor.url.deletingPathExtension().lastPathComponent
    let folder = doctor.url.deletingLastPathComponent()
      .appendingPathComponent(".\(stem)_SUPPORT/_EXTERNAL_DATA")
    // Without the folder every file that is named is missing.
    let files = Set((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    var named: Set<String> = []
    for (place, attribute, column) in columns {
      doctor.attempt("\(place.entity.name).\(attribute)") { doctor in
        let rows = try doctor.database.connection.rows(
          "SELECT Z_PK, Z_ENT, CAST(substr(\(column), 2, 36) AS TEXT) FROM \(place.entity.table) t "
            + "WHERE \(place.range("t")) AND hex(substr(\(column), 1, 1)) = '02' "
            + "AND length(\(column)) = 38")
        for row in rows {
          guard let name = row[2].text, UUID(uuidString: name) != nil else { continue }
          named.insert(name)
          guard !files.contains(name) else { continue }
          doctor.add(
            Finding(
              .missingFile, entity: entityName(row[1].integer, place), key: row[0].integer,
              "\(attribute) is kept in the file _EXTERNAL_DATA/\(name), which is missing",
              remedy: "put the file back from a backup, or set \(attribute) anew"))
        }
      }
    }
    // What an inferred model calls data may be the name of a file: then nothing is an orphan.
    guard doctor.report.origin != .inferred else { return }
    for file in files.subtracting(named).sorted() {
      doctor.add(
        Finding(
          .orphanedFile, "no object names the file _EXTERNAL_DATA/\(file)",
          remedy: "remove the file; nothing can reach it"))
    }
  }
}
