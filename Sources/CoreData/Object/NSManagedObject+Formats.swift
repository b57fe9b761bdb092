extension NSManagedObject: CVarArgValue {}
extension NSManagedObjectID: CVarArgValue {}
