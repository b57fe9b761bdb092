/// A row with the chunk that keeps it alive.
package struct HeldRow {
  package let pointer: RowPointer
  package let chunk: RowChunk
}
