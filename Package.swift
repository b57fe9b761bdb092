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

/// The workbook's chapters that have exercises: a module each, so that classes of one name may live in
/// two chapters, and one chapter's compile error does not touch another.
let chapters = [
  "01-GettingStarted", "02-OrgChart", "03-Storage", "04-League", "05-Courses", "09-Recipes",
]

/// `WORKBOOK=solutions` puts the solved exercises in the place of the learner's.
let isSolved = Context.environment["WORKBOOK"] == "solutions"

let exercises = chapters.map { chapter in
  Target.target(
    name: "Chapter" + chapter.prefix(2), dependencies: ["CoreData", "Workbook"],
    path: (isSolved ? "Solutions/" : "Exercises/") + chapter,
    exclude: ["coredata-models.txt"], swiftSettings: [.swiftLanguageMode(.v6)],
    plugins: ["CoreDataModelPlugin"])
}

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
    .target(name: "ScratchFolders"),
    .systemLibrary(name: "CRuntime"),
    .target(
      name: "CoreData",
      dependencies: [
        "SQLiteDriver", "PredicateCore", "ScratchFolders", "CSQLite", "CDigest", "CZlib",
        "CRuntime",
      ]),
    .systemLibrary(
      name: "CCommonMark", pkgConfig: "libcmark-gfm",
      providers: [.apt(["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"])]),
    .target(
      name: "Workbook",
      dependencies: ["CoreData", "SQLiteDriver", "ScratchFolders", "CCommonMark", "CRuntime"],
      resources: [.copy("Pristine")]),
    .target(name: "CEdit", linkerSettings: [.linkedLibrary("edit")]),
    .target(
      name: "Console",
      dependencies: [
        "CEdit", "CodeGeneration", "CoreData", "Inspector", "LeagueData", "PredicateCore",
        "SQLiteDriver", "ScratchFolders", "Workbook",
      ]),
    .target(
      name: "Inspector",
      dependencies: ["CodeGeneration", "CoreData", "SQLiteDriver", "ScratchFolders", "CSQLite"]),
    .executableTarget(name: "corebook", dependencies: ["Console"]),
    .target(name: "CRawBench", dependencies: ["CSQLite"]),
    .executableTarget(name: "corebook-bench-control", dependencies: ["CRawBench"]),
    .target(name: "LeagueData"),
    .target(name: "BenchmarkKit", dependencies: ["CoreData", "CRawBench", "LeagueData"]),
    .executableTarget(name: "corebook-bench", dependencies: ["BenchmarkKit"]),
    .target(name: "CodeGeneration"),
    .executableTarget(name: "coredata-codegen", dependencies: ["CodeGeneration"]),
    .plugin(
      name: "CoreDataModelPlugin", capability: .buildTool(), dependencies: ["coredata-codegen"]),
    .testTarget(
      name: "CodeGenerationTests", dependencies: ["CodeGeneration", "CoreData", "Inspector"],
      exclude: ["Fixtures"]),
    .testTarget(name: "HygieneTests"),
    .testTarget(name: "ScratchFoldersTests", dependencies: ["ScratchFolders"]),
    .testTarget(name: "SQLiteDriverTests", dependencies: ["SQLiteDriver"]),
    .testTarget(name: "PredicateCoreTests", dependencies: ["PredicateCore"]),
    .testTarget(
      name: "CoreDataTests", dependencies: ["CoreData", "Inspector", "SQLiteDriver", "CSQLite"]),
    .testTarget(
      name: "BenchmarkKitTests",
      dependencies: ["BenchmarkKit", "CMallocCount", "CoreData", "LeagueData", "SQLiteDriver"]),
    .target(name: "CMallocCount", path: "Tests/CMallocCount"),
    .testTarget(
      name: "ConsoleTests",
      dependencies: [
        "CMallocCount", "Console", "Inspector", "SQLiteDriver", "Workbook", "corebook",
      ],
      exclude: ["Transcripts/Recorded"]),
    .testTarget(
      name: "WorkbookTests", dependencies: ["Workbook", "Console", "CoreData", "corebook"]),
    .target(name: "WorkbookTesting", dependencies: ["CoreData", "Workbook", "SQLiteDriver"]),
    .testTarget(
      name: "GraderTests",
      dependencies: ["CoreData", "Workbook", "WorkbookTesting"]
        + exercises.map { .target(name: $0.name) },
      exclude: ["Wrong"]),
  ] + exercises
)

// The lane of the solutions needs the graders and nothing else: a small build beside the first.
if isSolved {
  package.targets.removeAll { $0.type == .test && $0.name != "GraderTests" }
}

for target in package.targets where [.regular, .executable, .test].contains(target.type) {
  // C has no Swift settings.
  guard target.name != "CEdit" else { continue }
  // Learners type in the exercises: a warning there is no error.
  guard !exercises.contains(where: { $0.name == target.name }) else { continue }
  target.swiftSettings = (target.swiftSettings ?? []) + strict
}
