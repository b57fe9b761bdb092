import Foundation
import CoreData

public class Team: NSManagedObject {

}
