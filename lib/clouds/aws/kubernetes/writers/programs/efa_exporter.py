"""Serves the counters of this node's EFA devices to Prometheus.

Reads <root>/class/infiniband/<device>/ports/<port>/hw_counters/*, as the EFA driver writes them. No counter at all on a node
that should have EFA is a fault, so the exporter also says how many devices it sees.
"""

import os
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer


def counters(root):
    """Yields (device, port, counter, value)."""
    devices = os.path.join(root, "class", "infiniband")
    if not os.path.isdir(devices):
        return
    for device in sorted(os.listdir(devices)):
        ports = os.path.join(devices, device, "ports")
        for port in sorted(os.listdir(ports)) if os.path.isdir(ports) else []:
            folder = os.path.join(ports, port, "hw_counters")
            for counter in sorted(os.listdir(folder)) if os.path.isdir(folder) else []:
                try:
                    with open(os.path.join(folder, counter), encoding="ascii") as file:
                        yield device, port, counter, int(file.read())
                except (OSError, ValueError):
                    continue


def metrics(root):
    by_counter = {}
    devices = set()
    for device, port, counter, value in counters(root):
        devices.add(device)
        # `lifespan` is the driver's refresh interval in milliseconds, not a counter
        if counter != "lifespan":
            by_counter.setdefault(counter, []).append((device, port, value))
    lines = ["# TYPE efa_devices gauge", f"efa_devices {len(devices)}"]
    for counter, rows in sorted(by_counter.items()):
        lines.append(f"# TYPE efa_{counter}_total counter")
        lines += [f'efa_{counter}_total{{device="{device}",port="{port}"}} {value}' for device, port, value in rows]
    return "\n".join(lines) + "\n"


class Handler(BaseHTTPRequestHandler):
    root = "/sys"

    def do_GET(self):
        body = metrics(self.root).encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/plain; version=0.0.4")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        """A line a scrape would be all there is in the log."""


if __name__ == "__main__":
    Handler.root = sys.argv[1] if len(sys.argv) > 1 else "/sys"
    HTTPServer(("", int(sys.argv[2]) if len(sys.argv) > 2 else 9402), Handler).serve_forever()
