import CoreData
import Foundation
import Inspector

/// Opening stores, and opening them again.
extension Session {
  /// Opens what `plan` says, closing what was open. Names are forgotten.
  package func open(_ plan: StackPlan) throws(Problem) {
    let given = try plan.model.map { url throws(Problem) in try Self.model(at: url) }
    if let store = plan.store { try StoreFile.check(store, plan.type) }
    stack?.close()
    stack = nil
    chapter = nil
    forget()
    historyStart = history.count
    existedBefore = plan.store.map { FileManager.default.fileExists(atPath: $0.path) } ?? false
    var copied: (copy: URL, original: URL)?
    do {
      let place = try StorePlace(plan)
      if let store = plan.store, let copy = place.url { copied = (copy, store) }
      let found = try given.map { ($0, .file) } ?? modelInStore(plan, place)
      stack = try Stack(plan, place: place, model: found.0, origin: found.1)
      watchStack()
    } catch {
      var problem = ErrorText.problem(error)
      problem.kind = .file
      if let copied {
        problem.message = problem.message.replacingOccurrences(
          of: copied.copy.path, with: copied.original.path)
      }
      let name = plan.store?.path ?? "a temporary store"
      problem.message = "cannot open \(name): \(problem.message)"
      throw problem
    }
  }

  /// Closes what is open; a temporary store goes.
  package func close() {
    stack?.close()
    stack = nil
    forget()
  }

  func forget() {
    names.forgetAll()
    observations = Observations()
    controllers = Controllers()
    timelines = [:]
    faultPatterns = FaultPatterns()
    lastFetch = nil
    causes.forgetAll()
  }

  /// `.restart`: tears the stack down and opens it again, as a relaunch would.
  func restart() throws {
    let old = try openStack()
    forget()
    stack = nil
    stack = try old.reopened()
    watchStack()
    acknowledge("restarted")
  }

  /// The model of a store that is opened without one.
  private func modelInStore(
    _ plan: StackPlan, _ place: StorePlace
  ) throws -> (NSManagedObjectModel, ModelJSON.Origin) {
    guard let store = plan.store, let url = place.url, plan.type == .sqlite else {
      let keeps = plan.store == nil ? "" : ", for \(StoreFile.name(plan.type)) keeps none"
      throw Problem("a model is needed: --model MODEL\(keeps)", kind: .file)
    }
    guard StoreFile.head(of: url)?.isEmpty != true else {
      throw Problem("the file is empty; with --model MODEL and --write a store is made of it")
    }
    let (model, origin, fault) = try CoreData.StoreFiles.leavingNoLog(
      of: url, type: NSSQLiteStoreType
    ) {
      try StoreModel.read(try ReadOnlyDatabase(path: url.path), path: store.path)
    }
    if let fault { notice(StoreModel.note(fault)) }
    return (model, origin)
  }

  /// Reads a model: `.xcdatamodeld`, `.xcdatamodel`, `.momd` or `.mom`, or the one that an SQLite store
  /// keeps.
  static func model(at url: URL) throws(Problem) -> NSManagedObjectModel {
    guard FileManager.default.fileExists(atPath: url.path) else {
      throw Problem("there is no model at \(url.path)", kind: .file)
    }
    let kind = StoreFile.kind(of: url)
    if let kind, kind != .sqlite {
      throw Problem(
        "\(url.path) is \(StoreFile.name(kind)), not a model, and such a store keeps none",
        kind: .file)
    }
    if MappingModelFile.endings.contains(url.pathExtension) {
      throw Problem(
        "\(url.path) is a mapping model, not a model: 'corebook migrate STORE --to MODEL --mapping "
          + "\(url.lastPathComponent)' migrates by it, 'corebook model \(url.lastPathComponent) -o "
          + "FILE.cdm' compiles it", kind: .file)
    }
    do {
      guard kind == .sqlite else { return try ModelFile.read(url) }
      let copy = try PrivateCopy(of: url)
      return try StoreModel.read(try ReadOnlyDatabase(path: copy.url.path), path: url.path).model
    } catch {
      throw Problem(
        "\(url.path) cannot be read as a model: \(ErrorText.problem(error).message)", kind: .file)
    }
  }
}
