"""Stands in for SNS:  fake-sns.py FILE  writes `topic|subject|message` of the first message into FILE, and ends."""

import http.server
import sys
import urllib.parse

ANSWER = b'<PublishResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><PublishResult><MessageId>1</MessageId></PublishResult></PublishResponse>'


class Sns(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        sent = urllib.parse.parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode())
        with open(sys.argv[1], "w") as file:
            file.write("|".join(sent.get(key, [""])[0].strip() for key in ("TopicArn", "Subject", "Message")) + "\n")
        self.send_response(200)
        self.send_header("Content-Length", str(len(ANSWER)))
        self.end_headers()
        self.wfile.write(ANSWER)

    def log_message(self, *_):
        pass


http.server.HTTPServer(("127.0.0.1", 9099), Sns).handle_request()
