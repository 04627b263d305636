// The parsed form of a PTX module. Names of registers and labels are resolved to numbers here;
// instruction semantics are left to the decoders.
#ifndef TEST_PTX_EMU_AST_H
#define TEST_PTX_EMU_AST_H

#include "test/ptx-emu/Types.h"
#include <map>
#include <memory>
#include <stdexcept>
#include <vector>

namespace ptxemu {

struct PtxError : std::runtime_error {
  int line;
  PtxError(int line, const std::string &what) : std::runtime_error(what), line(line) {}
};

enum class Space : uint8_t { Generic, Reg, Global, Shared, SharedCluster, Local, Const, Param, ParamFunc };

struct Initializer { // one element of a variable's initialiser
  uint64_t bits = 0;
  std::string symbol; // address of this symbol (+ bits), when not empty
  uint64_t mask = 0;  // `0xFF00(symbol)`: only these bits of the address, shifted down
};

struct Variable {
  std::string name;
  Space space = Space::Global;
  Type type = Type::B8;
  int vector = 1;
  uint32_t align = 1;
  uint64_t elements = 1;
  bool isExtern = false, unsized = false, isPointerParam = false;
  std::vector<Initializer> init;
  int line = 0;
  uint64_t bytes() const { return elements * vector * typeBytes(type); }
};

struct Operand {
  enum Kind : uint8_t {
    Register,
    Integer,
    Float32,
    Float64,
    Special,
    Symbol,
    Label,
    Address,
    Vector,
    List,
    Pair,
    Sink
  };
  Kind kind = Sink;
  bool negated = false;       // !p, or -x
  int reg = -1;               // Register: index into Function::registers
  int64_t value = 0;          // Integer value, float bits, symbol or address offset, label number
  std::string name;           // Special / Symbol
  std::vector<Operand> items; // Vector/List/Pair elements; Address: base, then coordinates
};

struct Statement {
  std::vector<std::string> words; // opcode split at '.', words[0] is the base opcode
  std::vector<Operand> operands;
  int guard = -1; // predicate register, -1: none
  bool guardNegated = false;
  int line = 0;
  std::string text;
};

struct Prototype {
  std::vector<Variable> params, returns;
};

struct Function {
  std::string name;
  bool isEntry = false, hasBody = false, isExtern = false;
  std::vector<Variable> params, returns;
  std::vector<Variable> locals; // .local, .param and .shared variables declared inside
  std::vector<Type> registers;
  std::vector<std::string> registerNames;
  std::vector<Statement> body;
  std::vector<int> labels;                              // label number -> statement index
  std::map<std::string, std::vector<int>> branchTables; // .branchtargets
  std::map<std::string, Prototype> prototypes;          // .callprototype
  uint32_t maxThreads[3] = {0, 0, 0}, requiredThreads[3] = {0, 0, 0}, requiredCluster[3] = {0, 0, 0};
  int line = 0;
};

struct PtxModule {
  int versionMajor = 0, versionMinor = 0, target = 0; // target: 90 for sm_90
  bool archSpecific = false;                          // sm_90a
  std::vector<Variable> variables;                    // module scope
  std::vector<std::unique_ptr<Function>> functions;
  std::map<std::string, std::string> aliases;
  Function *findFunction(const std::string &name) const {
    auto alias = aliases.find(name);
    const std::string &real = alias == aliases.end() ? name : alias->second;
    for (auto &f : functions) {
      if (f->name == real) {
        return f.get();
      }
    }
    return nullptr;
  }
};

std::unique_ptr<PtxModule> parsePtx(std::string_view text); // throws PtxError

} // namespace ptxemu

#endif // TEST_PTX_EMU_AST_H
