"""AWS's APIs: TLS by an authority of the lab's own, moto behind it, and what a check answers in its place."""

import http.client
import json
import re
import subprocess
import urllib.parse
from http.server import BaseHTTPRequestHandler

from . import auto_scaling
from .files import read_json

MOTO_PORT = 5000
DAYS = "30"
OF_CONNECTION = {"connection", "content-length", "date", "server", "transfer-encoding", "expect"}
EC2 = "http://ec2.amazonaws.com/doc/2016-11-15/"


def authority(folder, region):
    """ca.pem, which nodes trust, and amazon.pem with amazon.key, in a new folder."""
    folder.mkdir(parents=True)
    zones = ["amazonaws.com", region + ".amazonaws.com", "s3.amazonaws.com", "s3.%s.amazonaws.com" % region, region + ".api.aws"]
    names = ",".join("DNS:*." + zone for zone in zones) + ",DNS:s3.amazonaws.com"
    (folder / "names").write_text("subjectAltName=%s\nextendedKeyUsage=serverAuth\n" % names)
    run = lambda *words: subprocess.run(["openssl", *words], cwd=folder, check=True, capture_output=True)
    key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    constraints = ["-addext", "basicConstraints=critical,CA:TRUE", "-addext", "keyUsage=critical,keyCertSign,cRLSign"]
    run("req", "-x509", *key, *constraints, "-days", DAYS, "-subj", "/CN=authority of the lab", "-keyout", "ca.key", "-out", "ca.pem")
    run("req", *key, "-subj", "/CN=amazon", "-keyout", "amazon.key", "-out", "amazon.csr")
    run("x509", "-req", "-in", "amazon.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-days", DAYS, "-extfile", "names", "-out", "amazon.pem")


def in_subnet(params, subnet):
    """A launch gets its subnet from the launch template, which moto does not look into: it would make up an address."""
    if params["Action"] == "RunInstances":
        return params if any("SubnetId" in name for name in params) else {**params, "SubnetId": subnet}
    configs = {each.group(0) for name in params if (each := re.match(r"LaunchTemplateConfigs\.\d+", name))}
    overrides = {each.group(0) for name in params if (each := re.match(r"LaunchTemplateConfigs\.\d+\.Overrides\.\d+", name))}
    bare = {config + ".Overrides.1" for config in configs if not any(each.startswith(config + ".") for each in overrides)}
    return {**{each + ".SubnetId": subnet for each in overrides | bare}, **params}


def empty(action, inner):
    """EC2's answer that nothing of the kind is there, for calls that moto does not know."""
    return '<?xml version="1.0"?><%sResponse xmlns="%s"><requestId>lab</requestId><%s/></%sResponse>' % (action, EC2, inner, action)


def handler(site, log):
    class Amazon(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        timeout = 120

        def content(self):
            if "chunked" not in self.headers.get("Transfer-Encoding", ""):
                return self.rfile.read(int(self.headers.get("Content-Length", 0)))
            whole = b""
            while length := int(self.rfile.readline().partition(b";")[0], 16):
                whole += self.rfile.read(length)
                self.rfile.readline()
            self.rfile.readline()
            return whole

        def own(self, action, params):
            """Status and content of what the lab answers itself."""
            unknown = site.read()["unknown"]
            if action in unknown:
                return 200, empty(action, unknown[action])
            answers = {"DescribeAutoScalingInstances": auto_scaling.described, "CompleteLifecycleAction": auto_scaling.completed}
            return answers[action](site.state, site.nodes(), params) if action in answers else None

        def handed_on(self, content):
            connection = http.client.HTTPConnection("127.0.0.1", MOTO_PORT, timeout=60)
            headers = {name: value for name, value in self.headers.items() if name.lower() not in OF_CONNECTION}
            connection.request(self.command, self.path, content or None, headers)
            said = connection.getresponse()
            kept = [(name, value) for name, value in said.getheaders() if name.lower() not in OF_CONNECTION]
            return said.status, said.read(), kept

        def any_method(self):
            content = self.content()
            form = "form-urlencoded" in self.headers.get("Content-Type", "")
            params = dict(urllib.parse.parse_qsl(content.decode(), keep_blank_values=True)) if form else {}
            action = params.get("Action") or self.headers.get("X-Amz-Target", "").rpartition(".")[2]
            if action in ("CreateFleet", "RunInstances"):
                content = urllib.parse.urlencode(in_subnet(params, site.read()["subnet"])).encode()
            own = self.own(action, params)
            status, said, headers = (*own, [("Content-Type", "text/xml")]) if own else self.handed_on(content)
            log("aws", site.name_at(self.client_address[0]), self.headers.get("Host"), action or "%s %s" % (self.command, self.path[:150]), status)
            said = said.encode() if isinstance(said, str) else said
            self.send_response(status)
            for name, value in headers:
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(said)))
            self.end_headers()
            self.wfile.write(b"" if self.command == "HEAD" else said)

        do_GET = do_HEAD = do_PUT = do_POST = do_DELETE = any_method

        def log_message(self, *_):
            pass

    return Amazon
