/// A placeholder node.
package enum Placeholder {}
