"""EC2's instance metadata service (version 2) for the head and the nodes of the lab:  metadata_service.py MAP

Listens on 169.254.169.254:80. Who asks is told by the address: MAP is a JSON file {address: instance id}, written by
hypervisor.py; MAP.<instance id> is the notice of its interruption. Everybody gets the same stand-in credentials.
"""

import json
import os
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

CREDENTIALS = {
    "Code": "Success",
    "Type": "AWS-HMAC",
    "AccessKeyId": "AKIALAB",
    "SecretAccessKey": "lab",
    "Token": "lab",
    "LastUpdated": "2020-01-01T00:00:00Z",
    "Expiration": "2099-01-01T00:00:00Z",
}


class Service(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self, status, text):
        body = text.encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        if self.command == "PUT":
            self.send_header("X-aws-ec2-metadata-token-ttl-seconds", "21600")
        self.end_headers()
        self.wfile.write(body)

    def do_PUT(self):
        self.answer(200, "token")

    def do_GET(self):
        if self.headers.get("X-aws-ec2-metadata-token") != "token":
            return self.answer(401, "")
        path = self.path.rstrip("/")
        if path.endswith("/iam/security-credentials"):
            return self.answer(200, "lab-role")
        if path.endswith("/iam/security-credentials/lab-role"):
            return self.answer(200, json.dumps(CREDENTIALS))
        with open(sys.argv[1]) as file:
            mine = json.load(file).get(self.client_address[0])
        if path.endswith("/meta-data/instance-id"):
            return self.answer(200, mine) if mine else self.answer(404, "")
        if path.endswith("/meta-data/instance-life-cycle"):
            return self.answer(200, "spot")
        notice = "%s.%s" % (sys.argv[1], mine)  # a test writes an interruption there
        if path.endswith("/meta-data/spot/instance-action") and os.path.exists(notice):
            with open(notice) as file:
                return self.answer(200, file.read())
        return self.answer(404, "")

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    ThreadingHTTPServer(("169.254.169.254", 80), Service).serve_forever()
