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

/**
 * What a node runs to send its metrics: node_exporter, NVIDIA's DCGM exporter where it has GPUs, and Prometheus as an agent, which keeps what Azure cannot be
 * told yet. It runs as root, whom alone the metadata service answers on nodes of Slurm.
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
    azuread: { cloud: AzurePublic, managed_identity: { client_id: ${clientId} } }
METRICS
${SET_UP}`;
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
After=network-online.target
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
