import type { NodeProgram } from "../../../slurm/node-programs";
import { type MetricsAgent, metricsScript } from "../monitoring/metrics-agent";

/** What it runs when no ClusterMonitoring watches the cluster's pools: what an earlier one has started ends. */
const OFF = `if [ -e /etc/systemd/system/warpform-metrics.service ]; then
  systemctl disable --quiet --now warpform-metrics-set-up warpform-metrics warpform-metrics-token.timer warpform-slurm-metrics.timer
fi
`;

/** What Slurm says of itself goes through node_exporter, whose unit is of a package that may come later. */
const OF_SLURM = `install -d -o slurm -g slurm -m 755 /var/lib/warpform-metrics
install -d /etc/systemd/system/prometheus-node-exporter.service.d
cat > /etc/systemd/system/prometheus-node-exporter.service.d/warpform.conf <<'UNIT'
[Service]
ExecStart=
ExecStart=/usr/bin/prometheus-node-exporter --web.listen-address=127.0.0.1:9100 --collector.textfile.directory=/var/lib/warpform-metrics
UNIT
cat > /etc/systemd/system/warpform-slurm-metrics.service <<'UNIT'
[Unit]
Description=Slurm metrics for Prometheus
After=slurmctld.service
RequiresMountsFor=/var/spool/slurm
[Service]
Type=oneshot
User=slurm
ExecStart=/opt/warpform/setup/slurm-metrics /var/lib/warpform-metrics
UNIT
cat > /etc/systemd/system/warpform-slurm-metrics.timer <<'UNIT'
[Unit]
Description=Slurm metrics for Prometheus
[Timer]
OnActiveSec=30
OnUnitInactiveSec=30
AccuracySec=1
[Install]
WantedBy=timers.target
UNIT
systemctl daemon-reload
systemctl enable --quiet --now warpform-slurm-metrics.timer
systemctl try-restart prometheus-node-exporter || true
`;

/** A step of the head's set-up, run again when it changes: it sends metrics of the head and of Slurm as nodes send theirs. */
export const headMetricsProgram = (agent: MetricsAgent | undefined): NodeProgram => ({
  name: "head-metrics",
  executable: true,
  text: `#!/bin/bash
set -euo pipefail
${agent === undefined ? OFF : `${OF_SLURM}${metricsScript(agent)}systemctl restart --no-block warpform-metrics-set-up\n`}`,
});
