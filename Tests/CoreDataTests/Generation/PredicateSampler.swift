/// Makes random predicates of the world, as texts.
struct PredicateSampler<Source: RandomNumberGenerator> {
  var source: Source

  let texts = ["Anna", "anna", "b", "A", "ärger", "Arger", "", "a*b", "zoe", "x'y"]

  mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: 0..<values.count, using: &source)]
  }

  mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &source) == 0 }

  mutating func predicate(_ entity: String, depth: Int = 3) -> String {
    if depth > 0, chance(3) {
      let left = predicate(entity, depth: depth - 1)
      let right = predicate(entity, depth: depth - 1)
      if chance(4) { return "NOT (\(left) AND \(right))" }
      return "(\(left) \(pick(["AND", "OR"])) \(right))"
    }
    if depth > 0, chance(8) { return "NOT (\(predicate(entity, depth: depth - 1)))" }
    if chance(4) { return rarer(entity, depth) }
    return entity == "Department" ? department(depth) : employee(prefix: "", depth)
  }

  mutating func string() -> String {
    "'" + pick(texts).replacing("'", with: "\\'") + "'"
  }

  mutating func number() -> String { pick(["0", "1", "3", "5", "2.5", "-0.5", "7"]) }

  mutating func order() -> String {
    pick(["==", "<", "<=", ">", ">=", "!="])
  }

  // MARK: Employees

  /// A condition on an employee that is found under a prefix such as `$e.`.
  mutating func employee(prefix: String, _ depth: Int) -> String {
    let home = pick(["", "", "mentor.", "mentor.mentor."])
    let path = prefix + home
    switch Int.random(in: 0..<16, using: &source) {
    case 14: return columns(path)
    case 15: return computed(path)
    case 0: return "\(path)\(pick(["name", "nickname"])) \(order())\(fold()) \(string())"
    case 1:
      let word = pick(["BEGINSWITH", "ENDSWITH", "CONTAINS", "LIKE"])
      return "\(path)name \(word)\(fold()) \(string())"
    case 2: return "\(path)\(pick(["salary", "rating"])) \(order()) \(number())"
    case 3:
      let sum = pick(["+ \(number())", "- \(number())", "* \(number())", "/ 2", "/ 2.5"])
      return "\(path)salary \(pick([sum, "/ 0"])) \(order()) \(number())"
    case 4: return "\(path)salary IN {\(number()), \(number()), 'x'}"
    case 5: return "\(path)name IN\(fold()) {\(string()), \(string())}"
    case 6: return "\(path)rating BETWEEN {\(number()), \(number())}"
    case 7: return "\(path)isActive == \(pick(["YES", "NO"]))"
    case 8: return "\(path)hireDate \(order()) CAST(\(pick(["0", "0.5", "2"])), 'NSDate')"
    case 9: return "\(path)bonus \(order()) \(pick(["0.1", "1.5", "2"]))"
    case 10:
      return
        "\(path)\(pick(["name", "department", "mentor", "code", "hireDate"])) \(pick(["==", "!="])) nil"
    case 11: return "\(path)department.\(pick(["budget \(order()) 2", "name == \(string())"]))"
    case 12:
      let word = pick(["==", "!=", "BEGINSWITH", "CONTAINS[cd]"])
      return
        "\(pick(["ANY", "NONE", "ALL"])) \(path)tags.label \(word) \(pick([string(), path + "name"]))"
    default:
      return prefix.isEmpty ? toMany(["mentees"], depth) : "\(path)salary > \(number())"
    }
  }

  /// One column against another.
  private mutating func columns(_ path: String) -> String {
    pick([
      "\(path)name \(order()) \(path)nickname", "\(path)salary \(order()) \(path)rating",
      "\(path)department \(pick(["==", "!="])) \(path)mentor.department",
      "\(path)name \(pick(["==", "!=", "<"])) \(path)salary", "\(path)mentor == SELF",
      "\(path)salary BETWEEN {1, \(path)rating}", "\(path)name CONTAINS\(fold()) \(path)nickname",
      "\(path)name IN {\(path)nickname, nil, \(string())}", "\(path)nickname IN \(path)tags.label",
      "\(path)name != \(number())", "NOT \(path)name == \(path)nickname",
    ])
  }

  /// Computed values.
  private mutating func computed(_ path: String) -> String {
    pick([
      "uppercase:(\(path)name) \(order()) uppercase:(\(string()))",
      "TERNARY(\(path)name != \(string()), \(path)salary, 1) \(order()) \(number())",
      "\(path)salary %% 3 \(order()) 1", "abs:(\(path)rating) \(order()) \(number())",
      "\(path)salary & 3 \(pick(["==", "!="])) 1",
      "\(path)hireDate + 1 \(order()) CAST(1.5, 'NSDate')",
      "CAST(\(path)hireDate, 'NSNumber') \(order()) \(number())",
      "length:(\(path)nickname) \(order()) \(number())",
    ])
  }

  mutating func fold() -> String { pick(["", "", "[c]", "[d]", "[cd]"]) }

  // MARK: To-many

  private mutating func department(_ depth: Int) -> String {
    switch Int.random(in: 0..<7, using: &source) {
    case 0: return "name \(order()) \(string())"
    case 1: return "budget \(order()) \(number())"
    case 2:
      return "\(pick(["ANY", "ALL", "NONE"])) employees.tags.label == \(string())"
    case 3:
      let further = pick(["tags", "mentees", "mentees.mentees", "tags.holders"])
      return "employees.\(further).@count \(order()) \(number())"
    case 4:
      let set = pick(["employees.mentees", "employees.tags.holders", "watchers.mentees"])
      return "\(pick(["ANY", "ALL", "NONE"])) \(set).name \(order()) \(string())"
    default: return toMany(["employees", "watchers"], depth)
    }
  }

  /// A condition on a set of employees.
  private mutating func toMany(_ keys: [String], _ depth: Int) -> String {
    let set = pick(keys)
    switch Int.random(in: 0..<10, using: &source) {
    case 9:
      let key = pick(["name", "salary", "mentor", "hireDate"])
      return "\(pick(["ANY", "ALL", "NONE"])) \(set).\(key) \(pick(["==", "!="])) nil"
    case 0: return "\(set).@count \(order()) \(pick(["0", "1", "2"]))"
    case 1:
      let function = pick(["sum", "avg", "min", "max"])
      return "\(set).@\(function).\(pick(["salary", "rating"])) \(order()) \(number())"
    case 2: return "\(pick(["ANY", "ALL", "NONE"])) \(set).salary \(order()) \(number())"
    case 3: return "\(pick(["ANY", "ALL", "NONE"])) \(set).name \(order()) \(string())"
    case 4: return "\(pick(["ANY", "NONE", "ALL"])) \(set).name CONTAINS\(fold()) \(string())"
    case 5:
      let inner = employee(prefix: "$e.", depth)
      return "SUBQUERY(\(set), $e, \(inner)).@count \(order()) \(pick(["0", "1", "2"]))"
    case 6:
      let inner = employee(prefix: "$e.", depth)
      let other = employee(prefix: "$e.", depth)
      return
        "SUBQUERY(\(set), $e, \(inner) OR \(other)).@\(pick(["sum", "max"])).salary \(order()) 4"
    case 7: return "\(string()) IN \(set).name"
    default:
      return
        "\(set).salary.@\(pick(["sum", "count", "max"])) \(order()) \(number())"
    }
  }
}
