import XCTest
@testable import SQLiteDriver
final class SkeletonTests: XCTestCase {}
