// Branches, calls and barriers.
#include "test/ptx-emu/Decoder.h"
#include <bit>
#include <cstdio>
#include <ctime>

namespace ptxemu {
namespace {

// ---- branches ----------------------------------------------------------------------------------
void execBra(Warp &w, const Instr &I, uint32_t m) { w.branch(m, uint32_t(I.imm)); }

void decodeBra(Decoder &d) {
  d.take("uni");
  if (d.op(0).kind != Operand::Label) {
    d.refuse("branch target is not a label");
  }
  d.program.states[&d.fn].branchFixups.push_back({d.fn.code.size(), int(d.op(0).value)});
  d.emit(execBra, StatClass::Control);
}

void execBrx(Warp &w, const Instr &I, uint32_t m) {
  const auto &table = *static_cast<const std::vector<int> *>(I.extra);
  const uint32_t *index = w.reg<uint32_t>(I.a);
  if (m != w.active) {
    w.divide(w.active & ~m);
  }
  uint32_t rest = m;
  while (rest) {
    uint32_t k = index[__builtin_ctz(rest)], same = 0;
    for (uint32_t r = rest; r; r &= r - 1) {
      if (index[__builtin_ctz(r)] == k) {
        same |= 1u << __builtin_ctz(r);
      }
    }
    if (k >= table.size()) {
      fault(CUDA_ERROR_LAUNCH_FAILED, "branch table index out of range", __builtin_ctz(rest));
    }
    rest &= ~same;
    if (rest) {
      w.splits[w.divide(same)].pc = uint32_t(table[k]);
    } else {
      w.pc = uint32_t(table[k]);
    }
  }
  w.reschedule = w.splits.size() > 1;
}
void decodeBrx(Decoder &d) {
  if (!d.take("idx")) {
    d.refuse("unsupported branch");
  }
  d.take("uni");
  d.I.a = d.src(0, Type::U32);
  auto it = d.ast.branchTables.find(d.op(1).name);
  if (it == d.ast.branchTables.end()) {
    d.refuse("unknown branch table");
  }
  *d.extra<std::vector<int>>() = it->second;
  d.I.i2 = 1; // the table's labels are resolved once the function is decoded
  d.emit(execBrx, StatClass::Control);
}

void execRet(Warp &w, const Instr &, uint32_t m) { w.ret(m); }
void execExit(Warp &w, const Instr &, uint32_t m) { w.exitLanes(m); }
void execTrap(Warp &, const Instr &, uint32_t m) {
  fault(CUDA_ERROR_LAUNCH_FAILED, "trap", __builtin_ctz(m));
}

// ---- calls -----------------------------------------------------------------------------------------
void execCall(Warp &w, const Instr &I, uint32_t m) {
  w.call(I, m, static_cast<const CallInfo *>(I.extra)->callee);
}
void execCallIndirect(Warp &w, const Instr &I, uint32_t m) {
  const auto &info = *static_cast<const CallInfo *>(I.extra);
  uint64_t target = readLane(w, info.target, __builtin_ctz(m));
  uint32_t same = 0;
  for (uint32_t r = m; r; r &= r - 1) {
    if (readLane(w, info.target, __builtin_ctz(r)) == target) {
      same |= 1u << __builtin_ctz(r);
    }
  }
  const auto &known = w.cta->launch->program->functionByAddress;
  auto it = known.find(target);
  if (it == known.end()) {
    fault(CUDA_ERROR_ILLEGAL_ADDRESS, "indirect call to an address that is no function", __builtin_ctz(m));
  }
  uint32_t others = m & ~same;
  if (others) { // these call another function: they execute this instruction again
    int s = w.divide(others);
    w.splits[s].pc = w.pc - 1;
    w.reschedule = true;
  }
  w.call(I, same, it->second);
  if (others) {
    w.reschedule = true;
  }
}

std::string readString(Warp &w, uint64_t address, int lane) {
  std::string s;
  for (;; address++) {
    char c = char(*w.resolve(Space::Generic, address, 1, lane, false));
    if (!c) {
      return s;
    }
    s += c;
  }
}
uint64_t argValue(Warp &w, const CallArg &a, int lane) {
  if (!a.local) {
    return readLane(w, a.reg, lane);
  }
  uint64_t v = 0;
  memcpy(&v, &w.local[size_t(lane) * w.localCapacity + w.frame->localBase + a.offset],
         std::min<uint32_t>(8, a.bytes));
  return v;
}
void setReturn(Warp &w, const CallInfo &info, int lane, uint64_t v) {
  if (info.returns.empty() || !info.returns[0].local) {
    return;
  }
  const CallArg &a = info.returns[0];
  memcpy(&w.local[size_t(lane) * w.localCapacity + w.frame->localBase + a.offset], &v,
         std::min<uint32_t>(8, a.bytes));
}

int printFormatted(Warp &w, int lane, const std::string &f, uint64_t args) {
  std::string out;
  int conversions = 0;
  uint64_t at = args;
  auto fetch = [&](int bytes) {
    at = (at + bytes - 1) & ~uint64_t(bytes - 1);
    uint64_t v = 0;
    memcpy(&v, w.resolve(Space::Generic, at, bytes, lane, false), bytes);
    at += bytes;
    return v;
  };
  for (size_t i = 0; i < f.size(); i++) {
    if (f[i] != '%') {
      out += f[i];
      continue;
    }
    if (f[i + 1] == '%') {
      out += '%';
      i++;
      continue;
    }
    std::string spec = "%";
    int longs = 0;
    for (i++; i < f.size() && !isalpha((unsigned char)f[i]); i++) {
      spec += f[i] == '*' ? std::to_string(int(fetch(4))) : std::string(1, f[i]);
    }
    for (; i < f.size() && strchr("lhzjt", f[i]); i++) {
      longs += f[i] == 'l' || f[i] == 'z' || f[i] == 'j' || f[i] == 't';
    }
    char c = i < f.size() ? f[i] : 'd', buffer[512];
    conversions++;
    if (strchr("fFeEgGaA", c)) {
      snprintf(buffer, sizeof buffer, (spec + c).c_str(), std::bit_cast<double>(fetch(8)));
    } else if (c == 's') {
      snprintf(buffer, sizeof buffer, (spec + c).c_str(), readString(w, fetch(8), lane).c_str());
    } else if (c == 'p') {
      snprintf(buffer, sizeof buffer, (spec + c).c_str(), (void *)fetch(8));
    } else if (c == 'd' || c == 'i') {
      snprintf(buffer, sizeof buffer, (spec + "ll" + c).c_str(),
               longs ? (long long)fetch(8) : (long long)(int)fetch(4));
    } else if (c == 'c') {
      snprintf(buffer, sizeof buffer, (spec + c).c_str(), int(fetch(4)));
    } else {
      snprintf(buffer, sizeof buffer, (spec + "ll" + c).c_str(),
               longs ? (unsigned long long)fetch(8) : (unsigned long long)(unsigned)fetch(4));
    }
    out += buffer;
  }
  fwrite(out.data(), 1, out.size(), stdout);
  fflush(stdout);
  return conversions;
}

void execBuiltin(Warp &w, const Instr &I, uint32_t m) {
  const auto &info = *static_cast<const CallInfo *>(I.extra);
  for (uint32_t r = m; r; r &= r - 1) {
    int l = __builtin_ctz(r);
    auto arg = [&](size_t k) { return k < info.args.size() ? argValue(w, info.args[k], l) : 0; };
    if (info.name == "vprintf") {
      setReturn(w, info, l, printFormatted(w, l, readString(w, arg(0), l), arg(1)));
    } else if (info.name == "malloc") {
      setReturn(w, info, l, DeviceMemory::instance().allocate(arg(0), w.cta->launch->config.device));
    } else if (info.name == "free") {
      if (arg(0) && !DeviceMemory::instance().free(arg(0))) {
        fault(CUDA_ERROR_ILLEGAL_ADDRESS, "free of an address that malloc did not return", l);
      }
      w.rangeSize = 0;
    } else {
      fault(CUDA_ERROR_ASSERT,
            readString(w, arg(1), l) + ":" + std::to_string(int(arg(2))) + ": assertion '" +
                readString(w, arg(0), l) + "' failed",
            l);
    }
  }
}

void decodeCall(Decoder &d) {
  d.ignoreOperands(); // may end with a prototype or a list of targets
  d.take("uni");
  auto &st = d.program.states[&d.fn];
  size_t k = 0;
  auto info = d.extra<CallInfo>();
  auto argument = [&](const Operand &o) {
    CallArg a{};
    auto local = o.kind == Operand::Symbol ? st.locals.find(o.name) : st.locals.end();
    if (local != st.locals.end()) {
      if (local->second.kernelParam) {
        d.refuse("kernel parameter as a call argument");
      }
      a.local = true;
      a.offset = local->second.offset;
      a.bytes = local->second.bytes;
    } else if (o.kind == Operand::Register) {
      a.reg = st.registers[o.reg];
      if (a.reg.bytes == 0) {
        d.refuse("predicate as a call argument");
      }
      a.bytes = a.reg.bytes;
    } else if (o.kind == Operand::Integer) {
      a.reg = d.constant(uint64_t(o.value), 8);
      a.bytes = 8;
    } else {
      d.refuse("unsupported call argument");
    }
    return a;
  };
  if (d.op(0).kind == Operand::List) {
    for (auto &o : d.op(0).items) {
      info->returns.push_back(argument(o));
      if (!info->returns.back().local) {
        d.refuse("register as a call result");
      }
    }
    k = 1;
  }
  const Operand &target = d.op(k++);
  if (k < d.count() && d.op(k).kind == Operand::List) {
    for (auto &o : d.op(k).items) {
      info->args.push_back(argument(o));
    }
  }
  if (target.kind == Operand::Register) {
    info->target = d.source(target, Type::B64);
    d.program.usesIndirect = true;
    d.emit(execCallIndirect, StatClass::Control);
    return;
  }
  if (target.kind != Operand::Symbol) {
    d.refuse("unsupported call target");
  }
  info->name = target.name;
  const Function *f = d.program.program->module->findFunction(target.name);
  if (f && !f->hasBody &&
      (f->name == "vprintf" || f->name == "__assertfail" || f->name == "malloc" || f->name == "free")) {
    d.emit(execBuiltin, StatClass::Control);
    return;
  }
  // Decoding the callee may move this function's state, so emit first and fill in the callee after.
  d.emit(execCall, StatClass::Control);
  info->callee = d.program.function(target.name, d.s.line);
}

// ---- barriers -----------------------------------------------------------------------------------------
enum { kSync, kArrive, kRed };
void execBarrier(Warp &w, const Instr &I, uint32_t m) {
  if (m != w.active) { // guarded lanes do not take part
    w.divide(w.active & ~m);
    w.reschedule = true;
  }
  int lane = __builtin_ctz(m);
  uint64_t index = readLane(w, I.a, lane), count = I.i1 ? readLane(w, I.b, lane) : 0;
  if (index > 15) {
    fault(CUDA_ERROR_LAUNCH_FAILED, "barrier number above 15", lane);
  }
  if (w.stats) {
    w.stats->barriers++;
  }
  uint32_t predicate = I.i2 ? w.pred(I.c) : 0;
  if (I.i3) {
    predicate = ~predicate;
  }
  w.cta->arrive(w, m, int(index), uint32_t(count), I.i0 != kArrive, &I, I.i2, predicate);
}
void decodeBarrier(Decoder &d) {
  d.take("cta");
  if (d.take("warp")) {
    d.take("sync");
    d.I.a = d.src(0, Type::B32);
    d.emit(
        [](Warp &w, const Instr &I, uint32_t m) {
          // Lanes may meet here from different bar.warp.sync instructions.
          constexpr int kWarpSync = 100;
          uint32_t need = w.reg<uint32_t>(I.a)[__builtin_ctz(m)] & w.live, here = w.active;
          if (m != w.active) {
            need &= m;
          }
          auto waits = [&](const Split &s) {
            return s.state == SplitState::Converge && s.barrier == kWarpSync && (s.mask & need);
          };
          for (auto &s : w.splits) {
            if (waits(s)) {
              here |= s.mask;
            }
          }
          if ((here & need) != need) {
            int mine = w.current;
            w.block(SplitState::Converge, true);
            w.splits[mine].barrier = kWarpSync;
            return;
          }
          for (auto &s : w.splits) {
            if (waits(s)) {
              s.state = SplitState::Ready;
              s.pc++;
              w.reschedule = true;
            }
          }
          if (w.cta->shadow) {
            w.cta->shadow->tick(w.id);
          }
        },
        StatClass::Warp);
    return;
  }
  if (d.take("cluster")) {
    bool arrive = d.take("arrive"), wait = d.take("wait");
    d.take("relaxed");
    d.take("release");
    d.take("acquire");
    d.take("aligned");
    if (arrive == wait) {
      d.refuse("unsupported cluster barrier");
    }
    if (arrive) {
      d.emit(
          [](Warp &w, const Instr &, uint32_t m) {
            Cluster &c = *w.cta->cluster;
            for (uint32_t r = m; r; r &= r - 1) {
              w.clusterPhase[__builtin_ctz(r)] = c.barrierGeneration;
            }
            c.barrierArrived += __builtin_popcount(m);
            c.events++;
            if (w.cta->shadow) {
              w.cta->shadow->release(w.id, w.cta->shadow->mbarriers[UINT32_MAX]);
            }
            c.tryReleaseBarrier();
          },
          StatClass::Barrier);
    } else {
      d.emit(
          [](Warp &w, const Instr &, uint32_t m) {
            Cluster &c = *w.cta->cluster;
            for (uint32_t r = m; r; r &= r - 1) {
              if (w.clusterPhase[__builtin_ctz(r)] >= c.barrierGeneration) {
                w.block(SplitState::ClusterBarrier, true);
                return;
              }
            }
            if (w.cta->shadow) {
              w.cta->shadow->acquire(w.id, w.cta->shadow->mbarriers[UINT32_MAX]);
            }
          },
          StatClass::Barrier);
    }
    return;
  }
  int kind = d.takeOneOf({"sync", "arrive", "red"});
  if (kind < 0) {
    d.refuse("unsupported barrier");
  }
  d.take("aligned");
  d.I.i0 = kind;
  size_t k = 0;
  if (kind == kRed) {
    int op = d.takeOneOf({"and", "or", "popc"});
    if (op < 0) {
      d.refuse("unsupported barrier reduction");
    }
    d.I.i2 = op + 1;
    Type t = d.takeType();
    d.I.d = d.dst(k++, t == Type::Pred ? Type::Pred : Type::U32);
  }
  d.I.a = d.src(k++, Type::U32);
  size_t left = d.count() - k - (kind == kRed);
  if (left) {
    d.I.b = d.src(k++, Type::U32);
    d.I.i1 = 1;
  }
  if (kind == kRed) {
    d.I.c = d.src(k++, Type::Pred);
  }
  d.emit(execBarrier, StatClass::Barrier);
}

void decodeTrap(Decoder &d) { d.emit(execTrap, StatClass::Control); }
void decodeRet(Decoder &d) {
  d.take("uni");
  d.emit(execRet, StatClass::Control);
}
void decodeExit(Decoder &d) { d.emit(execExit, StatClass::Control); }

} // namespace

static RegisterOps ops{{"bra", decodeBra},     {"brx", decodeBrx},         {"call", decodeCall},
                       {"bar", decodeBarrier}, {"barrier", decodeBarrier}, {"ret", decodeRet},
                       {"exit", decodeExit},   {"trap", decodeTrap},       {"brkpt", decodeTrap}};

} // namespace ptxemu
