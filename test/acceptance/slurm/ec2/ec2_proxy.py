"""EC2 (and S3, Route 53) with failures on demand, in front of a moto server:  ec2_proxy.py PORT MOTO_PORT RULES LOG

RULES is a JSON file, read at each request: a list of {"action": "CreateFleet", "match": "text that the decoded request
must hold", "times": 2 (absent: always)} with one of
  "code": an EC2 error answer of this code ("status": 503, default 400)
  "fleet": CreateFleet answers 200 with this error code and no instances, as EC2 does for Type=instant
  "short": CreateFleet starts only so many instances
  "answer": this XML (for calls that moto lacks)
and optionally "delay" seconds. The first rule that fits acts. LOG gets one JSON line for each EC2 call: what a program
asked for is asserted here, because moto forgets much of it.
"""

import collections
import http.client
import json
import re
import sys
import time
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

NS = 'xmlns="http://ec2.amazonaws.com/doc/2016-11-15/"'
ERROR = "<Response><Errors><Error><Code>%s</Code><Message>planted by the test</Message></Error></Errors><RequestID>r</RequestID></Response>"
FLEET = (
    "<CreateFleetResponse " + NS + "><requestId>r</requestId><fleetId>fleet-0</fleetId><errorSet><item><errorCode>%s</errorCode>"
    "<errorMessage>planted by the test</errorMessage></item></errorSet><fleetInstanceSet/></CreateFleetResponse>"
)


class Proxy(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    moto = rules = log = None
    used = collections.Counter()
    fleets = {}  # ClientToken -> answer, since moto does not honour it

    def rule(self, params):
        text = " ".join(params.values())
        with open(self.rules) as file:
            rules = json.load(file)
        for rule in rules:
            key = json.dumps(rule, sort_keys=True)
            if rule["action"] != params.get("Action") or rule.get("match", "") not in text:
                continue
            if self.used[key] < rule.get("times", 1 << 30):
                self.used[key] += 1
                return rule
        return {}

    def forward(self, body):
        connection = http.client.HTTPConnection("127.0.0.1", self.moto)
        headers = {k: v for k, v in self.headers.items() if k.lower() not in ("content-length", "transfer-encoding")}
        connection.request(self.command, self.path, body, headers)
        answer = connection.getresponse()
        return answer.status, answer.getheader("Content-Type"), answer.read()

    def ec2(self, body):
        params = dict(urllib.parse.parse_qsl(body.decode()))
        rule = self.rule(params)
        time.sleep(rule.get("delay", 0))
        token = params.get("ClientToken") if params.get("Action") == "CreateFleet" else None
        if "answer" in rule:
            out = 200, rule["answer"].encode()
        elif "fleet" in rule:
            out = 200, (FLEET % rule["fleet"]).encode()
        elif "code" in rule:
            out = rule.get("status", 400), (ERROR % rule["code"]).encode()
        elif token in self.fleets:
            out = self.fleets[token]
        else:
            # moto starts nothing for a Capacity Block
            sent = body.replace(b"DefaultTargetCapacityType=capacity-block", b"DefaultTargetCapacityType=on-demand")
            if "short" in rule:
                sent = re.sub(rb"TotalTargetCapacity=\d+", b"TotalTargetCapacity=%d" % rule["short"], sent)
            status, _, answer = self.forward(sent)
            out = status, answer
            if token:
                self.fleets[token] = out
        line = {"at": time.time(), "action": params.get("Action"), "status": out[0], "rule": rule, "params": params}
        with open(self.log, "a") as file:
            file.write(json.dumps(line) + "\n")
        return out

    def handle_any(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        kind = "text/xml"
        if b"Action=" in body and "/ec2/" in self.headers.get("Authorization", ""):
            status, answer = self.ec2(body)
        else:
            status, kind, answer = self.forward(body)
        self.send_response(status)
        self.send_header("Content-Type", kind or "text/xml")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(answer)

    do_GET = do_POST = do_PUT = do_DELETE = do_HEAD = handle_any

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    Proxy.moto, Proxy.rules, Proxy.log = int(sys.argv[2]), sys.argv[3], sys.argv[4]
    ThreadingHTTPServer.request_queue_size = 128
    ThreadingHTTPServer(("0.0.0.0", int(sys.argv[1])), Proxy).serve_forever()
