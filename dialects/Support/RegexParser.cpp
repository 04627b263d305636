//===- RegexParser.cpp - patterns in the syntax of RE2 --------------------===//
//
// A recursive descent to a tree.
//
//===----------------------------------------------------------------------===//

#include "dialects/Support/Regex.h"
#include "dialects/Support/RegexTree.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace heddle;

/// As in RE2.
static constexpr int64_t kMostRepetitions = 1000, kMostNesting = 1000;

namespace {
RegexNodePtr makeNode(RegexNode::Kind kind) {
  auto node = std::make_unique<RegexNode>();
  node->kind = kind;
  return node;
}

/// What `(?flags)` sets.
struct Flags {
  bool foldsCase = false, multiLine = false, dotTakesLineFeed = false;
};

class Parser {
public:
  explicit Parser(StringRef pattern) : rest(pattern) {}

  /// Null after a fault.
  RegexNodePtr parse();
  /// Why not.
  llvm::Error takeFault() { return llvm::createStringError(std::make_error_code(code), fault); }

private:
  RegexNodePtr parseChoice();
  RegexNodePtr parseSequence();
  RegexNodePtr parseAtom();
  RegexNodePtr parseGroup();
  RegexNodePtr parseEscape();
  RegexNodePtr parseClass();
  RegexNodePtr repeated(RegexNodePtr node);
  bool parseFlags(bool &opensGroup);
  bool parseClassItem(CodePoints &points);
  bool parseClassName(CodePoints &points);
  std::optional<uint32_t> parsePoint();
  std::optional<uint32_t> parseEscapedPoint();
  std::optional<uint32_t> parseHex();
  std::optional<std::pair<int64_t, int64_t>> parseCount();
  RegexNodePtr pointsNode(CodePoints points, bool isNegated = false);
  RegexNodePtr assertNode(uint8_t assertion);

  bool isNext(StringRef text) const { return rest.starts_with(text); }
  /// Notes why the pattern is refused; the first reason stays.
  std::nullptr_t bad(const llvm::Twine &why);
  std::nullptr_t unsupported(const llvm::Twine &why);

  StringRef rest;
  Flags flags;
  llvm::StringSet<> names;
  int64_t nesting = 0;
  bool isLiteral = false; // between \Q and \E
  std::string fault;
  std::errc code = std::errc::invalid_argument;
};
} // namespace

std::nullptr_t Parser::bad(const llvm::Twine &why) {
  fault = fault.empty() ? ("the pattern " + why).str() : fault;
  return nullptr;
}

std::nullptr_t Parser::unsupported(const llvm::Twine &why) {
  code = fault.empty() ? std::errc::not_supported : code;
  return bad(why);
}

RegexNodePtr Parser::pointsNode(CodePoints points, bool isNegated) {
  if (flags.foldsCase) {
    points.foldCase();
  }
  RegexNodePtr node = makeNode(RegexNode::Points);
  node->points = isNegated ? points.complement() : std::move(points);
  return node;
}

RegexNodePtr Parser::assertNode(uint8_t assertion) {
  RegexNodePtr node = makeNode(RegexNode::Assert);
  node->assertion = assertion;
  return node;
}

RegexNodePtr Parser::parse() {
  RegexNodePtr node = parseChoice();
  if (node && !rest.empty()) {
    return bad("has a ')' without a '('");
  }
  return fault.empty() ? std::move(node) : nullptr;
}

RegexNodePtr Parser::parseChoice() {
  if (++nesting > kMostNesting) {
    return unsupported("is nested too deeply");
  }
  RegexNodePtr choice = makeNode(RegexNode::Choice);
  do {
    choice->children.push_back(parseSequence());
  } while (fault.empty() && rest.consume_front("|"));
  --nesting;
  return choice;
}

RegexNodePtr Parser::parseSequence() {
  RegexNodePtr sequence = makeNode(RegexNode::Sequence);
  while (!rest.empty() && (isLiteral || (rest.front() != '|' && rest.front() != ')'))) {
    if (isLiteral ? rest.consume_front("\\E") : rest.consume_front("\\Q")) {
      isLiteral = !isLiteral;
      continue;
    }
    RegexNodePtr atom = parseAtom();
    if (!fault.empty()) {
      return nullptr;
    }
    isLiteral = isLiteral && !rest.consume_front("\\E"); // what is repeated then is its last character
    if (atom && !isLiteral) {
      atom = repeated(std::move(atom));
    }
    if (atom) { // not a change of flags
      sequence->children.push_back(std::move(atom));
    }
  }
  return sequence;
}

/// The node with the repetition that follows it, if one does.
RegexNodePtr Parser::repeated(RegexNodePtr node) {
  for (bool isFirst = true;; isFirst = false) {
    std::pair<int64_t, int64_t> count;
    if (rest.consume_front("*")) {
      count = {0, -1};
    } else if (rest.consume_front("+")) {
      count = {1, -1};
    } else if (rest.consume_front("?")) {
      count = {0, 1};
    } else if (auto counted = parseCount()) {
      count = *counted;
    } else {
      return node;
    }
    if (!isFirst) {
      return bad("repeats a repetition");
    }
    if (count.first > kMostRepetitions || count.second > kMostRepetitions ||
        (count.second >= 0 && count.second < count.first)) {
      return bad("asks for a wrong number of repetitions");
    }
    rest.consume_front("?"); // as few as possible: the same texts
    RegexNodePtr repeat = makeNode(RegexNode::Repeat);
    std::tie(repeat->least, repeat->most) = count;
    repeat->children.push_back(std::move(node));
    node = std::move(repeat);
  }
}

/// {n}, {n,} or {n,m}; another brace is a character.
std::optional<std::pair<int64_t, int64_t>> Parser::parseCount() {
  StringRef text = rest;
  auto number = [&](int64_t &value) {
    StringRef digits = text.take_while(llvm::isDigit);
    text = text.drop_front(digits.size());
    if (digits.size() > 9) {
      value = INT32_MAX; // more than any limit
      return true;
    }
    return !digits.getAsInteger(10, value);
  };
  std::pair<int64_t, int64_t> count;
  if (!text.consume_front("{") || !number(count.first)) {
    return std::nullopt;
  }
  count.second = count.first;
  if (text.consume_front(",") && !number(count.second)) {
    count.second = -1;
  }
  if (!text.consume_front("}")) {
    return std::nullopt;
  }
  rest = text;
  return count;
}

/// Null without a fault for a change of flags.
RegexNodePtr Parser::parseAtom() {
  if (isLiteral) {
    std::optional<uint32_t> point = parsePoint();
    return point ? pointsNode({{*point, *point}}) : nullptr;
  }
  switch (rest.front()) {
  case '(':
    return parseGroup();
  case '[':
    return parseClass();
  case '\\':
    return parseEscape();
  case '.':
    rest = rest.drop_front();
    return flags.dotTakesLineFeed ? pointsNode({{0, CodePoints::kLast}}) : pointsNode({{'\n', '\n'}}, true);
  case '^':
    rest = rest.drop_front();
    return assertNode(flags.multiLine ? kLineBegin : kTextBegin);
  case '$':
    rest = rest.drop_front();
    return assertNode(flags.multiLine ? kLineEnd : kTextEnd);
  case '*':
  case '+':
  case '?':
    return bad("has nothing to repeat in front of '" + rest.take_front() + "'");
  default:
    std::optional<uint32_t> point = parsePoint();
    return point ? pointsNode({{*point, *point}}) : nullptr;
  }
}

RegexNodePtr Parser::parseGroup() {
  Flags outside = flags;
  rest = rest.drop_front();
  if (rest.consume_front("?P<") || (!isNext("?<=") && !isNext("?<!") && rest.consume_front("?<"))) {
    StringRef name = rest.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
    rest = rest.drop_front(name.size());
    if (name.empty() || !rest.consume_front(">") || !names.insert(name).second) {
      return bad("has a group with a bad name");
    }
  } else if (rest.consume_front("?")) {
    bool opensGroup = false;
    if (!parseFlags(opensGroup) || !opensGroup) {
      return nullptr;
    }
  }
  RegexNodePtr inside = parseChoice();
  if (inside && !rest.consume_front(")")) {
    return bad("has a '(' without a ')'");
  }
  flags = outside;
  return inside;
}

/// "i-s:" or "i-s)" behind "(?".
bool Parser::parseFlags(bool &opensGroup) {
  bool value = true;
  for (bool isEmpty = true;; isEmpty = false) {
    if (rest.empty()) {
      (void)bad("ends in a group");
      return false;
    }
    char flag = rest.front();
    rest = rest.drop_front();
    switch (flag) {
    case 'i':
      flags.foldsCase = value;
      break;
    case 'm':
      flags.multiLine = value;
      break;
    case 's':
      flags.dotTakesLineFeed = value;
      break;
    case 'U': // which match is preferred: the same texts
      break;
    case '-':
      if (!value) {
        (void)bad("has a group that begins with two minus signs");
        return false;
      }
      value = false;
      break;
    case ':':
      opensGroup = true;
      return true;
    case ')':
      return !isEmpty || bad("has a group of no flags") != nullptr;
    default:
      (void)bad("has a group that begins with '?" + StringRef(&flag, 1) + "'");
      return false;
    }
  }
}

RegexNodePtr Parser::parseEscape() {
  StringRef escape = rest.substr(1, 1);
  if (const CodePoints *named = escape.empty() ? nullptr : CodePoints::named(escape.lower());
      named && StringRef("dDsSwW").contains(escape)) {
    rest = rest.drop_front(2);
    return pointsNode(*named, /*isNegated=*/llvm::isUpper(escape[0]));
  }
  uint8_t assertion = escape == "A"   ? kTextBegin
                      : escape == "z" ? kTextEnd
                      : escape == "b" ? kWordBoundary
                      : escape == "B" ? kNoWordBoundary
                                      : 0;
  if (assertion || escape == "C") {
    rest = rest.drop_front(2);
    return assertion ? assertNode(assertion) : makeNode(RegexNode::AnyByte);
  }
  std::optional<uint32_t> point = parseEscapedPoint();
  return point ? pointsNode({{*point, *point}}) : nullptr;
}

RegexNodePtr Parser::parseClass() {
  rest = rest.drop_front();
  bool isNegated = rest.consume_front("^");
  CodePoints points;
  for (bool isFirst = true; isFirst || !isNext("]"); isFirst = false) {
    if (rest.empty()) {
      return bad("has a '[' without a ']'");
    }
    if (!parseClassItem(points)) {
      return nullptr;
    }
  }
  rest = rest.drop_front();
  return pointsNode(std::move(points), isNegated);
}

/// A point, a range or a named class.
bool Parser::parseClassItem(CodePoints &points) {
  if (isNext("[:") && rest.contains(":]")) {
    return parseClassName(points);
  }
  StringRef escape = isNext("\\") ? rest.substr(1, 1) : StringRef();
  if (!escape.empty() && StringRef("dDsSwW").contains(escape)) {
    rest = rest.drop_front(2);
    CodePoints named = *CodePoints::named(escape.lower());
    if (flags.foldsCase) {
      named.foldCase(); // before its complement
    }
    points.add(llvm::isUpper(escape[0]) ? named.complement() : named);
    return true;
  }
  std::optional<uint32_t> low = isNext("\\") ? parseEscapedPoint() : parsePoint(), high = low;
  if (low && isNext("-") && !isNext("-]") && rest.size() > 1) {
    rest = rest.drop_front();
    high = isNext("\\") ? parseEscapedPoint() : parsePoint();
  }
  if (!low || !high) {
    return false;
  }
  if (*high < *low) {
    (void)bad("has a class with a range that ends before it begins");
    return false;
  }
  points.add(*low, *high);
  return true;
}

/// "[:alpha:]" or "[:^alpha:]".
bool Parser::parseClassName(CodePoints &points) {
  size_t end = rest.find(":]");
  StringRef name = rest.slice(2, end);
  bool isNegated = name.consume_front("^");
  const CodePoints *found = name.size() < 2 ? nullptr : CodePoints::named(name);
  if (!found) {
    (void)bad("has a class '[:" + name + ":]', which is not known");
    return false;
  }
  rest = rest.drop_front(end + 2);
  CodePoints named = *found;
  if (flags.foldsCase) {
    named.foldCase();
  }
  points.add(isNegated ? named.complement() : named);
  return true;
}

/// One character as it stands.
std::optional<uint32_t> Parser::parsePoint() {
  auto first = static_cast<unsigned char>(rest.front());
  unsigned behind = first < 0x80 ? 0 : first < 0xC2 ? 4 : first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3;
  bool isRight = behind < 4 && behind < rest.size() && first < 0xF5;
  uint32_t point = behind == 0 ? first : first & (0x3F >> behind);
  for (unsigned i = 1; isRight && i <= behind; ++i) {
    auto byte = static_cast<unsigned char>(rest[i]);
    isRight = (byte & 0xC0) == 0x80;
    point = point << 6 | (byte & 0x3F);
  }
  bool isShortest = behind < 2 || point >= (behind == 2 ? 0x800u : 0x10000u);
  if (!isRight || !isShortest || point > CodePoints::kLast) {
    (void)bad("is not UTF-8");
    return std::nullopt;
  }
  rest = rest.drop_front(behind + 1);
  return point;
}

/// One character behind a backslash.
std::optional<uint32_t> Parser::parseEscapedPoint() {
  rest = rest.drop_front();
  if (rest.empty()) {
    (void)bad("ends in a backslash");
    return std::nullopt;
  }
  char first = rest.front();
  if (first == 'p' || first == 'P') {
    (void)unsupported("uses a class of Unicode by name (\\p), which is not supported");
    return std::nullopt;
  }
  bool isOctal =
      first == '0' || (first >= '1' && first <= '7' && rest.size() > 1 && rest[1] >= '0' && rest[1] <= '7');
  if (isOctal) {
    StringRef digits = rest.take_front(3).take_while([](char c) { return c >= '0' && c <= '7'; });
    rest = rest.drop_front(digits.size());
    uint32_t point = 0;
    (void)digits.getAsInteger(8, point);
    return point;
  }
  constexpr StringRef letters = "afnrtv", meanings = "\a\f\n\r\t\v";
  if (first == 'x') {
    return parseHex();
  }
  if (size_t at = letters.find(first); at != StringRef::npos) {
    rest = rest.drop_front();
    return meanings[at];
  }
  if (static_cast<unsigned char>(first) < 0x80 && !llvm::isAlnum(first) && first != '_') {
    rest = rest.drop_front();
    return first;
  }
  (void)bad("has an escape '\\" + rest.take_front() + "', which means nothing");
  return std::nullopt;
}

/// "xHH" or "x{H…}".
std::optional<uint32_t> Parser::parseHex() {
  StringRef digits, behind = rest.drop_front();
  if (behind.consume_front("{")) {
    digits = behind.take_while(llvm::isHexDigit);
    behind = behind.drop_front(digits.size());
    digits = behind.consume_front("}") ? digits : StringRef();
  } else {
    digits = behind.take_front(2);
    behind = behind.drop_front(digits.size());
    digits = digits.size() == 2 ? digits : StringRef();
  }
  uint32_t point = 0;
  if (digits.getAsInteger(16, point) || point > CodePoints::kLast) {
    (void)bad("has an escape '\\x' without a code point");
    return std::nullopt;
  }
  rest = behind;
  return point;
}

llvm::Expected<RegexNodePtr> heddle::parseRegex(StringRef pattern) {
  Parser parser(pattern);
  RegexNodePtr tree = parser.parse();
  if (!tree) {
    return parser.takeFault();
  }
  return tree;
}
