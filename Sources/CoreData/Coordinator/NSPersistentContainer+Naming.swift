extension NSPersistentContainer {
  /// Creates a container for the model of a name.
  ///
  /// The model is looked for as `NAME.momd`, `NAME.mom` and `NAME.xcdatamodeld`, in the main
  /// bundle, in the resource bundles beside the program and in the working directory. None is a
  /// misuse that names every place tried (Apple's class goes on with an empty model and an error
  /// in the log).
  ///
  /// - Parameter name: the name of the model, of the container, and of its store's file.
  public convenience init(name: String) {
    do {
      self.init(name: name, managedObjectModel: try ModelFinder.model(named: name))
    } catch {
      misuse("\(error)")
    }
  }
}
