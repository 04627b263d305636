// Helpers with which each instruction family turns statements into decoded instructions.
#ifndef TEST_PTX_EMU_DECODER_H
#define TEST_PTX_EMU_DECODER_H

#include "test/ptx-emu/Machine.h"
#include <unordered_map>

namespace ptxemu {

struct ProgramBuilder;

// Decodes one statement. Every modifier must be taken, or the instruction is refused.
class Decoder {
public:
  Decoder(ProgramBuilder &program, Func &fn, const Function &ast, const Statement &s, int index);

  const Statement &s;
  const Function &ast;
  Func &fn;
  ProgramBuilder &program;
  Instr I; // the instruction being built
  UseDef useDef;

  // Modifiers, in any order.
  bool take(std::string_view m);                            // consumes modifier `m` when present
  int takeOneOf(std::initializer_list<const char *> names); // index, or -1
  Type takeType(); // next unconsumed type modifier; Type::None if none is left
  Round takeRound();
  void finishModifiers();                          // refuses what is left
  std::string takePrefix(std::string_view prefix); // consumes a modifier that starts with prefix
  const std::string *peekMod(size_t k = 0) const;
  [[noreturn]] void refuse(const std::string &why) const;

  size_t count() const { return s.operands.size(); }
  const Operand &op(size_t i) const;
  Reg src(size_t i, Type t) { return source(op(i), t); }
  Reg dst(size_t i, Type t) { return dest(op(i), t); }
  Reg source(const Operand &o, Type t, bool anyWidth = false);
  Reg dest(const Operand &o, Type t, bool anyWidth = false);
  Reg predSource(const Operand &o); // handles !p and constant predicates
  Reg predDest(const Operand &o);
  Reg constant(uint64_t bits, int bytes);
  Reg temp(int bytes);
  bool isImmediate(const Operand &o) const { return o.kind == Operand::Integer; }
  int64_t immediate(size_t i) const;
  const Reg *list(std::vector<Reg> regs);
  template <class T> T *extra() {
    auto p = std::make_shared<T>();
    fn.extras.push_back(p);
    I.extra = p.get();
    return p.get();
  }

  // Sets I.a/I.imm/I.i3/I.space for a memory operand. I.i3: 0 register base, 1 absolute, 2 frame-local.
  void address(const Operand &o, Space space);
  void addressInto(const Operand &o, Reg &base, int64_t &offset, Space space); // always via a register

  void emit(Handler h, StatClass stat);     // appends I
  void emitExtra(Instr x, const UseDef &u); // appends a helper instruction before I

  void ignoreOperands() { highestOperand_ = s.operands.size(); }

private:
  std::vector<bool> taken_;
  mutable size_t highestOperand_ = 0; // one past the last operand looked at; the rest is refused
};

using DecodeFn = void (*)(Decoder &);
std::unordered_map<std::string, DecodeFn> &decodeTable();
struct RegisterOps {
  RegisterOps(std::initializer_list<std::pair<const char *, DecodeFn>> ops) {
    for (auto &[name, fn] : ops) {
      decodeTable()[name] = fn;
    }
  }
};

struct ProgramBuilder {
  std::shared_ptr<Program> program;
  const std::map<std::string, uint64_t> *addresses;
  // Static shared variables lie in the order of declaration, as ptxas places them; known once all is decoded.
  struct SharedUse {
    Func *fn;
    size_t at;
    std::string variable;
  };
  std::vector<SharedUse> sharedUses;
  void placeShared();
  std::map<std::string, Func *> funcs;
  int smVersion = 90;
  Func *function(const std::string &name, int line); // decodes on first use
  bool usesIndirect = false;

  // Per function being decoded.
  struct Local {
    uint32_t offset, bytes;
    bool kernelParam;
  };
  struct FunctionState {
    std::vector<Reg> registers;
    std::map<std::string, Local> locals; // frame-local variables and parameters
    std::map<std::pair<uint64_t, int>, uint32_t> constants;
    uint32_t frame = 0;
    std::vector<std::pair<size_t, int>> branchFixups; // code index, label
  };
  std::map<const Func *, FunctionState> states;
  Reg allocate(FunctionState &st, int bytes);
};

void bindSpecialRegister(Decoder &d, const std::string &name, Reg dst); // emits the read

} // namespace ptxemu

#endif // TEST_PTX_EMU_DECODER_H
