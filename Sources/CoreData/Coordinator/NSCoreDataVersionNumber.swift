// The versions of Apple's framework that code compares `NSCoreDataVersionNumber` with
// (CoreDataDefines.h).

/// The version of Apple's framework whose files this library writes: the one in the metadata of
/// new stores.
public let NSCoreDataVersionNumber = Double(SQLEra.latest.frameworkVersion)

/// The version in Mac OS X 10.4.
public let NSCoreDataVersionNumber10_4 = 46.0
/// The version in Mac OS X 10.4.3.
public let NSCoreDataVersionNumber10_4_3 = 77.0
/// The version in Mac OS X 10.5.
public let NSCoreDataVersionNumber10_5 = 185.0
/// The version in Mac OS X 10.5.3.
public let NSCoreDataVersionNumber10_5_3 = 186.0
/// The version in Mac OS X 10.6.
public let NSCoreDataVersionNumber10_6 = 246.0
/// The version in Mac OS X 10.6.2.
public let NSCoreDataVersionNumber10_6_2 = 250.0
/// The version in Mac OS X 10.6.3.
public let NSCoreDataVersionNumber10_6_3 = 251.0
/// The version in Mac OS X 10.7.
public let NSCoreDataVersionNumber10_7 = 358.4
/// The version in Mac OS X 10.7.2.
public let NSCoreDataVersionNumber10_7_2 = 358.12
/// The version in Mac OS X 10.7.3.
public let NSCoreDataVersionNumber10_7_3 = 358.13
/// The version in Mac OS X 10.7.4.
public let NSCoreDataVersionNumber10_7_4 = 358.14
/// The version in Mac OS X 10.8.
public let NSCoreDataVersionNumber10_8 = 407.5
/// The version in Mac OS X 10.8.2.
public let NSCoreDataVersionNumber10_8_2 = 407.7
/// The version in Mac OS X 10.9.
public let NSCoreDataVersionNumber10_9 = 481.0
/// The version in Mac OS X 10.9.2.
public let NSCoreDataVersionNumber10_9_2 = 481.1
/// The version in Mac OS X 10.9.3.
public let NSCoreDataVersionNumber10_9_3 = 481.3
/// The version in Mac OS X 10.10.
public let NSCoreDataVersionNumber10_10 = 526.0
/// The version in Mac OS X 10.10.2.
public let NSCoreDataVersionNumber10_10_2 = 526.1
/// The version in Mac OS X 10.10.3.
public let NSCoreDataVersionNumber10_10_3 = 526.2
/// The version in Mac OS X 10.11.
public let NSCoreDataVersionNumber10_11 = 640.0
/// The version in Mac OS X 10.11.3.
public let NSCoreDataVersionNumber10_11_3 = 641.3
/// The version in iPhone OS 3.0.
public let NSCoreDataVersionNumber_iPhoneOS_3_0 = 241.0
/// The version in iPhone OS 3.1.
public let NSCoreDataVersionNumber_iPhoneOS_3_1 = 248.0
/// The version in iPhone OS 3.2.
public let NSCoreDataVersionNumber_iPhoneOS_3_2 = 310.2
/// The version in iPhone OS 4.0.
public let NSCoreDataVersionNumber_iPhoneOS_4_0 = 320.5
/// The version in iPhone OS 4.1.
public let NSCoreDataVersionNumber_iPhoneOS_4_1 = 320.11
/// The version in iPhone OS 4.2.
public let NSCoreDataVersionNumber_iPhoneOS_4_2 = 320.15
/// The version in iPhone OS 4.3.
public let NSCoreDataVersionNumber_iPhoneOS_4_3 = 320.17
/// The version in iPhone OS 5.0.
public let NSCoreDataVersionNumber_iPhoneOS_5_0 = 386.1
/// The version in iPhone OS 5.1.
public let NSCoreDataVersionNumber_iPhoneOS_5_1 = 386.5
/// The version in iPhone OS 6.0.
public let NSCoreDataVersionNumber_iPhoneOS_6_0 = 419.0
/// The version in iPhone OS 6.1.
public let NSCoreDataVersionNumber_iPhoneOS_6_1 = 419.1
/// The version in iPhone OS 7.0.
public let NSCoreDataVersionNumber_iPhoneOS_7_0 = 479.1
/// The version in iPhone OS 7.1.
public let NSCoreDataVersionNumber_iPhoneOS_7_1 = 479.3
/// The version in iPhone OS 8.0.
public let NSCoreDataVersionNumber_iPhoneOS_8_0 = 519.0
/// The version in iPhone OS 8.3.
public let NSCoreDataVersionNumber_iPhoneOS_8_3 = 519.15
/// The version in iPhone OS 9.0.
public let NSCoreDataVersionNumber_iPhoneOS_9_0 = 640.0
/// The version in iPhone OS 9.2.
public let NSCoreDataVersionNumber_iPhoneOS_9_2 = 641.4
/// The version in iPhone OS 9.3.
public let NSCoreDataVersionNumber_iPhoneOS_9_3 = 641.6
