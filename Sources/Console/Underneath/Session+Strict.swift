import CoreData

extension Session {
  /// `.strict on|off`
  func setStrict(_ isOn: Bool) {
    settings.isStrict = isOn
    watchStack()
  }

  /// Listens to the open stack: statements, faults, what Apple would refuse. Called whenever a store
  /// is opened and whenever a setting about it changes.
  func watchStack() {
    traceSQL()
    followTimelines()
    guard let stack else { return }
    stack.meter.keepsTexts = settings.showsFaults
    stack.meter.faultHandler =
      settings.showsFaults ? { [weak self] in self?.report($0) } : nil
    guard let store = sqliteStore else { return }
    store.isStrict = settings.isStrict
    store.noteHandler = { [weak self] note in
      guard let self, notesGiven.insert(note).inserted else { return }
      notice("note: \(note)")
    }
  }
}
