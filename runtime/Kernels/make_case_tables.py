#!/usr/bin/env python3
"""Writes CaseTables.inc beside it from the Unicode database of Python: what Unicode.cpp knows of case.

A run says that every `step`-th code point from `first` to `last` becomes itself plus `delta`; runs ascend and do not
overlap. What becomes several code points stands in lists of its own.
"""
import os
import sys
import unicodedata


def mapping(change):
    single, several = {}, {}
    for point in range(sys.maxunicode + 1):
        if 0xD800 <= point < 0xE000:
            continue
        mapped = change(chr(point))
        if len(mapped) > 1:
            several[point] = [ord(c) for c in mapped]
        elif ord(mapped) != point:
            single[point] = ord(mapped)
    return single, several


def runs(single):
    """Greedily from the smallest point on, with the step that reaches further."""
    points, result, i = sorted(single), [], 0
    while i < len(points):
        delta = single[points[i]] - points[i]

        def length(step):
            n = 1
            while i + n < len(points) and points[i + n] == points[i] + n * step and single[points[i + n]] - points[i + n] == delta:
                n += 1
            return n

        step = max((1, 2), key=length)
        n = length(step)
        result.append((points[i], points[i + n - 1], step, delta))
        i += n
    return result


def main():
    lines = [f"// Written by make_case_tables.py from Unicode {unicodedata.unidata_version}.", ""]
    for name, change in (("Lower", str.lower), ("Upper", str.upper)):
        single, several = mapping(change)
        lines += [f"static const CaseRun k{name}Runs[] = {{"]
        lines += [f"    {{0x{first:X}, 0x{last:X}, {step}, {delta}}}," for first, last, step, delta in runs(single)]
        lines += ["};", "", f"static const CaseExpansion k{name}Expansions[] = {{"]
        lines += [f"    {{0x{point:X}, {{{', '.join(f'0x{c:X}' for c in mapped)}}}}}," for point, mapped in sorted(several.items())]
        lines += ["};", ""]
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "CaseTables.inc"), "w") as out:
        out.write("\n".join(lines))


if __name__ == "__main__":
    main()
