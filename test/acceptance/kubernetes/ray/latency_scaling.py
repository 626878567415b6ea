"""A real Ray Serve scales a deployment by our latency policy: a Prometheus of this program's answers with a latency four times
the target while three requests hang, then with a short one: python latency_scaling.py (PYTHONPATH: the policy's folder)."""

import http.server
import json
import os
import sys
import threading
import time

latency = {"value": "NaN"}
asked = []


class Prometheus(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        asked.append(self.path)
        result = [{"metric": {}, "value": [time.time(), latency["value"]]}]
        body = json.dumps({"status": "success", "data": {"resultType": "vector", "result": result}}).encode()
        self.send_response(200)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Prometheus)
threading.Thread(target=server.serve_forever, daemon=True).start()
os.environ.update(
    LATENCY_PROMETHEUS=f"http://127.0.0.1:{server.server_port}",
    LATENCY_QUERY='histogram_quantile(0.9, x{a="b"})',
    LATENCY_TARGET_SECONDS="0.5",
    LATENCY_INTERVAL_SECONDS="0.5",
    RAY_USAGE_STATS_ENABLED="0",
)

import ray  # noqa: E402
from ray import serve  # noqa: E402

ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, configure_logging=False)


@serve.deployment(
    max_ongoing_requests=200,
    ray_actor_options={"num_cpus": 0.1},
    graceful_shutdown_timeout_s=0.1,
    autoscaling_config={
        "min_replicas": 1,
        "max_replicas": 3,
        "target_ongoing_requests": 100,
        "metrics_interval_s": 0.5,
        "look_back_period_s": 1,
        "upscale_delay_s": 0.5,
        "downscale_delay_s": 0.5,
        "policy": {"policy_function": "latency_policy:latency_autoscaling_policy"},
    },
)
class Model:
    async def __call__(self):
        import asyncio

        await asyncio.sleep(600)


handle = serve.run(Model.bind(), name="model", route_prefix=None)


def replicas():
    return serve.status().applications["model"].deployments["Model"].replica_states.get("RUNNING", 0)


def wait_for(wanted, seconds):
    end = time.monotonic() + seconds
    while replicas() != wanted and time.monotonic() < end:
        time.sleep(0.2)
    return replicas() == wanted


hanging = [handle.remote() for _ in range(12)]
# the queue alone, 12 of 100 wanted, is no reason to grow
time.sleep(4)
if replicas() != 1:
    sys.exit(f"{replicas()} replicas before any latency was known")
latency["value"] = "2"
if not wait_for(3, 240):
    sys.exit(f"{replicas()} replicas at four times the wanted latency; Prometheus was asked {len(asked)} times")
latency["value"] = "0.01"
if not wait_for(1, 240):
    sys.exit(f"{replicas()} replicas at a short latency")
print("1, 3 and 1 replicas;", len(asked), "questions such as", asked[0])
os._exit(0)
