export interface MetricsAgent {
  readonly clusterName: string;
  readonly pool: string;
  /** Address that takes metrics, without a token. */
  readonly writeUrl: string;
  /** Identity that the node writes as. */
  readonly clientId: string;
  readonly intervalSeconds: number;
}

const FILE = "/etc/warpform/metrics.yml";
const TOKEN = "/run/warpform-metrics/token";

/**
 * What a node runs to send its metrics: node_exporter, NVIDIA's DCGM exporter where it has GPUs, and Prometheus as an agent, which keeps what Azure cannot be
 * told yet. It runs as root, whom alone the metadata service answers on nodes of Slurm. Its token comes from a timer: Ubuntu's build of Prometheus has no
 * `azuread`, and reads a file of credentials at each request.
 * @see https://learn.microsoft.com/azure/azure-monitor/metrics/prometheus-remote-write-virtual-machines and https://prometheus.io/docs/prometheus/2.45/configuration/configuration/#remote_write
 */
export function metricsScript({ clusterName, pool, writeUrl, clientId, intervalSeconds }: MetricsAgent): string {
  return `install -d -m 755 /etc/warpform
cat > ${FILE} <<METRICS
global:
  scrape_interval: ${intervalSeconds}s
  external_labels: { cluster: ${clusterName}, pool: ${pool} }
scrape_configs:
  - job_name: node
    static_configs: [{ targets: ["127.0.0.1:9100"], labels: { instance: "$(hostname)" } }]
  - job_name: dcgm
    static_configs: [{ targets: ["127.0.0.1:9400"], labels: { instance: "$(hostname)" } }]
remote_write:
  - url: "${writeUrl}"
    authorization: { credentials_file: ${TOKEN} }
METRICS
${tokenProgram(clientId)}${SET_UP}`;
}

/** @see https://learn.microsoft.com/entra/identity/managed-identities-azure-resources/how-to-use-vm-token; a token is good for 24 hours */
function tokenProgram(clientId: string): string {
  return `cat > /usr/local/sbin/warpform-metrics-token <<'PROGRAM'
#!/usr/bin/python3
import json, os, urllib.parse, urllib.request
query = {"api-version": "2018-02-01", "resource": "https://monitor.azure.com", "client_id": "${clientId}"}
url = "http://169.254.169.254/metadata/identity/oauth2/token?" + urllib.parse.urlencode(query)
opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
with opener.open(urllib.request.Request(url, headers={"Metadata": "true"}), timeout=30) as answer:
    token = json.load(answer)["access_token"]
with open(os.open("${TOKEN}.new", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
    file.write(token)
os.rename("${TOKEN}.new", "${TOKEN}")
PROGRAM
chmod 755 /usr/local/sbin/warpform-metrics-token
cat > /etc/systemd/system/warpform-metrics-token.service <<'UNIT'
[Unit]
Description=Token for the metrics of this node
Wants=network-online.target
After=network-online.target
StartLimitIntervalSec=0
[Service]
Type=oneshot
ExecStart=/usr/local/sbin/warpform-metrics-token
RuntimeDirectory=warpform-metrics
RuntimeDirectoryMode=0700
RuntimeDirectoryPreserve=yes
Restart=on-failure
RestartSec=30
UNIT
cat > /etc/systemd/system/warpform-metrics-token.timer <<'UNIT'
[Unit]
Description=Token for the metrics of this node
[Timer]
OnActiveSec=0
OnUnitInactiveSec=30min
[Install]
WantedBy=timers.target
UNIT
`;
}

/** A service, which goes on until a mirror has the packages, and does not hold the boot. */
const SET_UP = `cat > /usr/local/sbin/warpform-metrics-set-up <<'PROGRAM'
#!/bin/bash
set -euo pipefail
export DEBIAN_FRONTEND=noninteractive
install_packages() {
  apt-get -o DPkg::Lock::Timeout=600 update -q
  apt-get -o DPkg::Lock::Timeout=600 install -yq --no-install-recommends "$@"
}
if ! command -v prometheus > /dev/null || ! command -v prometheus-node-exporter > /dev/null; then
  install_packages prometheus prometheus-node-exporter
fi
# the package's own server keeps everything on the node
systemctl disable --quiet --now prometheus
systemctl enable --quiet --now prometheus-node-exporter
if nvidia-smi -L 2> /dev/null | grep -q '^GPU'; then
  command -v dcgm-exporter > /dev/null || install_packages datacenter-gpu-manager-exporter ||
    echo "no package datacenter-gpu-manager-exporter: this node has no GPU metrics" >&2
  systemctl enable --quiet --now nvidia-dcgm-exporter || true
fi
systemctl enable --quiet --now warpform-metrics-token.timer
systemctl enable --quiet warpform-metrics
systemctl restart warpform-metrics
PROGRAM
chmod 755 /usr/local/sbin/warpform-metrics-set-up
cat > /etc/systemd/system/warpform-metrics-set-up.service <<'UNIT'
[Unit]
Description=Set up the metrics of this node
Wants=network-online.target
After=network-online.target
StartLimitIntervalSec=0
[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=/usr/local/sbin/warpform-metrics-set-up
Restart=on-failure
RestartSec=60
[Install]
WantedBy=multi-user.target
UNIT
cat > /etc/systemd/system/warpform-metrics.service <<'UNIT'
[Unit]
Description=Metrics of this node to Azure Monitor
Wants=network-online.target
After=network-online.target warpform-metrics-token.service
StartLimitIntervalSec=0
[Service]
ExecStart=/usr/bin/prometheus --enable-feature=agent --config.file=${FILE} --storage.agent.path=/var/lib/warpform-metrics-agent --web.listen-address=127.0.0.1:9095
Restart=on-failure
RestartSec=10
[Install]
WantedBy=multi-user.target
UNIT
systemctl daemon-reload
systemctl enable --quiet warpform-metrics-set-up
systemctl start --no-block warpform-metrics-set-up
`;
