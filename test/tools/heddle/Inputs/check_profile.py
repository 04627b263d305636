"""Holds what heddle profile wrote together: check_profile.py TABLE TRACE PAGE WORKERS"""
import html.parser
import json
import re
import sys
import xml.etree.ElementTree

table, trace, page = (open(path).read() for path in sys.argv[1:4])
workers = int(sys.argv[4])

rows = re.findall(r"^ +[\d.]+ \w+ +([\d.]+) % .*  (\S.*)$", table, re.M)
shares = {name: float(share) for share, name in rows}
assert len(shares) == len(rows) > 3, table
assert abs(sum(shares.values()) - 100) <= 0.05 * len(rows) + 0.01, shares
order = [float(share) for share, _ in rows]
assert order == sorted(order, reverse=True), order

events = json.loads(trace)["traceEvents"]
tracks = {event["args"]["name"]: event["tid"] for event in events if event["ph"] == "M"}
assert tracks == {f"worker {i}": i for i in range(workers)}, tracks
for track in range(workers):
    end = 0
    slices = [event for event in events if event["ph"] == "X" and event["tid"] == track]
    assert {event["name"] for event in slices if event["cat"] == "step"} <= set(shares), slices
    for event in slices:
        assert event["ts"] >= end - 1e-6 and event["dur"] > 0, event  # one behind the other
        end = event["ts"] + event["dur"]


class Balance(html.parser.HTMLParser):
    """Every tag that is opened is closed, innermost first."""

    def __init__(self):
        super().__init__()
        self.open = []

    def handle_starttag(self, tag, attributes):
        self.open.append(tag)
        assert not any("//" in (value or "") and name != "xmlns" for name, value in attributes), attributes  # no network

    def handle_startendtag(self, tag, attributes):
        pass

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, tag


balance = Balance()
balance.feed(page)
balance.close()
assert balance.open == [], balance.open
pictures = [xml.etree.ElementTree.fromstring(text) for text in re.findall(r"<svg.*?</svg>", page, re.S)]
assert len(pictures) == 2, len(pictures)
space = "{http://www.w3.org/2000/svg}"
buffers = re.search(r"(\d+) buffers", page).group(1)
assert len(pictures[0].findall(space + "circle")) >= 2 and len(pictures[1].findall(space + "rect")) == int(buffers)
print("good")
