import CoreData
import ModelKit

public class Keeper: Player {
  @NSManaged public var saves: Int64
}

extension Player {
  @NSManaged public var nick: String?

  public var nickname: String? { nick ?? name }
}
