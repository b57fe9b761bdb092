import Foundation

/// Lets go of what dead objects held of each other without one release calling the next: a chain of
/// objects of any length dies on a short stack.
///
/// The first object to die on a thread collects what the objects dying after it hold, and lets go of
/// it in a loop.
enum Graveyard {
  /// What the dead of one thread held.
  private final class Pile {
    private var held: [ContiguousArray<ToManyState?>?] = []

    func take(_ relations: inout ContiguousArray<ToManyState?>?) {
      held.append(nil)
      swap(&held[held.count - 1], &relations)
    }

    func empty() {
      // What is taken out is let go once the list is not being changed, for it may grow by that.
      while !held.isEmpty { _ = held.removeLast() }
    }
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  /// Takes the relationships out of a dying object.
  static func bury(_ relations: inout ContiguousArray<ToManyState?>?) {
    if let raw = pthread_getspecific(key) {
      Unmanaged<Pile>.fromOpaque(raw).takeUnretainedValue().take(&relations)
      return
    }
    let pile = Pile()
    pile.take(&relations)
    pthread_setspecific(key, Unmanaged.passUnretained(pile).toOpaque())
    pile.empty()
    pthread_setspecific(key, nil)
  }
}
