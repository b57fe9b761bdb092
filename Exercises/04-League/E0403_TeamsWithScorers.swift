import CoreData
import Workbook

/// # Teams with scorers
///
/// Return the teams that have at least `count` players with more than `goals` goals, sorted by name.
/// One fetch, and the store does the work: the predicate counts with `SUBQUERY`.
func teamsWithScorers(
  atLeast count: Int, moreGoalsThan goals: Int, in context: NSManagedObjectContext
) throws -> [Team] {
  try todo()
}
