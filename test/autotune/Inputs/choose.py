#!/usr/bin/env python3
"""choose.py RECORDS CHOICES writes a choice for the last schedule measured of each kernel of RECORDS and prints them."""
import json
import sys

last = {}
with open(sys.argv[1], encoding="utf-8") as file:
    for record in map(json.loads, file):
        if record["kind"] == "measurement" and record["outcome"] == "measured":
            last[record["kernel"]] = record
with open(sys.argv[2], "w", encoding="utf-8") as file:
    for record in last.values():
        record["kind"] = "choice"
        del record["features"]
        file.write(json.dumps(record) + "\n")
        print(f'{record["name"]} {record["schedule"]}')
