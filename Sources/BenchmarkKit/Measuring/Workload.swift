/// What is measured. One workload runs in one process and gives one figure, or two.
package enum Workload: String, CaseIterable, Sendable {
  case w1 = "W1"
  case w1heard = "W1heard"
  case w2 = "W2"
  case w2b = "W2b"
  case w2kvc = "W2kvc"
  case w3 = "W3"
  case w4 = "W4"
  case w4b = "W4b"
  case w5 = "W5"
  case w6 = "W6"
  case w7 = "W7"
  case w8 = "W8"
  case w9 = "W9"
  case w10 = "W10"
  case start

  /// The figures a workload gives, in order.
  package var figures: [FigureKind] {
    switch self {
    case .w1: [.w1]
    case .w1heard: [.w1heard]
    case .w2: [.w2]
    case .w2b: [.w2b]
    case .w2kvc: [.w2kvc]
    case .w3: [.w3]
    case .w4: [.w4]
    case .w4b: [.w4b]
    case .w5: [.w5]
    case .w6: [.w6]
    case .w7: [.w7set, .w7]
    case .w8: [.w8]
    case .w9: [.w9cold, .w9hot]
    case .w10: [.w10]
    case .start: [.start]
    }
  }

  /// What the control runs to compare with.
  package var control: Workload {
    switch self {
    case .w1heard: .w1
    case .w2kvc: .w2
    default: self
    }
  }

  /// What a workload does with the store.
  package enum StoreUse {
    /// Makes the store that others use.
    case makes
    case reads
    /// Changes it, so that each run needs a copy of its own.
    case changes
    /// Makes one of its own, which nobody else uses.
    case makesItsOwn
  }

  /// What it does with the store.
  package var storeUse: StoreUse {
    switch self {
    case .w1: .makes
    case .w1heard: .makesItsOwn
    case .w5, .w6: .changes
    default: .reads
    }
  }
}

/// A line of the result.
package enum FigureKind: String, CaseIterable, Sendable {
  case w1 = "W1"
  case w1heard = "W1heard"
  case w2 = "W2"
  case w2b = "W2b"
  case w2kvc = "W2kvc"
  case w3 = "W3"
  case w4 = "W4"
  case w4b = "W4b"
  case w5 = "W5"
  case w6 = "W6"
  case w7set = "W7set"
  case w7 = "W7"
  case w8 = "W8"
  case w9cold = "W9cold"
  case w9hot = "W9hot"
  case w10 = "W10"
  case start

  /// What is timed.
  package var title: String {
    switch self {
    case .w1: "insert all, save once"
    case .w1heard: "W1, and somebody listens to saves"
    case .w2: "fetch all, read one number"
    case .w2b: "fetch all, read every attribute"
    case .w2kvc: "W2 through value(forKey:)"
    case .w3: "BEGINSWITH, two sort keys"
    case .w4: "walk every team's players"
    case .w4b: "the same, prefetched"
    case .w5: "update a tenth, save"
    case .w6: "delete a tenth of the teams, cascade"
    case .w7set: "10,000 changes with undo on"
    case .w7: "undo them"
    case .w8: "count with a predicate"
    case .w9cold: "10,000 by id, empty context"
    case .w9hot: "the same again"
    case .w10: "group, count, average"
    case .start: "whole process, one player"
    }
  }

  /// The largest ratio to the control that counts as good; nil where the control does other work.
  package var target: Double? {
    switch self {
    case .w1, .w1heard, .w5: 2.0
    case .w2, .w2b: 2.2
    case .w2kvc: 3.3
    case .w3: 1.4
    case .w4: 2.6
    case .w4b: 2.3
    case .w6: 3.5
    case .w7set, .w7: nil
    case .w8: 1.2
    case .w9cold: 1.8
    case .w9hot: 0.08
    case .w10: 1.3
    case .start: 5.0
    }
  }

  /// The figure of the control that this one is divided by.
  package var control: FigureKind {
    switch self {
    case .w1heard: .w1
    case .w2kvc: .w2
    default: self
    }
  }

  /// Whether the checksum must equal the control's.
  package var comparesChecksum: Bool { self != .w7set }
}
