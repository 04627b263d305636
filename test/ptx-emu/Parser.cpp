// Lexer and recursive-descent parser for PTX text.
#include "test/ptx-emu/Ast.h"
#include <unordered_map>

namespace ptxemu {
namespace {

struct Token {
  enum Kind : uint8_t { Word, Integer, Float32, Float64, String, Punct, End } kind;
  std::string_view text;
  uint64_t value = 0;
  int line = 0;
  size_t begin = 0;
  bool is(char c) const { return kind == Punct && text[0] == c; }
  bool is(std::string_view s) const { return kind == Word && text == s; }
};

bool wordStart(char c) { return isalpha((unsigned char)c) || c == '_' || c == '$' || c == '%' || c == '.'; }
bool wordChar(char c) { return isalnum((unsigned char)c) || c == '_' || c == '$' || c == '%' || c == '.'; }

std::vector<Token> tokenize(std::string_view src) {
  std::vector<Token> out;
  int line = 1;
  size_t i = 0, n = src.size();
  while (i < n) {
    char c = src[i];
    if (c == '\n') {
      line++;
      i++;
      continue;
    }
    if (isspace((unsigned char)c) || c == 0) {
      i++;
      continue;
    }
    if (c == '/' && i + 1 < n && src[i + 1] == '/') {
      while (i < n && src[i] != '\n') {
        i++;
      }
      continue;
    }
    if (c == '/' && i + 1 < n && src[i + 1] == '*') {
      i += 2;
      while (i + 1 < n && !(src[i] == '*' && src[i + 1] == '/')) {
        line += src[i++] == '\n';
      }
      i += 2;
      continue;
    }
    Token t{Token::Punct, {}, 0, line, i};
    size_t start = i;
    if (isdigit((unsigned char)c)) {
      auto hexDigits = [&](int count) {
        uint64_t v = 0;
        for (int k = 0; k < count && i < n && isxdigit((unsigned char)src[i]); k++, i++) {
          v = v * 16 + (isdigit((unsigned char)src[i]) ? src[i] - '0' : (src[i] | 32) - 'a' + 10);
        }
        return v;
      };
      char next = i + 1 < n ? src[i + 1] : 0;
      if (c == '0' && (next == 'f' || next == 'F')) {
        i += 2;
        t.kind = Token::Float32;
        t.value = hexDigits(8);
      } else if (c == '0' && (next == 'd' || next == 'D')) {
        i += 2;
        t.kind = Token::Float64;
        t.value = hexDigits(16);
      } else if (c == '0' && (next == 'x' || next == 'X')) {
        i += 2;
        t.kind = Token::Integer;
        t.value = hexDigits(16);
      } else if (c == '0' && (next == 'b' || next == 'B')) {
        i += 2;
        t.kind = Token::Integer;
        while (i < n && (src[i] == '0' || src[i] == '1')) {
          t.value = t.value * 2 + (src[i++] - '0');
        }
      } else {
        size_t j = i;
        while (j < n && isdigit((unsigned char)src[j])) {
          j++;
        }
        bool real =
            j < n && (src[j] == '.' ||
                      ((src[j] == 'e' || src[j] == 'E') && j + 1 < n &&
                       (isdigit((unsigned char)src[j + 1]) || src[j + 1] == '-' || src[j + 1] == '+')));
        if (real) {
          char *end = nullptr;
          std::string num(src.substr(i, 64));
          double v = strtod(num.c_str(), &end);
          i += end - num.c_str();
          t.kind = Token::Float64;
          t.value = std::bit_cast<uint64_t>(v);
        } else {
          t.kind = Token::Integer;
          int base = c == '0' ? 8 : 10;
          for (; i < j; i++) {
            t.value = t.value * base + (src[i] - '0');
          }
        }
      }
      if (t.kind == Token::Integer && i < n && (src[i] == 'U' || src[i] == 'u')) {
        i++;
      }
    } else if (wordStart(c)) {
      t.kind = Token::Word;
      auto afterColons = [&](size_t k) {
        return k < n && (wordStart(src[k]) || isdigit((unsigned char)src[k]));
      };
      while (i < n) { // `::` joins words: shared::cta, L2::128B
        if (wordChar(src[i])) {
          i++;
        } else if (src[i] == ':' && i + 1 < n && src[i + 1] == ':' && afterColons(i + 2)) {
          i += 2;
        } else {
          break;
        }
      }
    } else if (c == '"') {
      t.kind = Token::String;
      i++;
      while (i < n && src[i] != '"') {
        i += src[i] == '\\' ? 2 : 1;
      }
      i++;
    } else {
      i++;
    }
    t.text = src.substr(start, std::min(i, n) - start);
    out.push_back(t);
  }
  out.push_back({Token::End, "", 0, line, n});
  return out;
}

std::vector<std::string> splitDots(std::string_view s) {
  std::vector<std::string> parts;
  size_t start = 0;
  for (size_t i = 0; i <= s.size(); i++) {
    if (i == s.size() || s[i] == '.') {
      parts.emplace_back(s.substr(start, i - start));
      start = i + 1;
    }
  }
  return parts;
}

class Parser {
public:
  explicit Parser(std::string_view src) : src_(src), tokens_(tokenize(src)) {}
  std::unique_ptr<PtxModule> run();

private:
  std::string_view src_;
  std::vector<Token> tokens_;
  size_t pos_ = 0;
  std::unique_ptr<PtxModule> module_ = std::make_unique<PtxModule>();

  struct Scope {
    int parent;
    std::unordered_map<std::string, Operand> names; // registers and vector registers
    std::unordered_map<std::string, int> labels;
    std::unordered_map<std::string, std::string> variables; // local name -> unique name
  };
  std::vector<Scope> scopes_;
  int scope_ = -1;
  struct LabelUse {
    std::string name;
    int scope;
  };
  std::vector<LabelUse> labelUses_;
  Function *fn_ = nullptr;

  const Token &peek(int k = 0) const { return tokens_[std::min(pos_ + k, tokens_.size() - 1)]; }
  const Token &next() {
    const Token &t = peek();
    if (pos_ < tokens_.size() - 1) {
      pos_++;
    }
    return t;
  }
  [[noreturn]] void fail(const std::string &what) const {
    throw PtxError(peek().line, what + " near '" + std::string(peek().text) + "'");
  }
  bool accept(char c) {
    if (peek().is(c)) {
      pos_++;
      return true;
    }
    return false;
  }
  bool accept(std::string_view w) {
    if (peek().is(w)) {
      pos_++;
      return true;
    }
    return false;
  }
  void expect(char c) {
    if (!accept(c)) {
      fail(std::string("expected '") + c + "'");
    }
  }
  std::string word() {
    if (peek().kind != Token::Word) {
      fail("expected a name");
    }
    return std::string(next().text);
  }
  void skipLine() {
    int line = peek().line;
    while (peek().kind != Token::End && peek().line == line) {
      pos_++;
    }
  }
  int64_t integer();
  int64_t sum();

  Variable variable(Space space);
  void initializer(Variable &v);
  Initializer initValue(const Variable &v);
  void functionOrEntry(bool entry, bool isExtern);
  std::vector<Variable> paramList();
  void body(Function &f);
  void block(Function &f);
  void registers(Function &f);
  void statement(Function &f);
  Operand operand();
  Operand nameOperand(const std::string &name);
  Operand labelUse(const std::string &name);
  void declareRegister(const std::string &name, Type type, int vector);
  void skipBraces() {
    expect('{');
    for (int depth = 1; depth; pos_++) {
      if (peek().kind == Token::End) {
        fail("unterminated block");
      }
      depth += peek().is('{') - peek().is('}');
    }
  }
};

// Integer constant expression with + - * and parentheses (enough for what compilers emit).
int64_t Parser::integer() {
  if (accept('-')) {
    return -integer();
  }
  if (accept('+')) {
    return integer();
  }
  if (accept('~')) {
    return ~integer();
  }
  if (accept('(')) {
    int64_t v = sum();
    expect(')');
    return v;
  }
  if (peek().kind != Token::Integer) {
    fail("expected an integer");
  }
  return int64_t(next().value);
}
int64_t Parser::sum() {
  int64_t v = integer();
  for (;;) {
    if (accept('+')) {
      v += integer();
    } else if (accept('-')) {
      v -= integer();
    } else if (accept('*')) {
      v *= integer();
    } else {
      return v;
    }
  }
}

Variable Parser::variable(Space space) {
  Variable v;
  v.space = space;
  v.line = peek().line;
  for (;;) {
    if (peek().kind != Token::Word) {
      fail("expected a variable declaration");
    }
    std::string_view w = peek().text;
    if (w == ".align") {
      pos_++;
      v.align = uint32_t(integer());
      continue;
    }
    if (w == ".v2" || w == ".v4" || w == ".v8") {
      v.vector = w[2] - '0';
      pos_++;
      continue;
    }
    if (w == ".ptr") {
      pos_++;
      v.isPointerParam = true;
      while (peek().is(".global") || peek().is(".const") || peek().is(".local") || peek().is(".shared") ||
             peek().is(".param") || peek().is(".generic")) {
        pos_++;
      }
      if (accept(".align")) {
        integer();
      }
      continue;
    }
    if (w.starts_with(".attribute")) {
      pos_++;
      expect('(');
      while (!accept(')')) {
        pos_++;
      }
      continue;
    }
    if (w[0] == '.') {
      Type t = parseType(w.substr(1));
      if (t == Type::Unknown) {
        fail("unknown type");
      }
      v.type = t;
      pos_++;
      continue;
    }
    break;
  }
  v.name = word();
  v.align = std::max<uint32_t>(v.align, typeBytes(v.type) * v.vector);
  while (accept('[')) {
    if (accept(']')) {
      v.unsized = true;
      v.elements = 0;
      continue;
    }
    uint64_t n = uint64_t(sum());
    v.elements *= n;
    expect(']');
  }
  if (accept('=')) {
    initializer(v);
  }
  return v;
}

Initializer Parser::initValue(const Variable &v) {
  Initializer e;
  bool negative = false;
  while (peek().is('-') || peek().is('+')) {
    negative ^= next().is('-');
  }
  const Token &t = peek();
  if (t.kind == Token::Float32 || t.kind == Token::Float64) {
    pos_++;
    if (v.type == Type::F64 || v.type == Type::B64) {
      double d =
          t.kind == Token::Float64 ? std::bit_cast<double>(t.value) : std::bit_cast<float>(uint32_t(t.value));
      e.bits = std::bit_cast<uint64_t>(negative ? -d : d);
    } else if (v.type == Type::F16 || v.type == Type::BF16) {
      double d =
          t.kind == Token::Float64 ? std::bit_cast<double>(t.value) : std::bit_cast<float>(uint32_t(t.value));
      e.bits = roundToFormat(negative ? -d : d, v.type == Type::F16 ? kF16 : kBF16, Round::Nearest, false);
    } else {
      float f = t.kind == Token::Float32 ? std::bit_cast<float>(uint32_t(t.value))
                                         : float(std::bit_cast<double>(t.value));
      e.bits = std::bit_cast<uint32_t>(negative ? -f : f);
    }
    return e;
  }
  if (t.kind == Token::Integer && peek(1).is('(')) { // mask(symbol)
    e.mask = t.value;
    pos_ += 2;
    Initializer inner = initValue(v);
    e.symbol = inner.symbol;
    e.bits = inner.bits;
    expect(')');
    return e;
  }
  if (t.kind == Token::Word) {
    if (accept("generic")) {
      expect('(');
      e = initValue(v);
      expect(')');
    } else {
      e.symbol = word();
    }
    if (peek().is('+') || peek().is('-')) {
      bool minus = next().is('-');
      int64_t off = integer();
      e.bits += minus ? -off : off;
    }
    return e;
  }
  int64_t value = sum();
  e.bits = uint64_t(negative ? -value : value);
  if (isFloat(v.type)) {
    double d = double(int64_t(e.bits));
    e.bits = v.type == Type::F64 ? std::bit_cast<uint64_t>(d) : std::bit_cast<uint32_t>(float(d));
  }
  return e;
}

void Parser::initializer(Variable &v) {
  if (accept('{')) {
    int depth = 1;
    while (depth) {
      if (accept('{')) {
        depth++;
      } else if (accept('}')) {
        depth--;
      } else if (accept(',')) {
        continue;
      } else {
        v.init.push_back(initValue(v));
      }
    }
    if (v.unsized) {
      v.unsized = false;
      v.elements = v.init.size();
    }
  } else {
    v.init.push_back(initValue(v));
  }
}

std::vector<Variable> Parser::paramList() {
  std::vector<Variable> list;
  expect('(');
  while (!accept(')')) {
    if (accept(',')) {
      continue;
    }
    if (accept(".reg") || accept(".param")) {
      list.push_back(variable(Space::Param));
      continue;
    }
    fail("expected a parameter");
  }
  return list;
}

std::unique_ptr<PtxModule> Parser::run() {
  bool isExtern = false;
  while (peek().kind != Token::End) {
    if (peek().kind != Token::Word) {
      if (accept(';')) {
        continue;
      }
      fail("unexpected token");
    }
    std::string_view w = peek().text;
    if (w == ".version") {
      pos_++;
      double v = peek().kind == Token::Float64 ? std::bit_cast<double>(peek().value) : double(peek().value);
      module_->versionMajor = int(v);
      module_->versionMinor = int(std::lround((v - int(v)) * 10));
      skipLine();
    } else if (w == ".target") {
      pos_++;
      std::string_view t = peek().text;
      if (t.starts_with("sm_")) {
        module_->target = atoi(std::string(t.substr(3)).c_str());
        module_->archSpecific = t.back() == 'a' || t.back() == 'f';
      }
      skipLine();
    } else if (w == ".address_size") {
      pos_++;
      if (integer() != 64) {
        fail("only .address_size 64 is supported");
      }
    } else if (w == ".file" || w == ".loc" || w == ".pragma" || w == ".ident") {
      skipLine();
    } else if (w == ".section") {
      pos_ += 2;
      skipBraces();
    } else if (w == ".extern") {
      isExtern = true;
      pos_++;
      continue;
    } else if (w == ".visible" || w == ".weak" || w == ".common") {
      pos_++;
      continue;
    } else if (w == ".entry" || w == ".func") {
      pos_++;
      functionOrEntry(w == ".entry", isExtern);
    } else if (w == ".alias") {
      pos_++;
      std::string a = word();
      expect(',');
      module_->aliases[a] = word();
      expect(';');
    } else if (w == ".global" || w == ".const" || w == ".shared") {
      pos_++;
      Space space = w == ".global" ? Space::Global : w == ".const" ? Space::Const : Space::Shared;
      do {
        Variable v = variable(space);
        v.isExtern = isExtern;
        module_->variables.push_back(std::move(v));
      } while (accept(','));
      expect(';');
    } else {
      fail("unknown directive");
    }
    isExtern = false;
  }
  if (!module_->versionMajor) {
    throw PtxError(1, "missing .version directive");
  }
  return std::move(module_);
}

void Parser::functionOrEntry(bool entry, bool isExtern) {
  auto f = std::make_unique<Function>();
  f->isEntry = entry;
  f->isExtern = isExtern;
  f->line = peek().line;
  if (!entry && peek().is('(')) {
    f->returns = paramList();
  }
  f->name = word();
  if (peek().is('(')) {
    f->params = paramList();
  }
  for (;;) {
    auto triple = [&](uint32_t *out) {
      for (int i = 0; i < 3; i++) {
        out[i] = 1;
      }
      for (int i = 0; i < 3; i++) {
        out[i] = uint32_t(integer());
        if (!accept(',')) {
          break;
        }
      }
    };
    if (accept(".maxntid")) {
      triple(f->maxThreads);
    } else if (accept(".reqntid")) {
      triple(f->requiredThreads);
    } else if (accept(".reqnctapercluster")) {
      triple(f->requiredCluster);
    } else if (accept(".minnctapersm") || accept(".maxnctapersm") || accept(".maxnreg") ||
               accept(".maxclusterrank")) {
      integer();
    } else if (accept(".explicitcluster") || accept(".noreturn") || accept(".blocksareclusters")) {
      continue;
    } else if (peek().is(".pragma")) {
      while (!accept(';')) {
        pos_++;
      }
    } else if (accept(".unique")) {
      continue;
    } else if (peek().is(".abi_preserve") || peek().is(".abi_preserve_control")) {
      pos_++;
      integer();
    } else {
      break;
    }
  }
  if (accept('{')) {
    f->hasBody = true;
    body(*f);
  } else {
    accept(';');
  }
  // A definition replaces an earlier declaration of the same name.
  for (auto &old : module_->functions) {
    if (old->name == f->name) {
      if (f->hasBody || !old->hasBody) {
        old = std::move(f);
      }
      return;
    }
  }
  module_->functions.push_back(std::move(f));
}

void Parser::body(Function &f) {
  fn_ = &f;
  scopes_.clear();
  labelUses_.clear();
  scopes_.push_back({-1, {}, {}, {}});
  scope_ = 0;
  block(f);
  std::vector<int> statementOf(labelUses_.size(), -1);
  f.labels.resize(labelUses_.size());
  for (size_t i = 0; i < labelUses_.size(); i++) {
    int found = -1;
    for (int s = labelUses_[i].scope; s >= 0 && found < 0; s = scopes_[s].parent) {
      auto it = scopes_[s].labels.find(labelUses_[i].name);
      if (it != scopes_[s].labels.end()) {
        found = it->second;
      }
    }
    f.labels[i] = found; // -1 stays for names that are symbols or are never defined
  }
  fn_ = nullptr;
}

Operand Parser::labelUse(const std::string &name) {
  Operand o;
  o.kind = Operand::Label;
  o.name = name;
  o.value = int64_t(labelUses_.size());
  labelUses_.push_back({name, scope_});
  return o;
}

void Parser::block(Function &f) {
  while (!accept('}')) {
    const Token &t = peek();
    if (t.kind == Token::End) {
      fail("unterminated function body");
    }
    if (accept(';')) {
      continue;
    }
    if (accept('{')) {
      scopes_.push_back({scope_, {}, {}, {}});
      scope_ = int(scopes_.size()) - 1;
      block(f);
      scope_ = scopes_[scope_].parent;
      continue;
    }
    if (t.kind == Token::Word && t.text[0] == '.') {
      std::string_view w = t.text;
      if (w == ".loc" || w == ".file") {
        skipLine();
        continue;
      }
      if (w == ".pragma") {
        while (!accept(';')) {
          pos_++;
        }
        continue;
      }
      if (w == ".section") {
        pos_ += 2;
        skipBraces();
        continue;
      }
      if (w == ".reg") {
        pos_++;
        registers(f);
        continue;
      }
      if (w == ".local" || w == ".param" || w == ".shared" || w == ".global" || w == ".const") {
        pos_++;
        Space s = w == ".local"    ? Space::Local
                  : w == ".param"  ? Space::Param
                  : w == ".shared" ? Space::Shared
                  : w == ".global" ? Space::Global
                                   : Space::Const;
        do {
          Variable v = variable(s);
          std::string unique = v.name;
          if (scope_ > 0 || s == Space::Shared || s == Space::Global || s == Space::Const) {
            unique = f.name + "$" + std::to_string(scope_) + "$" + v.name;
          }
          scopes_[scope_].variables[v.name] = unique;
          v.name = unique;
          if (s == Space::Global || s == Space::Const || s == Space::Shared) {
            module_->variables.push_back(v);
          } else {
            f.locals.push_back(v);
          }
        } while (accept(','));
        expect(';');
        continue;
      }
      fail("unknown directive in a function body");
    }
    if (t.kind == Token::Word && peek(1).is(':')) {
      std::string name = word();
      pos_++;
      if (accept(".branchtargets")) {
        auto &table = f.branchTables[name];
        do {
          table.push_back(int(labelUse(word()).value));
        } while (accept(','));
        expect(';');
      } else if (accept(".callprototype")) {
        Prototype p;
        if (peek().is('(')) {
          p.returns = paramList();
        }
        word(); // `_`
        if (peek().is('(')) {
          p.params = paramList();
        }
        while (accept(".noreturn")) {
        }
        f.prototypes[name] = p;
        expect(';');
      } else if (accept(".calltargets")) {
        while (!accept(';')) {
          pos_++;
        }
      } else {
        scopes_[scope_].labels[name] = int(f.body.size());
      }
      continue;
    }
    statement(f);
  }
}

void Parser::declareRegister(const std::string &name, Type type, int vector) {
  Operand o;
  if (vector == 1) {
    o.kind = Operand::Register;
    o.reg = int(fn_->registers.size());
    fn_->registers.push_back(type);
    fn_->registerNames.push_back(name);
  } else {
    o.kind = Operand::Vector;
    for (int i = 0; i < vector; i++) {
      std::string element = name + "." + "xyzwabcd"[i];
      declareRegister(element, type, 1);
      o.items.push_back(scopes_[scope_].names[element]);
    }
  }
  scopes_[scope_].names[name] = o;
}

void Parser::registers(Function &) {
  int vector = 1;
  if (peek().is(".v2") || peek().is(".v4")) {
    vector = next().text[2] - '0';
  }
  Type type = parseType(word().substr(1));
  if (type == Type::Unknown) {
    fail("unknown register type");
  }
  do {
    std::string name = word();
    if (accept('<')) {
      int64_t n = integer();
      expect('>');
      for (int64_t i = 0; i < n; i++) {
        declareRegister(name + std::to_string(i), type, vector);
      }
    } else {
      declareRegister(name, type, vector);
    }
  } while (accept(','));
  expect(';');
}

Operand Parser::nameOperand(const std::string &name) {
  for (int s = scope_; s >= 0; s = scopes_[s].parent) {
    auto it = scopes_[s].names.find(name);
    if (it != scopes_[s].names.end()) {
      return it->second;
    }
  }
  Operand o;
  o.name = name;
  if (name == "_") {
    o.kind = Operand::Sink;
    return o;
  }
  if (name == "WARP_SZ") {
    o.kind = Operand::Integer;
    o.value = 32;
    return o;
  }
  if (name[0] == '%') {
    o.kind = Operand::Special;
    return o;
  }
  for (int s = scope_; s >= 0; s = scopes_[s].parent) {
    auto it = scopes_[s].variables.find(name);
    if (it != scopes_[s].variables.end()) {
      o.kind = Operand::Symbol;
      o.name = it->second;
      return o;
    }
  }
  o.kind = Operand::Symbol;
  return o;
}

Operand Parser::operand() {
  Operand o;
  const Token &t = peek();
  if (accept('(')) {
    o.kind = Operand::List;
    while (!accept(')')) {
      if (!accept(',')) {
        o.items.push_back(operand());
      }
    }
    return o;
  }
  if (accept('{')) {
    o.kind = Operand::Vector;
    while (!accept('}')) {
      if (!accept(',')) {
        o.items.push_back(operand());
      }
    }
    return o;
  }
  if (accept('[')) {
    o.kind = Operand::Address;
    if (peek().kind == Token::Integer) {
      Operand base;
      base.kind = Operand::Integer;
      base.value = sum();
      o.items.push_back(base);
    } else {
      o.items.push_back(nameOperand(word()));
    }
    while (peek().is('+') || peek().is('-')) {
      bool minus = next().is('-');
      int64_t v = integer();
      o.value += minus ? -v : v;
    }
    while (accept(',')) {
      o.items.push_back(operand());
    }
    expect(']');
    return o;
  }
  if (accept('!')) {
    o = operand();
    o.negated = true;
    return o;
  }
  if (t.kind == Token::Float32 || t.kind == Token::Float64) {
    o.kind = t.kind == Token::Float32 ? Operand::Float32 : Operand::Float64;
    o.value = int64_t(t.value);
    pos_++;
    return o;
  }
  if (t.is('-') && (peek(1).kind == Token::Float32 || peek(1).kind == Token::Float64)) {
    pos_++;
    o = operand();
    if (o.kind == Operand::Float32) {
      o.value ^= 0x80000000;
    } else {
      o.value ^= int64_t(1ull << 63);
    }
    return o;
  }
  if (t.is('-') && peek(1).kind == Token::Word) {
    pos_++;
    o = operand();
    o.negated = true;
    return o;
  }
  if (t.kind == Token::Integer || t.is('-') || t.is('~')) {
    o.kind = Operand::Integer;
    o.value = sum();
    return o;
  }
  if (t.kind != Token::Word) {
    fail("expected an operand");
  }
  o = nameOperand(word());
  if (accept('|')) {
    Operand pair;
    pair.kind = Operand::Pair;
    pair.items = {o, operand()};
    return pair;
  }
  if (o.kind == Operand::Symbol && (peek().is('+') || peek().is('-'))) {
    bool minus = next().is('-');
    int64_t v = integer();
    o.value = minus ? -v : v;
  }
  return o;
}

void Parser::statement(Function &f) {
  Statement s;
  size_t begin = peek().begin;
  s.line = peek().line;
  if (accept('@')) {
    s.guardNegated = accept('!');
    Operand g = nameOperand(word());
    if (g.kind != Operand::Register || f.registers[g.reg] != Type::Pred) {
      fail("guard is not a predicate register");
    }
    s.guard = g.reg;
  }
  if (peek().kind != Token::Word) {
    fail("expected an instruction");
  }
  s.words = splitDots(next().text);
  const std::string &op = s.words[0];
  bool branch = op == "bra" || op == "brx";
  while (!accept(';')) {
    if (accept(',')) {
      continue;
    }
    if (peek().kind == Token::End) {
      fail("unterminated instruction");
    }
    if (branch && peek().kind == Token::Word && peek().text[0] != '%') {
      std::string name = word();
      if (op == "bra") {
        s.operands.push_back(labelUse(name));
      } else {
        Operand o;
        o.kind = Operand::Symbol;
        o.name = name;
        s.operands.push_back(o);
      }
      continue;
    }
    s.operands.push_back(operand());
  }
  size_t end = tokens_[pos_ - 1].begin;
  s.text = std::string(src_.substr(begin, end - begin));
  for (char &c : s.text) {
    if (c == '\n' || c == '\t' || c == '\r') {
      c = ' ';
    }
  }
  f.body.push_back(std::move(s));
}

} // namespace

std::unique_ptr<PtxModule> parsePtx(std::string_view text) { return Parser(text).run(); }

} // namespace ptxemu
