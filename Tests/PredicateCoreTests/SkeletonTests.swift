import XCTest
@testable import PredicateCore
final class SkeletonTests: XCTestCase {}
