/// Names a to-many relationship of one object: the root entity's number, the key, the slot.
struct MemberKey: Hashable {
  let root: Int32
  let pk: Int64
  let slot: Int
}
