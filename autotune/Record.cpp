//===- Record.cpp - one line of a file of tuning records ------------------===//

#include "autotune/Record.h"
#include "llvm/Support/JSON.h"

using namespace heddle;
using namespace heddle::tune;

/// Indexed by Outcome.
static constexpr llvm::StringLiteral kOutcomes[] = {"measured", "disturbed", "failed",
                                                    "crashed",  "timed out", "wrong"};

llvm::StringRef tune::outcomeName(Outcome outcome) { return kOutcomes[static_cast<size_t>(outcome)]; }

std::string tune::toJsonLine(const Record &record) {
  std::string text;
  llvm::raw_string_ostream out(text);
  llvm::json::OStream json(out);
  json.object([&] {
    json.attribute("v", Record::kVersion);
    json.attribute("kind", record.kind == Record::Kind::Choice ? "choice" : "measurement");
    json.attribute("kernel", record.kernel);
    json.attribute("name", record.name);
    json.attribute("target", record.target);
    json.attribute("schedule", record.schedule);
    json.attribute("launches", record.launches);
    json.attribute("outcome", outcomeName(record.outcome));
    if (record.outcome == Outcome::Measured) {
      json.attribute("ns", record.nanos);
      json.attribute("incumbent_ns", record.incumbentNanos);
    }
    if (!record.features.empty()) {
      json.attributeArray("features", [&] {
        for (float feature : record.features) {
          json.value(feature);
        }
      });
    }
  });
  return text;
}

static llvm::Error wrong(const llvm::Twine &what) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), what);
}

/// Reads a text field; an error names it.
static llvm::Error readText(const llvm::json::Object &object, llvm::StringRef key, std::string &text) {
  std::optional<llvm::StringRef> value = object.getString(key);
  if (!value) {
    return wrong("'" + key + "' is missing or no text");
  }
  text = value->str();
  return llvm::Error::success();
}

static llvm::Error readTimes(const llvm::json::Object &object, Record &record) {
  std::optional<double> nanos = object.getNumber("ns"), draft = object.getNumber("incumbent_ns");
  if (!nanos || !draft || !(*nanos > 0) || !(*draft > 0)) {
    return wrong("'ns' and 'incumbent_ns' are not both numbers above 0");
  }
  record.nanos = *nanos;
  record.incumbentNanos = *draft;
  return llvm::Error::success();
}

static llvm::Error readFeatures(const llvm::json::Object &object, Record &record) {
  const llvm::json::Array *features = object.getArray("features");
  for (const llvm::json::Value &value : features ? *features : llvm::json::Array()) {
    std::optional<double> number = value.getAsNumber();
    if (!number) {
      return wrong("'features' holds something else than numbers");
    }
    record.features.push_back(static_cast<float>(*number));
  }
  return llvm::Error::success();
}

llvm::Expected<Record> tune::parseJsonLine(llvm::StringRef line) {
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(line);
  if (!value) {
    return value.takeError();
  }
  const llvm::json::Object *object = value->getAsObject();
  if (!object) {
    return wrong("no JSON object");
  }
  std::optional<int64_t> version = object->getInteger("v");
  if (version != Record::kVersion) {
    return wrong("'v' is " + (version ? llvm::Twine(*version) : llvm::Twine("missing")) + ", wanted " +
                 llvm::Twine(Record::kVersion));
  }
  Record record;
  std::string kind, outcome;
  for (auto [key, text] : {std::pair("kind", &kind), std::pair("kernel", &record.kernel),
                           std::pair("name", &record.name), std::pair("target", &record.target),
                           std::pair("schedule", &record.schedule), std::pair("outcome", &outcome)}) {
    if (llvm::Error error = readText(*object, key, *text)) {
      return error;
    }
  }
  const auto *known = llvm::find(kOutcomes, outcome);
  if (known == std::end(kOutcomes) || (kind != "choice" && kind != "measurement")) {
    return wrong("'kind' or 'outcome' is unknown: '" + kind + "', '" + outcome + "'");
  }
  record.kind = kind == "choice" ? Record::Kind::Choice : Record::Kind::Measurement;
  record.outcome = static_cast<Outcome>(known - std::begin(kOutcomes));
  std::optional<int64_t> launches = object->getInteger("launches");
  if (!launches || *launches < 0) {
    return wrong("'launches' is missing or no number from 0 on");
  }
  record.launches = *launches;
  if (record.outcome == Outcome::Measured) {
    if (llvm::Error error = readTimes(*object, record)) {
      return error;
    }
  }
  if (llvm::Error error = readFeatures(*object, record)) {
    return error;
  }
  return record;
}
