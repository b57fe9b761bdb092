/// What the language has besides: regular expressions, sets, nested subqueries, options, functions.
extension PredicateSampler {
  mutating func rarer(_ entity: String, _ depth: Int) -> String {
    switch entity {
    case "Department": rarerDepartment(depth)
    default: rarerEmployee(pick(["", "", "mentor.", "mentor.mentor."]), depth)
    }
  }

  private mutating func pattern() -> String {
    pick([
      "'[Aa].*'", "'.*r'", "'.{3,5}'", "'(?i)ANNA|bob'", "'a\\\\*b'", "'Z.ë'", "'\\\\w+'",
    ])
  }

  private mutating func rarerEmployee(_ path: String, _ depth: Int) -> String {
    switch Int.random(in: 0..<14, using: &source) {
    case 0: return "\(path)name MATCHES\(pick(["", "[c]"])) \(pattern())"
    case 1: return "\(string()) \(pick(["==", "!=", "<", ">="]))\(fold()) \(path)name"
    case 2:
      let (low, high) = (pick(["0", "0.5"]), pick(["1", "2.5"]))
      return "\(path)hireDate BETWEEN {CAST(\(low), 'NSDate'), CAST(\(high), 'NSDate')}"
    case 3: return "\(path)name BETWEEN {\(string()), \(string())}"
    case 4:
      return "\(path)\(pick(["salary", "rating", "bonus"])) IN {\(number()), nil, \(number())}"
    case 5: return "NOT \(path)\(pick(["salary", "name"])) IN {\(number()), \(string())}"
    case 6:
      return
        "\(path)\(pick(["mentees", "department.employees", "department.watchers"])) CONTAINS SELF"
    case 7:
      return
        "\(pick(["SELF", path + "mentor"])) IN \(path)\(pick(["mentees", "department.employees"]))"
    case 8: return functions(path)
    case 9:
      return
        "\(path)\(pick(["isActive", "salary"])) \(order()) \(pick(["YES", "0", "TRUE", path + "isActive"]))"
    case 10:
      let inner = employee(prefix: "$m.", depth)
      return
        "SUBQUERY(\(path)mentees, $m, SUBQUERY($m.tags, $t, $t.label \(order()) $m.name).@count "
        + "\(order()) 1 AND \(inner)).@count \(order()) \(pick(["0", "1"]))"
    case 11:
      return
        "\(pick(["ANY", "ALL", "NONE"])) \(path)\(pick(["mentees", "mentees.mentees", "tags.holders"]))."
        + pick([
          "name MATCHES \(pattern())", "name LIKE\(fold()) \(string())", "salary IN {1, 3, 5}",
          "salary BETWEEN {2, 6}", "hireDate == nil", "name IN {'Anna', nil}",
          "department.name == 'Anna'", "isActive == YES", "mentor != nil",
        ])
    case 12:
      let set = pick(["mentees", "department.employees", "mentees.mentees", "tags.holders"])
      let function = pick(["sum", "max", "average", "count"])
      let operation = pick(["sum", "avg", "min", "max"])
      return pick([
        "\(path)\(set).@\(operation).\(pick(["salary", "bonus"])) \(order()) \(number())",
        "\(path)\(set).@count \(order()) \(pick(["0", "1", "2"]))",
        "\(function):(\(path)\(set).salary) \(order()) \(number())",
        "count:(\(path)\(set)) \(order()) \(pick(["0", "1"]))",
      ])
    default:
      return
        "\(path)\(pick(["mentees", "tags"])).@count \(order()) \(path)\(pick(["salary", "rating"]))"
    }
  }

  private mutating func functions(_ path: String) -> String {
    pick([
      "lowercase:(\(path)name) == lowercase:(\(path)nickname)",
      "canonical:(\(path)name) \(order()) canonical:(\(string()))",
      "ceiling:(\(path)rating) \(order()) \(number())",
      "floor:(\(path)rating) \(order()) \(number())",
      "trunc:(\(path)rating) \(order()) \(number())", "\(path)salary ** 2 \(order()) 16",
      "sqrt:(\(path)salary) \(order()) 2", "\(path)salary | 4 \(order()) 5",
      "\(path)salary ^ 1 \(order()) \(number())", "\(path)salary << 1 \(order()) 6",
      "\(path)salary >> 1 \(order()) 1", "~\(path)salary \(order()) -4",
      "-\(path)rating \(order()) \(number())",
      "\(path)rating * \(path)salary \(order()) \(number())",
      "\(path)salary / \(path)rating \(order()) 2", "\(path)bonus + \(path)salary \(order()) 4.5",
      "\(path)bonus * 2 \(order()) 3", "\(path)salary - \(path)bonus \(order()) 0.5",
      "\(path)name.length \(order()) 4", "\(path)hireDate - \(path)mentor.hireDate \(order()) 0.5",
      "\(path)bonus - 0.1 \(order()) 0.2",
      "\(path)bonus + 0.2 \(order()) 0.3", "\(path)bonus * 0.1 \(order()) 0.03",
      "\(path)bonus / 3 \(order()) 0.1", "-\(path)bonus \(order()) -0.7",
      "\(path)bonus - \(path)rating \(order()) 0.1", "abs:(\(path)bonus - 2) \(order()) 0.3",
      "modulus:by:(\(path)salary, 3) \(order()) 1", "\(path)salary %% \(path)salary \(order()) 0",
      "exp:(\(path)rating) > 1", "ln:(\(path)salary) \(order()) 1",
      "log:(\(path)salary) \(order()) 0.5",
    ])
  }

  private mutating func rarerDepartment(_ depth: Int) -> String {
    let set = pick(["employees", "watchers"])
    switch Int.random(in: 0..<8, using: &source) {
    case 0: return "ANY \(set).\(pick(["name", "nickname"])) MATCHES \(pattern())"
    case 1:
      return "\(pick(["ANY", "ALL", "NONE"])) \(set).\(pick(["rating", "bonus", "salary"])) "
        + pick(["IN {0.5, 1, 2}", "BETWEEN {0, 2}", "< budget", "== budget"])
    case 2: return "\(set).@\(pick(["min", "max"])).\(pick(["hireDate", "bonus", "name"])) != nil"
    case 3: return "\(set).@\(pick(["sum", "avg", "min", "max"])).bonus \(order()) \(number())"
    case 4: return "\(set).@\(pick(["sum", "max"])).salary \(order()) budget * 4"
    case 5:
      let inner = employee(prefix: "$e.", depth)
      return "SUBQUERY(\(set), $e, $e.mentor.department == SELF AND \(inner)).@count \(order()) 1"
    case 6:
      return
        "SUBQUERY(\(set), $e, ANY $e.tags.label \(pick(["==", "CONTAINS[c]"])) \(string())).@count "
        + "\(order()) \(pick(["0", "1", "2"]))"
    default:
      return "\(set).@count \(order()) \(pick(["employees", "watchers"])).@count"
    }
  }
}
