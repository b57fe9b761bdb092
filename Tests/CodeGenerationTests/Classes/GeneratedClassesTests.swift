import XCTest

/// What `corebook codegen` writes compiles: with the plugin in Xcode's form, without in the other.
final class GeneratedClassesTests: XCTestCase {
  private let model = "Sources/ModelKit/Zoo.xcdatamodeld"

  func testXcodesFormCompilesWithThePlugin() throws {
    let package = try OutsidePackage()
    defer { package.remove() }
    let build = try HandBuild(package)
    try build.corebook(["codegen", package.path(model), "-o", package.path("Sources/Xcode")])
    try "../ModelKit/Zoo.xcdatamodeld\n".write(
      toFile: package.path("Sources/Xcode/coredata-models.txt"), atomically: true, encoding: .utf8)
    XCTAssertEqual(try package.sources(of: "Xcode").count, 12)
    try build.module("Xcode", dependencies: [])
  }

  func testWrappersCompileWithoutIt() throws {
    let package = try OutsidePackage()
    defer { package.remove() }
    let build = try HandBuild(package)
    try build.corebook([
      "codegen", package.path(model), "-o", package.path("Sources/Wrapped"), "--as", "managed",
    ])
    let sources = try package.sources(of: "Wrapped")
    XCTAssertEqual(sources.count, 6)
    try build.compile("Wrapped", sources)
  }
}
