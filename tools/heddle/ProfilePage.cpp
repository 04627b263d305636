//===- ProfilePage.cpp - a profile as one page of HTML --------------------===//
//
// A roofline picture, the memory plan and the table of steps. The pictures are SVG inside the page, which
// loads nothing and runs nothing; details are in the titles that a browser shows under the pointer.
//
//===----------------------------------------------------------------------===//

#include "tools/heddle/Model.h"
#include "tools/heddle/ProfileReport.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include <cmath>

namespace heddle::cli {

namespace {
constexpr double kWidth = 900, kHeight = 360, kMargin = 50; // of a picture, in pixels

constexpr const char *kHead = R"(<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"/><title>heddle profile</title>
<style>
body { font: 14px sans-serif; margin: 2em; color: #222; }
table { border-collapse: collapse; }
td, th { padding: 2px 10px; text-align: right; border-bottom: 1px solid #ddd; }
td:last-child, th:last-child { text-align: left; }
svg { background: #fafafa; border: 1px solid #ddd; }
svg text { font: 11px sans-serif; fill: #555; }
</style></head><body>
)";

std::string escaped(llvm::StringRef text) {
  std::string result;
  llvm::raw_string_ostream stream(result);
  llvm::printHTMLEscaped(text, stream);
  return result;
}

class Page {
public:
  Page(const ProfileReport &report, llvm::raw_ostream &out) : report(report), out(out) {}

  void write() {
    out << kHead << "<h1>" << escaped(report.model) << "</h1>\n<p>" << timeText(report.nanos)
        << " a run, the mean of " << report.runs << " on " << report.threads
        << (report.threads == 1 ? " thread" : " threads") << " of " << escaped(report.machine.cpu)
        << ".</p>\n";
    writeRoofline();
    writeMemory();
    writeTable();
    out << "</body></html>\n";
  }

private:
  void writeRoofline();
  void writeRoofs(double xMin, double xMax);
  void writePoint(const ProfiledStep &step);
  void writeMemory();
  void writeTable();
  std::string stepOfPhase(uint32_t phase) const;

  void openPicture() {
    out << llvm::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%g\" height=\"%g\">\n",
                        kWidth + 2 * kMargin, kHeight + 2 * kMargin);
  }
  void line(double x1, double y1, double x2, double y2) {
    out << llvm::format("<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#888\"/>\n", x1, y1,
                        x2, y2);
  }
  void text(double x, double y, llvm::StringRef content) {
    out << llvm::format("<text x=\"%.1f\" y=\"%.1f\">", x, y) << escaped(content) << "</text>\n";
  }

  const ProfileReport &report;
  llvm::raw_ostream &out;
  // The logarithms to base 10 that lie at the edges of the roofline picture.
  double left = -1, right = 2, bottom = 9, top = 10;
  double xOf(double intensity) const {
    return kMargin + (std::log10(intensity) - left) / (right - left) * kWidth;
  }
  double yOf(double rate) const { return kMargin + (top - std::log10(rate)) / (top - bottom) * kHeight; }
};
} // namespace

/// Flops of a byte, and flops a second; nothing for steps that compute nothing.
static std::optional<std::pair<double, double>> placeOf(const ProfiledStep &step) {
  if (!step.flops || !step.bytes || *step.flops <= 0 || *step.bytes <= 0 || step.nanos <= 0 ||
      step.count <= 0) {
    return std::nullopt;
  }
  return std::pair(*step.flops / *step.bytes, *step.flops * step.count / step.nanos * 1e9);
}

void Page::writeRoofs(double xMin, double xMax) {
  const tune::MachineConstants &machine = report.machine;
  double peak = 1e9 * report.threads * tune::peakRate(machine);
  line(xOf(peak / (machine.l1Bytes * machine.gigahertz * 1e9 * report.threads)), yOf(peak), xOf(xMax),
       yOf(peak));
  text(xOf(xMax) - 140, yOf(peak) - 5, countText(peak) + "flop/s of f32");
  const std::pair<const char *, double> levels[] = {{"L1", machine.l1Bytes},
                                                    {"L2", machine.l2Bytes},
                                                    {"L3", machine.l3Bytes},
                                                    {"memory", machine.memoryBytes}};
  for (auto [index, level] : llvm::enumerate(levels)) {
    double rate = level.second * machine.gigahertz * 1e9 * report.threads;
    double from = std::max(xMin, std::pow(10, bottom) / rate), to = peak / rate;
    line(xOf(from), yOf(from * rate), xOf(to), yOf(peak));
    double at = from * std::pow(10, 0.4 * index); // labels of lines that lie close stand apart
    text(xOf(at), yOf(at * rate) - 4, std::string(level.first) + " " + countText(rate) + "B/s");
  }
}

void Page::writePoint(const ProfiledStep &step) {
  auto [intensity, rate] = *placeOf(step);
  out << llvm::format(
             "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"#3070c0\" fill-opacity=\"0.4\"><title>",
             xOf(intensity), yOf(rate), 3 + 25 * std::sqrt(step.share))
      << escaped(step.name) << ": " << percentText(step.share) << " of the time, " << countText(rate)
      << "flop/s, " << llvm::format("%.3g", intensity) << " flops a byte, " << percentText(step.roofShare)
      << " of its roof</title></circle>\n";
}

void Page::writeRoofline() {
  out << "<h2>Roofline</h2>\n<p>Flops a second over flops a byte, both as logarithms; an area is a share of "
         "the "
         "time.</p>\n";
  double peak = 1e9 * report.threads * tune::peakRate(report.machine);
  top = std::log10(peak) + 0.3;
  std::vector<const ProfiledStep *> shown;
  for (const ProfiledStep *step : stepsByTime(report)) {
    if (auto place = placeOf(*step)) {
      shown.push_back(step);
      left = std::min(left, std::log10(place->first) - 0.1);
      right = std::max(right, std::log10(place->first) + 0.1);
      bottom = std::min(bottom, std::log10(place->second) - 0.1);
      top = std::max(top, std::log10(place->second) + 0.1);
    }
  }
  openPicture();
  writeRoofs(std::pow(10, left), std::pow(10, right));
  for (int tick = std::ceil(left); tick <= right; ++tick) {
    text(xOf(std::pow(10, tick)) - 4, kMargin + kHeight + 20,
         tick < 0 ? "1/" + countText(std::pow(10, -tick)) : countText(std::pow(10, tick)));
  }
  for (int tick = std::ceil(bottom); tick <= top; ++tick) {
    text(4, yOf(std::pow(10, tick)) + 4, countText(std::pow(10, tick)));
  }
  for (const ProfiledStep *step : shown) {
    writePoint(*step);
  }
  out << "</svg>\n";
}

/// The first step of a phase, by name; empty for a phase of control flow alone.
std::string Page::stepOfPhase(uint32_t phase) const {
  for (const ProfiledStep &step : report.steps) {
    if (!step.kernel.empty() && step.phase == phase) {
      return " (" + step.name + ")";
    }
  }
  return "";
}

void Page::writeMemory() {
  uint32_t phases = 1;
  for (const ProfiledBuffer &buffer : report.buffers) {
    phases = std::max(phases, buffer.lastPhase + 1);
  }
  out << "<h2>Memory</h2>\n<p>" << report.buffers.size() << " buffers in an arena of "
      << bytesText(report.arenaBytes) << ": offsets, from the top, over " << phases
      << " phases. Workers meet between phases.</p>\n";
  openPicture();
  double perPhase = kWidth / phases, perByte = kHeight / std::max<double>(report.arenaBytes, 1);
  for (auto [index, buffer] : llvm::enumerate(report.buffers)) {
    out << llvm::format("<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" ",
                        kMargin + buffer.firstPhase * perPhase, kMargin + buffer.offset * perByte,
                        (buffer.lastPhase - buffer.firstPhase + 1) * perPhase, buffer.bytes * perByte)
        << llvm::format("fill=\"hsl(%d, 55%%, 70%%)\" stroke=\"#fff\" stroke-width=\"0.5\">",
                        static_cast<int>(index * 47 % 360))
        << "<title>buffer " << index << ": " << bytesText(buffer.bytes) << " at " << buffer.offset
        << ", from phase " << buffer.firstPhase << escaped(stepOfPhase(buffer.firstPhase)) << " to "
        << buffer.lastPhase << escaped(stepOfPhase(buffer.lastPhase)) << "</title></rect>\n";
  }
  text(kMargin, kMargin - 8, "0");
  text(kMargin, kMargin + kHeight + 16, bytesText(report.arenaBytes));
  out << "</svg>\n";
}

void Page::writeTable() {
  out << "<h2>Steps</h2>\n<table>\n<tr><th>time</th><th>share</th><th>waiting</th><th>times</th><th>flops</"
         "th>"
         "<th>bytes</th><th>of roof</th><th>kernel</th><th>step</th></tr>\n";
  for (const ProfiledStep *step : stepsByTime(report)) {
    out << "<tr>";
    for (const std::string &cell :
         {timeText(step->nanos), percentText(step->share), timeText(step->waitNanos), timesText(*step),
          countText(step->flops), countText(step->bytes), percentText(step->roofShare), step->kernel,
          step->name}) {
      out << "<td>" << escaped(cell) << "</td>";
    }
    out << "</tr>\n";
  }
  out << "</table>\n";
}

void writeProfilePage(const ProfileReport &report, llvm::raw_ostream &out) { Page(report, out).write(); }

} // namespace heddle::cli
