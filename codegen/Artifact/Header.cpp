//===- Header.cpp - the C header of a compiled model ----------------------===//
//
// The header includes nothing of heddle's: it holds copies of the headers of the runtime that stand alone,
// whose guards let several models' headers and the runtime's own meet in one program.
//
//===----------------------------------------------------------------------===//

#include "codegen/Artifact/Header.h"
#include "codegen/Artifact/Embedded.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/raw_ostream.h"

using namespace heddle;
using namespace heddle::artifact;

static constexpr ApiFunction kApi[] = {
    {"session_create", "heddle_status_t",
     "const heddle_session_options_t *options, heddle_session_t **session, heddle_message_t *message", "ppp",
     "Makes a session with its threads and, where sizes are known, all its memory. `options` may be null "
     "(the\n"
     "   default), `message` too."},
    {"session_release", "void", "heddle_session_t *session", "p",
     "Ends the threads and frees the memory, outputs included. No run may be going on. Null is ignored."},
    {"session_threads", "uint32_t", "const heddle_session_t *session", "p",
     "How many threads a run uses, the caller included."},
    {"session_set_input", "heddle_status_t",
     "heddle_session_t *session, uint32_t index, const heddle_tensor_t *tensor", "pwp",
     "Checks `tensor` against the input and keeps a view: its data is read during runs and belongs to the "
     "caller. An\n"
     "   input stays set until it is set again."},
    {"session_set_input_named", "heddle_status_t",
     "heddle_session_t *session, const char *name, const heddle_tensor_t *tensor", "ppp",
     "The same by the input's name."},
    {"session_set_output", "heddle_status_t",
     "heddle_session_t *session, uint32_t index, void *data, size_t bytes", "pwpq",
     "Lets runs write output `index` to `data`, which has `bytes` bytes and is apart from every input; a run "
     "that\n"
     "   needs more fails. Null: the session owns the output's memory again."},
    {"session_arena_bytes", "heddle_status_t", "heddle_session_t *session, uint64_t *bytes", "pp",
     "The bytes of planned memory that a run with the inputs set now needs."},
    {"session_run", "heddle_status_t", "heddle_session_t *session", "p",
     "Runs the model on the inputs that are set. Dimensions with one name must be equal."},
    {"session_start", "heddle_status_t", "heddle_session_t *session", "p",
     "Begins a run, which on a device goes on after the return; the caller waits for it before anything "
     "else."},
    {"session_is_done", "heddle_status_t", "heddle_session_t *session, int32_t *done", "pp",
     "`done` becomes 1 once waiting will not block for the device's computations."},
    {"session_wait", "heddle_status_t", "heddle_session_t *session", "p",
     "Ends the run that was started; gives what session_run would."},
    {"session_output", "heddle_status_t",
     "heddle_session_t *session, uint32_t index, heddle_tensor_t *tensor", "pwp",
     "Output `index` of the last run that succeeded: a view that is valid until the next run or the end of "
     "the\n"
     "   session."},
    {"session_reset", "heddle_status_t", "heddle_session_t *session", "p",
     "Gives the model's state its initial value again."},
    {"session_message", "const char *", "const heddle_session_t *session", "p",
     "What went wrong in the last call that failed, one line; empty if none did. Valid until the next call."},
};

ArrayRef<ApiFunction> artifact::apiFunctions() { return kApi; }

static StringRef cTypeOf(heddle_dtype_t dtype) {
  switch (dtype) {
  case HEDDLE_F32:
    return "float";
  case HEDDLE_F64:
    return "double";
  case HEDDLE_I8:
  case HEDDLE_I4:
    return "int8_t";
  case HEDDLE_I16:
    return "int16_t";
  case HEDDLE_I32:
    return "int32_t";
  case HEDDLE_I64:
    return "int64_t";
  case HEDDLE_U16:
  case HEDDLE_F16: // the bits
  case HEDDLE_BF16:
    return "uint16_t";
  case HEDDLE_U32:
    return "uint32_t";
  case HEDDLE_U64:
    return "uint64_t";
  case HEDDLE_STRING:
    return "heddle_string_t";
  default: // truth values, u8, u4 and 8-bit floats
    return "uint8_t";
  }
}

/// "f32 [1, 3, 224, 224]".
static std::string describe(const TensorInfo &tensor) {
  return (dtypeName(tensor.dtype) + " [" + llvm::join(tensor.texts, ", ") + "]").str();
}

/// Text from a model file inside a C comment.
static std::string safe(StringRef text) {
  std::string result;
  for (char c : text) {
    result += llvm::isPrint(c) && c != '*' && c != '\\' ? c : '_';
  }
  return result;
}

/// Distinct C identifiers made from the tensors' names.
static std::vector<std::string> parameterNames(ArrayRef<TensorInfo> inputs, ArrayRef<TensorInfo> outputs) {
  std::vector<std::string> names;
  llvm::StringSet<> used = {"session"};
  for (ArrayRef<TensorInfo> tensors : {inputs, outputs}) {
    for (const TensorInfo &tensor : tensors) {
      std::string name = ArrayRef<TensorInfo>(inputs).data() == tensors.data() ? "in_" : "out_";
      for (char c : tensor.name) {
        name += llvm::isAlnum(c) ? c : '_';
      }
      while (!used.insert(name).second) {
        name += '_';
      }
      names.push_back(name);
    }
  }
  return names;
}

static void writeSignature(llvm::raw_ostream &out, const Signature &signature) {
  auto list = [&](StringRef title, ArrayRef<TensorInfo> tensors) {
    for (auto [index, tensor] : llvm::enumerate(tensors)) {
      out << " * " << title << " " << index << "  " << safe(tensor.name) << "  " << safe(describe(tensor))
          << "\n";
    }
  };
  list("input ", signature.inputs);
  list("output", signature.outputs);
  out << " *\n";
  if (signature.oneWorkerArenaBytes) {
    out << " * A session with one thread needs " << *signature.oneWorkerArenaBytes
        << " bytes of planned memory.\n *\n";
  }
}

static void writeTypedFunction(llvm::raw_ostream &out, const Signature &signature, StringRef prefix) {
  std::vector<std::string> names = parameterNames(signature.inputs, signature.outputs);
  out << "/* Runs the model: reads every input, writes every output, row-major.\n";
  std::string parameters = "heddle_session_t *session";
  size_t next = 0;
  auto add = [&](ArrayRef<TensorInfo> tensors, StringRef qualifier) {
    for (const TensorInfo &tensor : tensors) {
      out << "   " << names[next] << ": " << safe(describe(tensor)) << "\n";
      parameters += (", " + qualifier + cTypeOf(tensor.dtype) + " *" + names[next]).str();
      ++next;
    }
  };
  add(signature.inputs, "const ");
  add(signature.outputs, "");
  out << "*/\nheddle_status_t " << prefix << "_" << kTypedFunction << "(" << parameters << ");\n\n";
}

std::string artifact::makeHeader(const Signature &signature, const ArtifactOptions &options) {
  std::string text, guard = StringRef(options.prefix).upper() + "_HEDDLE_MODEL_H";
  llvm::raw_string_ostream out(text);
  out << "/* " << safe(options.name) << ", compiled by heddle for " << signature.target << ".\n *\n";
  writeSignature(out, signature);
  out << " * Make a session, set its inputs, run it, read its outputs. Sessions run at the same time in "
         "different threads;\n"
         " * one session is used by one thread at a time. Link with -lm -lpthread where the model is a "
         "static library.\n */\n\n"
      << "#ifndef " << guard << "\n#define " << guard << "\n\n"
      << dtypeHeader() << "\n"
      << statusHeader() << "\n"
      << typesHeader() << "\n"
      << "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n";
  for (const ApiFunction &function : apiFunctions()) {
    StringRef space = function.result.ends_with("*") ? "" : " ";
    out << "/* " << function.comment << " */\n"
        << function.result << space << options.prefix << "_" << function.name << "(" << function.parameters
        << ");\n\n";
  }
  if (signature.isStatic()) {
    writeTypedFunction(out, signature, options.prefix);
  }
  out << "/* The model for heddle_model_create of heddle/runtime.h. */\nstruct heddle_model_info;\n"
      << "const struct heddle_model_info *" << options.prefix << "_model(void);\n\n"
      << "#ifdef __cplusplus\n}\n#endif\n\n#endif /* " << guard << " */\n";
  return text;
}
