import XCTest
@testable import CoreData
final class SkeletonTests: XCTestCase {}
