//===- SessionTexts.cpp - texts at the border of a session ----------------===//
//
// Before a run the texts of inputs become numbers, behind it the numbers of outputs become texts. In between
// generated code reads texts and adds some.
//
//===----------------------------------------------------------------------===//

#include "runtime/Core/Message.h"
#include "runtime/Core/Model.h"
#include "runtime/Core/Session.h"
#include <cinttypes>

using namespace heddle::rt;

static size_t elementsOf(const int64_t *dims, uint32_t rank) {
  return tensorBytes(HEDDLE_I64, dims, rank) / sizeof(int64_t);
}

/// Counts the texts of all inputs and their bytes. A text that cannot be one is refused.
heddle_status_t Session::measureTexts(size_t &count, size_t &bytes) {
  count = bytes = 0;
  for (uint32_t i = 0; i < info.num_inputs; ++i) {
    if (info.inputs[i].dtype != HEDDLE_STRING) {
      continue;
    }
    auto *texts = static_cast<const heddle_string_t *>(inputs[i].data);
    size_t elements = elementsOf(inputs[i].dims, info.inputs[i].rank);
    for (size_t k = 0; k < elements; ++k) {
      if (!texts[k].data && texts[k].bytes) {
        return report(&lastMessage, HEDDLE_INVALID_INPUT,
                      "input '%s': text %zu has %zu bytes but its data is null", info.inputs[i].name, k,
                      texts[k].bytes);
      }
      if (texts[k].bytes > PTRDIFF_MAX || __builtin_add_overflow(bytes, texts[k].bytes, &bytes)) {
        return report(&lastMessage, HEDDLE_INVALID_INPUT,
                      "input '%s': text %zu has %zu bytes, more than can be addressed", info.inputs[i].name,
                      k, texts[k].bytes);
      }
    }
    count += elements;
  }
  return HEDDLE_OK;
}

heddle_status_t Session::readTexts() {
  if (!sessionModel->hasTexts()) {
    return HEDDLE_OK;
  }
  size_t count = 0, bytes = 0;
  if (heddle_status_t status = measureTexts(count, bytes)) {
    return status;
  }
  if (!texts.begin(allocator, sessionModel->vocabulary(), count, bytes)) {
    return report(&lastMessage, HEDDLE_OUT_OF_MEMORY, "no memory for %zu texts of %zu bytes", count, bytes);
  }
  for (uint32_t i = 0; i < info.num_inputs; ++i) {
    if (info.inputs[i].dtype != HEDDLE_STRING) {
      continue;
    }
    auto *given = static_cast<const heddle_string_t *>(inputs[i].data);
    size_t elements = elementsOf(inputs[i].dims, info.inputs[i].rank);
    Region &numbers = inputNumbers[i];
    if (!numbers.reserve(allocator, elements * sizeof(int64_t))) {
      return report(&lastMessage, HEDDLE_OUT_OF_MEMORY, "no memory for the %zu texts of input '%s'", elements,
                    info.inputs[i].name);
    }
    for (size_t k = 0; k < elements; ++k) {
      static_cast<int64_t *>(numbers.data())[k] = texts.number(given[k]);
    }
    inputData[i] = numbers.data();
  }
  return HEDDLE_OK;
}

const char *Session::text(int64_t number, int64_t &bytes) {
  heddle_string_t found = texts.text(number);
  if (!found.data) {
    fail(report(reasonText(), HEDDLE_INVALID_MODEL, "%" PRId64 " is the number of no text", number),
         failText.text);
    found = {"", 0};
  }
  bytes = int64_t(found.bytes);
  return found.data;
}

char *Session::draftText(int64_t bytes) {
  char *draft = bytes < 0 ? nullptr : texts.draft(size_t(bytes));
  if (!draft) {
    fail(report(reasonText(), HEDDLE_OUT_OF_MEMORY, "no memory for a text of %" PRId64 " bytes", bytes),
         failText.text);
  }
  return draft;
}

int64_t Session::keepText(int64_t bytes) {
  int64_t number = texts.keep(size_t(bytes));
  if (number < 0) {
    fail(report(reasonText(), HEDDLE_OUT_OF_MEMORY, "no memory for one more text"), failText.text);
  }
  return number < 0 ? 0 : number;
}

heddle_status_t Session::writeTexts() {
  for (uint32_t i = 0; i < info.num_outputs; ++i) {
    if (info.outputs[i].dtype != HEDDLE_STRING) {
      continue;
    }
    auto *written = static_cast<heddle_string_t *>(outputs[i].data);
    auto *numbers = static_cast<const int64_t *>(outputData[i]);
    size_t elements = elementsOf(outputs[i].dims, info.outputs[i].rank);
    for (size_t k = 0; k < elements; ++k) {
      written[k] = texts.text(numbers[k]);
      if (!written[k].data) {
        return report(&lastMessage, HEDDLE_INVALID_MODEL,
                      "output '%s': element %zu is %" PRId64 ", which is the number of no text",
                      info.outputs[i].name, k, numbers[k]);
      }
    }
  }
  return HEDDLE_OK;
}
