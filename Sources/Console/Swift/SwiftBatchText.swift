/// A batch request as Swift.
struct SwiftBatchText {
  let text: SwiftText

  func lines(for command: BatchCommand) -> [String] {
    switch command {
    case .update(let entity, let values, let predicate):
      var lines = [
        "let update = NSBatchUpdateRequest(entityName: \(SwiftText.quoted(entity.text)))"
      ]
      if let predicate {
        lines.append("update.predicate = \(SwiftFetchText(text: text).text(of: predicate))")
      }
      return lines + [
        "update.propertiesToUpdate = \(dictionary(values))",
        "update.resultType = .updatedObjectsCountResultType",
        "let updated = try context.execute(update) as? NSBatchUpdateResult",
        "print(updated?.result ?? 0)",
      ]
    case .delete(let entity, let predicate):
      return SwiftFetchText(text: text).request(
        entity, "doomed", predicate, type: "any NSFetchRequestResult")
        + [
          "let deletion = NSBatchDeleteRequest(fetchRequest: doomed)",
          "deletion.resultType = .resultTypeCount",
          "let deleted = try context.execute(deletion) as? NSBatchDeleteResult",
          "print(deleted?.result ?? 0)",
        ]
    case .insert(let entity, let rows):
      return [
        "let insertion = NSBatchInsertRequest(",
        "  entityName: \(SwiftText.quoted(entity.text)),",
        "  objects: [" + rows.map(dictionary).joined(separator: ", ") + "])",
        "insertion.resultType = .count",
        "let inserted = try context.execute(insertion) as? NSBatchInsertResult",
        "print(inserted?.result ?? 0)",
      ]
    }
  }

  private func dictionary(_ values: [Assignment]) -> String {
    if values.isEmpty { return "[:]" }
    let entries = values.map { assignment in
      let value = text.value(assignment.value)
      return "\(SwiftText.quoted(assignment.key.text)): "
        + (value == "nil" ? "NSNull()" : "\(value) as Any")
    }
    return "[" + entries.joined(separator: ", ") + "]"
  }
}
