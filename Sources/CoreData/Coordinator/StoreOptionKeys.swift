// Options and metadata keys beside those of every day (`StoreKeys.swift`), with what becomes of
// them here.

/// How many connections an SQLite store may open. Accepted; one connection is used.
public let NSPersistentStoreConnectionPoolMaxSizeKey =
  "NSPersistentStoreConnectionPoolMaxSize"

/// The protection class of the file on a device. Accepted; Linux has none.
public let NSPersistentStoreFileProtectionKey =
  "NSPersistentStoreFileProtectionKey"

/// Whether a store is destroyed even if it looks damaged.
public let NSPersistentStoreForceDestroyOption =
  "NSPersistentStoreForceDestroyOption"

/// Whether parts of a lightweight migration may be put off. Accepted; a migration is one transaction
/// and puts nothing off.
public let NSPersistentStoreDeferredLightweightMigrationOptionKey =
  "NSPersistentStoreDeferredLightweightMigrationOptionKey"

/// The `NSStagedMigrationManager` that migrates the store.
public let NSPersistentStoreStagedMigrationManagerOptionKey =
  "NSPersistentStoreStagedMigrationManagerOptionKey"

/// In metadata: the oldest system that can read the store.
public let NSPersistentStoreOSCompatibility =
  "NSPersistentStoreOSCompatibility"

/// In metadata: the checksum of the model (model-archive §1).
public let NSPersistentStoreModelVersionChecksumKey =
  "NSStoreModelVersionChecksumKey"

/// Further classes that a binary store may hold. Accepted; values of other classes go
/// through value transformers.
public let NSBinaryStoreSecureDecodingClasses =
  "NSBinaryStoreSecureDecodingClasses"

/// Whether a binary store is decoded without checking classes. Accepted; classes are
/// always checked.
public let NSBinaryStoreInsecureDecodingCompatibilityOption =
  "NSBinaryStoreInsecureDecodingCompatibilityOption"

/// iCloud: the name of the store. Accepted, without effect.
public let NSPersistentStoreUbiquitousContentNameKey =
  "NSPersistentStoreUbiquitousContentNameKey"

/// iCloud: where transaction logs are. Accepted, without effect.
public let NSPersistentStoreUbiquitousContentURLKey =
  "NSPersistentStoreUbiquitousContentURLKey"

/// iCloud: the container. Accepted, without effect.
public let NSPersistentStoreUbiquitousContainerIdentifierKey =
  "NSPersistentStoreUbiquitousContainerIdentifierKey"

/// iCloud: who this device is. Accepted, without effect.
public let NSPersistentStoreUbiquitousPeerTokenOption =
  "NSPersistentStoreUbiquitousPeerTokenOption"

/// iCloud: in notifications, why stores change. Never present.
public let NSPersistentStoreUbiquitousTransitionTypeKey =
  "NSPersistentStoreUbiquitousTransitionTypeKey"

/// iCloud: whether to rebuild the store. Accepted, without effect.
public let NSPersistentStoreRebuildFromUbiquitousContentOption =
  "NSPersistentStoreRebuildFromUbiquitousContentOption"

/// iCloud: whether to cut the store off. Accepted, without effect.
public let NSPersistentStoreRemoveUbiquitousMetadataOption =
  "NSPersistentStoreRemoveUbiquitousMetadataOption"
