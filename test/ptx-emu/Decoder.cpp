#include "test/ptx-emu/Decoder.h"
#include <algorithm>

namespace ptxemu {

std::unordered_map<std::string, DecodeFn> &decodeTable() {
  static std::unordered_map<std::string, DecodeFn> table;
  return table;
}

static int slotBytes(Type t) {
  if (t == Type::Pred) {
    return 0;
  }
  return std::max(2, typeBytes(t));
}

Reg ProgramBuilder::allocate(FunctionState &st, int bytes) {
  if (bytes == 0) {
    Reg r{st.frame, 0, 0};
    st.frame += 4;
    return r;
  }
  uint32_t size = uint32_t(bytes) * kLanes;
  st.frame = (st.frame + 63) & ~63u;
  Reg r{st.frame, 0, uint8_t(bytes)};
  st.frame += size;
  return r;
}

static uint32_t alignUp(uint32_t v, uint32_t a) { return (v + a - 1) / a * a; }

Func *ProgramBuilder::function(const std::string &name, int line) {
  auto known = funcs.find(name);
  if (known != funcs.end()) {
    return known->second;
  }
  const Function *ast = program->module->findFunction(name);
  if (!ast || !ast->hasBody) {
    throw PtxError(line, "call to undefined function '" + name + "'");
  }
  program->functions.push_back(std::make_unique<Func>());
  Func &fn = *program->functions.back();
  funcs[name] = &fn;
  fn.ast = ast;
  auto address = addresses->find(ast->name);
  if (address != addresses->end()) {
    program->functionByAddress[address->second] = &fn;
  }

  FunctionState &st = states[&fn];
  // Predicates first (4 bytes each), then lane arrays.
  st.registers.resize(ast->registers.size());
  for (size_t i = 0; i < ast->registers.size(); i++) {
    if (ast->registers[i] == Type::Pred) {
      st.registers[i] = allocate(st, 0);
    }
  }
  for (size_t i = 0; i < ast->registers.size(); i++) {
    if (ast->registers[i] != Type::Pred) {
      st.registers[i] = allocate(st, slotBytes(ast->registers[i]));
    }
  }

  for (size_t i = 0; i < st.registers.size(); i++) {
    fn.registerAt[st.registers[i].offset] = int(i);
  }

  uint32_t local = 0;
  auto place = [&](const Variable &v) {
    local = alignUp(local, std::max<uint32_t>(v.align, 16));
    ParamSlot slot{local, uint32_t(v.bytes())};
    st.locals[v.name] = {local, slot.bytes, false};
    local += slot.bytes;
    return slot;
  };
  if (ast->isEntry) {
    for (const Variable &v : ast->params) {
      program->paramBytes = alignUp(program->paramBytes, std::max<uint32_t>(1, v.align));
      program->params.push_back({program->paramBytes, uint32_t(v.bytes())});
      st.locals[v.name] = {program->paramBytes, uint32_t(v.bytes()), true};
      program->paramBytes += uint32_t(v.bytes());
    }
  } else {
    for (const Variable &v : ast->params) {
      fn.params.push_back(place(v));
    }
    for (const Variable &v : ast->returns) {
      fn.returns.push_back(place(v));
    }
  }
  for (const Variable &v : ast->locals) {
    place(v);
  }
  fn.localBytes = alignUp(local, 16);

  std::vector<uint32_t> codeIndex(ast->body.size() + 1);
  for (size_t i = 0; i < ast->body.size(); i++) {
    codeIndex[i] = uint32_t(fn.code.size());
    const Statement &s = ast->body[i];
    auto decode = decodeTable().find(s.words[0]);
    if (decode == decodeTable().end()) {
      throw PtxError(s.line, "unsupported instruction: " + s.text);
    }
    Decoder d(*this, fn, *ast, s, int(i));
    decode->second(d);
  }
  codeIndex[ast->body.size()] = uint32_t(fn.code.size());
  {
    // Falling off the end returns.
    static const Statement end{{"ret"}, {}, -1, false, 0, "ret (end of function)"};
    Decoder d(*this, fn, *ast, end, int(ast->body.size()));
    decodeTable()["ret"](d);
  }
  FunctionState &state = states[&fn];
  for (auto [at, label] : state.branchFixups) {
    int statement = ast->labels[label];
    if (statement < 0) {
      throw PtxError(ast->line, "undefined label in function '" + name + "'");
    }
    fn.code[at].imm = codeIndex[statement];
  }
  for (auto &i : fn.code) { // branch tables hold label numbers until here
    if (i.extra && i.stat == StatClass::Control && i.i2 == 1) {
      auto *table = const_cast<std::vector<int> *>(static_cast<const std::vector<int> *>(i.extra));
      for (int &t : *table) {
        if (ast->labels[t] < 0) {
          throw PtxError(ast->line, "undefined label in a branch table");
        }
        t = int(codeIndex[ast->labels[t]]);
      }
    }
  }
  fn.frameBytes = alignUp(state.frame, 64) + 64;
  fn.constants.resize(fn.constants.size() + 64);
  auto raw = reinterpret_cast<uintptr_t>(fn.constants.data());
  uintptr_t aligned = (raw + 63) & ~uintptr_t(63);
  if (aligned != raw) {
    memmove(reinterpret_cast<void *>(aligned), fn.constants.data(), fn.constants.size() - 64);
  }
  fn.constantsBase = reinterpret_cast<uint8_t *>(aligned);
  return &fn;
}

void ProgramBuilder::placeShared() {
  for (const Variable &v : program->module->variables) {
    if (v.space != Space::Shared || v.unsized) {
      continue;
    }
    bool placed = false;
    uint32_t &top = program->staticShared;
    uint32_t offset = alignUp(top, v.align);
    for (const SharedUse &u : sharedUses) {
      if (u.variable != v.name) {
        continue;
      }
      u.fn->code[u.at].imm += offset;
      placed = true;
    }
    if (placed) {
      top = offset + uint32_t(v.bytes());
    }
  }
}

std::shared_ptr<Program> decodeProgram(std::shared_ptr<const PtxModule> module, const Function &entry,
                                       const std::map<std::string, uint64_t> &addresses, int smVersion) {
  auto program = std::make_shared<Program>();
  program->module = module;
  program->name = entry.name;
  ProgramBuilder b;
  b.program = program;
  b.addresses = &addresses;
  b.smVersion = smVersion;
  program->entry = b.function(entry.name, entry.line);
  if (b.usesIndirect) {
    for (auto &f : module->functions) {
      if (!f->isEntry && f->hasBody) {
        b.function(f->name, f->line);
      }
    }
  }
  b.placeShared();
  // The dynamic part starts after the static one, at the largest alignment asked for.
  uint32_t dynamicAlign = 16;
  for (auto &v : module->variables) {
    if (v.space == Space::Shared && v.unsized) {
      dynamicAlign = std::max(dynamicAlign, v.align);
    }
  }
  program->dynamicSharedOffset = alignUp(program->staticShared, dynamicAlign);
  for (auto &f : program->functions) {
    for (auto &i : f->code) {
      if (i.exec == nullptr) {
        throw PtxError(0, "internal: undecoded instruction");
      }
    }
  }
  const uint32_t *t = entry.requiredThreads[0] ? entry.requiredThreads : entry.maxThreads;
  if (t[0]) {
    program->maxThreads = std::min<uint32_t>(1024, t[0] * std::max(1u, t[1]) * std::max(1u, t[2]));
  }
  return program;
}

// ---- Decoder ------------------------------------------------------------------------------------

Decoder::Decoder(ProgramBuilder &p, Func &f, const Function &a, const Statement &st, int index)
    : s(st), ast(a), fn(f), program(p) {
  I.statement = index;
  if (s.guard >= 0) {
    I.guard = program.states[&fn].registers[s.guard].offset;
    I.guardMode = s.guardNegated ? 2 : 1;
    useDef.uses.push_back(program.states[&fn].registers[s.guard]);
  }
  taken_.assign(s.words.size(), false);
  taken_[0] = true;
}

void Decoder::refuse(const std::string &why) const { throw PtxError(s.line, why + ": " + s.text); }

bool Decoder::take(std::string_view m) {
  for (size_t i = 1; i < s.words.size(); i++) {
    if (!taken_[i] && s.words[i] == m) {
      taken_[i] = true;
      return true;
    }
  }
  return false;
}
int Decoder::takeOneOf(std::initializer_list<const char *> names) {
  int k = 0;
  for (const char *n : names) {
    if (take(n)) {
      return k;
    }
    k++;
  }
  return -1;
}
std::string Decoder::takePrefix(std::string_view prefix) {
  for (size_t i = 1; i < s.words.size(); i++) {
    if (!taken_[i] && s.words[i].starts_with(prefix)) {
      taken_[i] = true;
      return s.words[i];
    }
  }
  return "";
}
Type Decoder::takeType() {
  for (size_t i = 1; i < s.words.size(); i++) {
    if (taken_[i]) {
      continue;
    }
    Type t = parseType(s.words[i]);
    if (t != Type::Unknown) {
      taken_[i] = true;
      return t;
    }
  }
  return Type::None;
}
Round Decoder::takeRound() {
  if (take("rn")) {
    return Round::Nearest;
  }
  if (take("rz")) {
    return Round::Zero;
  }
  if (take("rm")) {
    return Round::Down;
  }
  if (take("rp")) {
    return Round::Up;
  }
  if (take("rna")) {
    return Round::NearestAway;
  }
  return Round::None;
}
const std::string *Decoder::peekMod(size_t k) const {
  for (size_t i = 1; i < s.words.size(); i++) {
    if (!taken_[i] && k-- == 0) {
      return &s.words[i];
    }
  }
  return nullptr;
}
void Decoder::finishModifiers() {
  if (const std::string *left = peekMod()) {
    refuse("unsupported modifier '." + *left + "'");
  }
}
const Operand &Decoder::op(size_t i) const {
  if (i >= s.operands.size()) {
    refuse("missing operand");
  }
  highestOperand_ = std::max(highestOperand_, i + 1);
  return s.operands[i];
}
int64_t Decoder::immediate(size_t i) const {
  if (op(i).kind != Operand::Integer) {
    refuse("operand must be an integer constant");
  }
  return op(i).value;
}

Reg Decoder::constant(uint64_t bits, int bytes) {
  auto &st = program.states[&fn];
  auto [it, fresh] = st.constants.try_emplace({bits, bytes}, 0);
  if (fresh) {
    uint32_t offset = alignUp(uint32_t(fn.constants.size()), 64);
    it->second = offset;
    fn.constants.resize(offset + (bytes ? bytes * kLanes : 64));
    if (bytes == 0) {
      uint32_t mask = bits ? kFull : 0;
      memcpy(&fn.constants[offset], &mask, 4);
    } else {
      for (int l = 0; l < kLanes; l++) {
        memcpy(&fn.constants[offset + l * bytes], &bits, std::min(bytes, 8));
      }
    }
  }
  return {it->second, 1, uint8_t(bytes)};
}
Reg Decoder::temp(int bytes) { return program.allocate(program.states[&fn], bytes); }
const Reg *Decoder::list(std::vector<Reg> regs) {
  fn.lists.push_back(std::move(regs));
  return I.list = fn.lists.back().data();
}

static void execLocalAddress(Warp &w, const Instr &I, uint32_t m) {
  uint64_t v = w.frame->localBase + uint64_t(I.imm);
  if (I.d.bytes == 4) {
    forLanes(m, [&](int l) { w.reg<uint32_t>(I.d)[l] = uint32_t(v); });
  } else {
    forLanes(m, [&](int l) { w.reg<uint64_t>(I.d)[l] = v; });
  }
}
static void execNotPred(Warp &w, const Instr &I, uint32_t m) {
  w.pred(I.d) = (w.pred(I.d) & ~m) | (~w.pred(I.a) & m);
}

void Decoder::emitExtra(Instr x, const UseDef &u) {
  x.statement = I.statement;
  x.guard = I.guard;
  x.guardMode = I.guardMode;
  x.stat = StatClass::Count; // not counted: no instruction of its own
  fn.code.push_back(x);
  fn.useDefs.push_back(u);
}

// Where a named variable lives: constant value, or an offset in the frame's local memory.
struct SymbolPlace {
  bool local = false;
  uint64_t value = 0;
  Space space = Space::Generic;
};
static SymbolPlace placeOf(Decoder &d, const Operand &o) {
  auto &st = d.program.states[&d.fn];
  auto local = st.locals.find(o.name);
  if (local != st.locals.end()) {
    if (local->second.kernelParam) {
      return {false, local->second.offset + uint64_t(o.value), Space::Param};
    }
    return {true, local->second.offset + uint64_t(o.value), Space::Local};
  }
  for (const Variable &v : d.program.program->module->variables) {
    if (v.name != o.name) {
      continue;
    }
    if (v.space == Space::Shared) {
      return {false, uint64_t(o.value), Space::Shared}; // the offset is added by placeShared
    }
    auto a = d.program.addresses->find(v.name);
    if (a != d.program.addresses->end()) {
      return {false, a->second + uint64_t(o.value), Space::Global};
    }
  }
  if (const Function *f = d.program.program->module->findFunction(o.name)) {
    auto a = d.program.addresses->find(f->name);
    if (a != d.program.addresses->end()) {
      d.program.usesIndirect = true;
      return {false, a->second, Space::Generic};
    }
  }
  d.refuse("undefined symbol '" + o.name + "'");
}
static bool isDynamicShared(Decoder &d, const std::string &name) {
  for (const Variable &v : d.program.program->module->variables) {
    if (v.name == name) {
      return v.space == Space::Shared && v.unsized;
    }
  }
  return false;
}

static void execSharedAddress(Warp &w, const Instr &I, uint32_t m) {
  const Launch &launch = *w.cta->launch;
  uint64_t v = launch.sharedBase + uint64_t(I.imm) + (I.i0 ? launch.program->dynamicSharedOffset : 0);
  if (I.d.bytes == 4) {
    forLanes(m, [&](int l) { w.reg<uint32_t>(I.d)[l] = uint32_t(v); });
  } else {
    forLanes(m, [&](int l) { w.reg<uint64_t>(I.d)[l] = v; });
  }
}

Reg Decoder::source(const Operand &o, Type t, bool anyWidth) {
  int bytes = slotBytes(t);
  if (t == Type::Pred) {
    return predSource(o);
  }
  switch (o.kind) {
  case Operand::Register: {
    if (o.negated) {
      refuse("unsupported operand form");
    }
    Reg r = program.states[&fn].registers[o.reg];
    if (!anyWidth && r.bytes != bytes) {
      refuse("operand size does not match the instruction type");
    }
    if (anyWidth && (r.bytes < bytes || r.bytes == 0)) {
      refuse("operand is too narrow for the instruction type");
    }
    useDef.uses.push_back(r);
    return r;
  }
  case Operand::Integer: {
    if (t == Type::F32 || t == Type::F64) {
      refuse("integer constant as a float operand");
    }
    uint64_t v = uint64_t(o.value);
    if (bytes < 8) {
      v &= (1ull << (bytes * 8)) - 1;
    }
    return constant(v, bytes);
  }
  case Operand::Float32: {
    uint64_t v = uint64_t(o.value) & 0xffffffff;
    if (t == Type::F64) {
      v = std::bit_cast<uint64_t>(double(std::bit_cast<float>(uint32_t(v))));
    } else if (bytes != 4) {
      refuse("f32 constant as an operand of another size");
    }
    return constant(v, bytes);
  }
  case Operand::Float64: {
    uint64_t v = uint64_t(o.value);
    if (t == Type::F32) {
      v = std::bit_cast<uint32_t>(float(std::bit_cast<double>(v)));
    } else if (bytes != 8) {
      refuse("f64 constant as an operand of another size");
    }
    return constant(v, bytes);
  }
  case Operand::Special: {
    Reg r = temp(bytes);
    Instr saved = I;
    UseDef savedUse = useDef;
    bindSpecialRegister(*this, o.name, r);
    I = saved;
    useDef = savedUse;
    return r;
  }
  case Operand::Symbol: {
    if (bytes < 4) {
      refuse("address does not fit the operand");
    }
    SymbolPlace p = placeOf(*this, o);
    if (!p.local && p.space != Space::Shared) {
      return constant(p.value, bytes);
    }
    Instr x;
    x.exec = p.local ? execLocalAddress : execSharedAddress;
    x.d = temp(bytes);
    x.imm = int64_t(p.value);
    x.i0 = !p.local && isDynamicShared(*this, o.name);
    if (!p.local && !x.i0) {
      program.sharedUses.push_back({&fn, fn.code.size(), o.name});
    }
    emitExtra(x, {{}, {x.d}});
    return x.d;
  }
  case Operand::Sink:
    return temp(bytes);
  default:
    refuse("unsupported operand");
  }
}

Reg Decoder::dest(const Operand &o, Type t, bool anyWidth) {
  if (t == Type::Pred) {
    return predDest(o);
  }
  int bytes = slotBytes(t);
  if (o.kind == Operand::Sink) {
    return temp(bytes);
  }
  if (o.kind != Operand::Register) {
    refuse("destination is not a register");
  }
  Reg r = program.states[&fn].registers[o.reg];
  if (!anyWidth && r.bytes != bytes) {
    refuse("destination size does not match the instruction type");
  }
  if (anyWidth && (r.bytes < bytes || r.bytes == 0)) {
    refuse("destination is too narrow for the instruction type");
  }
  useDef.defs.push_back(r);
  return r;
}

Reg Decoder::predSource(const Operand &o) {
  if (o.kind == Operand::Integer) {
    return constant((o.value != 0) != o.negated, 0);
  }
  if (o.kind == Operand::Special) {
    Reg r = temp(0);
    Instr saved = I;
    bindSpecialRegister(*this, o.name, r);
    I = saved;
    return r;
  }
  if (o.kind != Operand::Register || ast.registers[o.reg] != Type::Pred) {
    refuse("expected a predicate operand");
  }
  Reg r = program.states[&fn].registers[o.reg];
  useDef.uses.push_back(r);
  if (!o.negated) {
    return r;
  }
  Instr x;
  x.exec = execNotPred;
  x.a = r;
  x.d = temp(0);
  emitExtra(x, {{r}, {x.d}});
  return x.d;
}
Reg Decoder::predDest(const Operand &o) {
  if (o.kind == Operand::Sink) {
    return temp(0);
  }
  if (o.kind != Operand::Register || ast.registers[o.reg] != Type::Pred) {
    refuse("expected a predicate destination");
  }
  Reg r = program.states[&fn].registers[o.reg];
  useDef.defs.push_back(r);
  return r;
}

void Decoder::address(const Operand &o, Space space) {
  if (o.kind != Operand::Address) {
    refuse("expected a memory operand");
  }
  const Operand &base = o.items[0];
  I.imm = o.value;
  I.space = space;
  if (space == Space::Param && !ast.isEntry) {
    I.space = Space::Local;
  }
  if (base.kind == Operand::Register) {
    I.i3 = 0;
    I.a = program.states[&fn].registers[base.reg];
    if (I.a.bytes != 4 && I.a.bytes != 8) {
      refuse("address register must have 32 or 64 bits");
    }
    useDef.uses.push_back(I.a);
  } else if (base.kind == Operand::Integer) {
    I.i3 = 1;
    I.imm += base.value;
  } else if (base.kind == Operand::Symbol) {
    SymbolPlace p = placeOf(*this, base);
    I.imm += int64_t(p.value);
    if (p.local) {
      I.i3 = 2;
      I.space = Space::Local;
    } else if (p.space == Space::Shared) {
      if (space == Space::Generic) {
        refuse("shared variable in a generic address");
      }
      I.imm -= int64_t(p.value);
      I.i3 = 0;
      Operand sym = base;
      I.a = source(sym, Type::B32);
    } else {
      I.i3 = 1;
      if (p.space == Space::Param) {
        I.space = Space::Param;
      }
    }
  } else {
    refuse("unsupported address");
  }
}

void Decoder::addressInto(const Operand &o, Reg &base, int64_t &offset, Space space) {
  Instr saved = I;
  address(o, space);
  Reg r = I.a;
  int64_t off = I.imm;
  int mode = I.i3;
  I = saved;
  if (mode == 1) {
    base = constant(uint64_t(off), 8);
    offset = 0;
    return;
  }
  if (mode == 2) {
    refuse("local memory operand is not supported here");
  }
  base = r;
  offset = off;
}

void Decoder::emit(Handler h, StatClass stat) {
  finishModifiers();
  if (highestOperand_ < s.operands.size()) {
    refuse("unexpected operand");
  }
  I.exec = h;
  I.stat = stat;
  fn.code.push_back(I);
  fn.useDefs.push_back(useDef);
}

} // namespace ptxemu
