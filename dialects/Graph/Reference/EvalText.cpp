//===- EvalText.cpp - looking inside texts --------------------------------===//

#include "dialects/Graph/Reference/Evaluation.h"
#include "dialects/Support/Regex.h"
#include "heddle/unicode.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace heddle;
using namespace heddle::reference;

/// The texts of a tensor's elements.
static FailureOr<std::vector<std::string>> textsOf(const Tensor &tensor, Evaluation &evaluation) {
  if (!evaluation.texts()) {
    return evaluation.fail("has no texts for its numbers");
  }
  std::vector<std::string> texts;
  for (int64_t number : tensor.asIntegers()) {
    std::optional<StringRef> text = evaluation.texts()->text(number);
    if (!text) {
      return evaluation.fail(Twine(number) + " is the number of no text");
    }
    texts.push_back(text->str());
  }
  return texts;
}

static Tensor numbersOf(ArrayRef<std::string> texts, ArrayRef<int64_t> shape, Evaluation &evaluation) {
  SmallVector<int64_t> numbers =
      llvm::map_to_vector(texts, [&](const std::string &text) { return evaluation.texts()->number(text); });
  return Tensor::fromIntegers(ElementKind::I64, shape, numbers);
}

static Results evaluateJoin(graph::TextJoinOp op, Evaluation &evaluation) {
  const Tensor &lhs = evaluation.get(op.getLhs()), &rhs = evaluation.get(op.getRhs());
  if (lhs.shape() != rhs.shape()) {
    return evaluation.fail("joins shapes " + toString(lhs.shape()) + " and " + toString(rhs.shape()));
  }
  auto left = textsOf(lhs, evaluation), right = textsOf(rhs, evaluation);
  if (failed(left) || failed(right)) {
    return failure();
  }
  for (auto [text, behind] : llvm::zip(*left, *right)) {
    text += behind;
  }
  return single(numbersOf(*left, lhs.shape(), evaluation));
}

//===----------------------------------------------------------------------===//
// Code points
//===----------------------------------------------------------------------===//

/// The code point at the front of a text, and its bytes; a byte that begins none counts as itself.
static std::pair<uint32_t, unsigned> firstPoint(StringRef text) {
  uint32_t point = 0;
  unsigned bytes = heddle_decode_utf8(text.data(), text.size(), &point);
  return {point, bytes};
}

static std::string withCase(StringRef text, bool isUpper) {
  std::string result;
  while (!text.empty()) {
    auto [point, bytes] = firstPoint(text);
    if (bytes == 0) {
      result += text.front();
      text = text.drop_front();
      continue;
    }
    uint32_t mapped[HEDDLE_CASE_POINTS];
    uint32_t count = heddle_map_case(point, isUpper, mapped);
    for (uint32_t each : ArrayRef(mapped, count)) {
      char encoded[4];
      result.append(encoded, heddle_encode_utf8(each, encoded));
    }
    text = text.drop_front(bytes);
  }
  return result;
}

static Results evaluateCase(graph::TextCaseOp op, Evaluation &evaluation) {
  const Tensor &input = evaluation.get(op.getInput());
  auto texts = textsOf(input, evaluation);
  if (failed(texts)) {
    return failure();
  }
  for (std::string &text : *texts) {
    text = withCase(text, op.getTo() == graph::TextCase::Upper);
  }
  return single(numbersOf(*texts, input.shape(), evaluation));
}

//===----------------------------------------------------------------------===//
// Splitting
//===----------------------------------------------------------------------===//

static std::vector<std::string> splitAt(StringRef text, StringRef delimiter, int64_t splits) {
  std::vector<std::string> pieces;
  for (size_t at; splits-- != 0 && (at = text.find(delimiter)) != StringRef::npos;) {
    pieces.push_back(text.take_front(at).str());
    text = text.drop_front(at + delimiter.size());
  }
  pieces.push_back(text.str());
  return pieces;
}

/// Bytes of the white space at the front of a text, 0 if there is none.
static unsigned leadingSpace(StringRef text) {
  auto [point, bytes] = firstPoint(text);
  return bytes != 0 && heddle_is_white_space(point) ? bytes : 0;
}

static std::vector<std::string> splitAtSpace(StringRef text, int64_t splits) {
  std::vector<std::string> pieces;
  while (true) {
    while (unsigned bytes = leadingSpace(text)) {
      text = text.drop_front(bytes);
    }
    if (text.empty()) {
      return pieces;
    }
    size_t end = 0;
    while (end < text.size() && leadingSpace(text.drop_front(end)) == 0) {
      ++end;
    }
    end = splits-- == 0 ? text.size() : end;
    pieces.push_back(text.take_front(end).str());
    text = text.drop_front(end);
  }
}

template <typename OpTy>
static FailureOr<std::vector<std::vector<std::string>>> piecesOf(OpTy op, Evaluation &evaluation) {
  auto texts = textsOf(evaluation.get(op.getInput()), evaluation);
  if (failed(texts)) {
    return failure();
  }
  std::vector<std::vector<std::string>> pieces;
  for (const std::string &text : *texts) {
    pieces.push_back(op.getDelimiter().empty() ? splitAtSpace(text, op.getSplits())
                                               : splitAt(text, op.getDelimiter(), op.getSplits()));
  }
  return pieces;
}

static Results evaluateCount(graph::TextCountOp op, Evaluation &evaluation) {
  auto pieces = piecesOf(op, evaluation);
  if (failed(pieces)) {
    return failure();
  }
  SmallVector<int64_t> counts =
      llvm::map_to_vector(*pieces, [](const auto &each) { return static_cast<int64_t>(each.size()); });
  return single(Tensor::fromIntegers(ElementKind::I64, evaluation.get(op.getInput()).shape(), counts));
}

static Results evaluateSplit(graph::TextSplitOp op, Evaluation &evaluation) {
  auto pieces = piecesOf(op, evaluation);
  FailureOr<SmallVector<int64_t>> shape = evaluation.resultSizes(op.getResult(), op.getSize());
  if (failed(pieces) || failed(shape)) {
    return failure();
  }
  if (ArrayRef(*shape).drop_back() != evaluation.get(op.getInput()).shape()) {
    return evaluation.fail("splits into a tensor of shape " + toString(*shape));
  }
  std::vector<std::string> all;
  for (auto &each : *pieces) {
    each.resize(shape->back());
    all.insert(all.end(), each.begin(), each.end());
  }
  return single(numbersOf(all, *shape, evaluation));
}

static Results evaluateMatch(graph::TextMatchOp op, Evaluation &evaluation) {
  const Tensor &input = evaluation.get(op.getInput());
  auto texts = textsOf(input, evaluation);
  if (failed(texts)) {
    return failure();
  }
  RegexProgram program = llvm::cantFail(RegexProgram::parse(op.getPattern())); // verified
  Tensor result(ElementKind::I1, input.shape());
  for (auto [i, text] : llvm::enumerate(*texts)) {
    result.setInteger(i, program.matches(text));
  }
  return single(result);
}

std::optional<Results> reference::evaluateText(Operation *op, Evaluation &evaluation) {
  return llvm::TypeSwitch<Operation *, std::optional<Results>>(op)
      .Case<graph::TextJoinOp>([&](auto join) { return evaluateJoin(join, evaluation); })
      .Case<graph::TextCaseOp>([&](auto change) { return evaluateCase(change, evaluation); })
      .Case<graph::TextCountOp>([&](auto count) { return evaluateCount(count, evaluation); })
      .Case<graph::TextSplitOp>([&](auto split) { return evaluateSplit(split, evaluation); })
      .Case<graph::TextMatchOp>([&](auto match) { return evaluateMatch(match, evaluation); })
      .Default([](Operation *) { return std::nullopt; });
}
