import XCTest
@testable import Console
final class SkeletonTests: XCTestCase {}
