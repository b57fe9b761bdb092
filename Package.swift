// swift-tools-version: 6.2
import PackageDescription

/// Settings of every target: Swift 6, explicit existentials, imports that say
/// what they expose, and no warnings.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "Corebook",
  products: [
    .library(name: "CoreData", targets: ["CoreData"]),
    .executable(name: "corebook", targets: ["corebook"]),
    .executable(name: "corebook-bench", targets: ["corebook-bench"]),
    .executable(name: "corebook-bench-control", targets: ["corebook-bench-control"]),
    .plugin(name: "CoreDataModelPlugin", targets: ["CoreDataModelPlugin"]),
  ],
  targets: [
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CDigest", pkgConfig: "libmd", providers: [.apt(["libmd-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .target(name: "SQLiteDriver", dependencies: ["CSQLite"]),
    .target(name: "PredicateCore"),
    .target(
      name: "CoreData",
      dependencies: ["SQLiteDriver", "PredicateCore", "CSQLite", "CDigest", "CZlib"]),
    .target(name: "CEdit", linkerSettings: [.linkedLibrary("edit")]),
    .target(
      name: "Console",
      dependencies: [
        "CEdit", "CodeGeneration", "CoreData", "Inspector", "PredicateCore", "SQLiteDriver",
      ]),
    .target(
      name: "Inspector", dependencies: ["CodeGeneration", "CoreData", "SQLiteDriver", "CSQLite"]),
    .executableTarget(name: "corebook", dependencies: ["Console"]),
    .target(name: "CRawBench", dependencies: ["CSQLite"]),
    .executableTarget(name: "corebook-bench-control", dependencies: ["CRawBench"]),
    .target(name: "BenchmarkKit", dependencies: ["CoreData", "CRawBench"]),
    .executableTarget(name: "corebook-bench", dependencies: ["BenchmarkKit"]),
    .target(name: "CodeGeneration"),
    .executableTarget(name: "coredata-codegen", dependencies: ["CodeGeneration"]),
    .plugin(
      name: "CoreDataModelPlugin", capability: .buildTool(), dependencies: ["coredata-codegen"]),
    .testTarget(
      name: "CodeGenerationTests", dependencies: ["CodeGeneration", "CoreData", "Inspector"],
      exclude: ["Fixtures"]),
    .testTarget(name: "HygieneTests"),
    .testTarget(name: "SQLiteDriverTests", dependencies: ["SQLiteDriver"]),
    .testTarget(name: "PredicateCoreTests", dependencies: ["PredicateCore"]),
    .testTarget(name: "CoreDataTests", dependencies: ["CoreData", "SQLiteDriver"]),
    .testTarget(name: "BenchmarkKitTests", dependencies: ["BenchmarkKit"]),
    .testTarget(
      name: "ConsoleTests", dependencies: ["Console", "Inspector", "SQLiteDriver", "corebook"],
      exclude: ["Transcripts/Recorded"]),
  ]
)

for target in package.targets where [.regular, .executable, .test].contains(target.type) {
  // C has no Swift settings.
  guard target.name != "CEdit" else { continue }
  target.swiftSettings = (target.swiftSettings ?? []) + strict
}
