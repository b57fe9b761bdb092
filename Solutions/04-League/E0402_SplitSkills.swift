import CoreData
import Workbook

/// # Split the lists
///
/// Bring the league into the first normal form. For every player whose `skillList` names skills,
/// separated by commas, relate the player to a `Skill` of each name, and set `skillList` to nil.
/// Use the `Skill` that is there if there is one of that name, and make it only once if not. Blanks
/// around a name do not belong to it, and nothing between two commas is no skill. Save.
func splitSkills(in context: NSManagedObjectContext) throws {
  var skills: [String: Skill] = [:]
  for skill in try context.fetch(NSFetchRequest<Skill>(entityName: "Skill")) {
    skills[skill.name ?? ""] = skill
  }
  for player in try context.fetch(NSFetchRequest<Player>(entityName: "Player")) {
    for part in (player.skillList ?? "").split(separator: ",") {
      let name = part.trimmingCharacters(in: .whitespaces)
      guard !name.isEmpty else { continue }
      let skill = skills[name] ?? Skill(context: context)
      skill.name = name
      skills[name] = skill
      player.skills.insert(skill)
    }
    player.skillList = nil
  }
  try context.save()
}
