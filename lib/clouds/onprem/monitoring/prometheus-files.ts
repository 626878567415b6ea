import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type BundleFile, json } from "../shared/bundle-file";
import { gpuVendor } from "../shared/gpu-vendor";
import type { OnPremDefinition, OnPremNode } from "../shared/on-prem-definition";

/** Default ports of node_exporter and NVIDIA's dcgm-exporter. */
const PORTS = { node: 9100, dcgm: 9400 };

/** Targets by rack, so that power and heat add up by it. */
function targets({ domain, name }: OnPremDefinition, nodes: readonly OnPremNode[], port: number) {
  const racks = [...new Set(nodes.map(({ rack }) => rack))];
  return racks.map((rack) => ({
    targets: nodes.filter((node) => node.rack === rack).map((node) => `${node.name}.${domain}:${port}`),
    labels: { cluster: name, rack },
  }));
}

const CONFIG = `# Written by warpform. Start it from this folder: prometheus --config.file=prometheus.yml
global:
  scrape_interval: 30s
  evaluation_interval: 30s
rule_files:
  - alerts.yml
scrape_configs:
  - job_name: node
    file_sd_configs:
      - files: [node-targets.json]
  - job_name: dcgm
    file_sd_configs:
      - files: [dcgm-targets.json]
`;

const rulesText = (): string => readFileSync(join(__dirname, "alerts.yml"), "utf8");

/** Names of the alerts. */
export const alertNames = (): string[] => [...rulesText().matchAll(/^ *- alert: (\w+)$/gm)].map((match) => match[1]!);

const alerting = (alertmanagers: readonly string[]): string =>
  alertmanagers.length === 0
    ? ""
    : `alerting:\n  alertmanagers:\n    - static_configs:\n        - targets: [${alertmanagers.map((host) => `"${host}"`).join(", ")}]\n`;

/** Targets, alerts and a configuration that reads both. */
export function prometheusFiles(definition: OnPremDefinition): readonly BundleFile[] {
  const { rackKilowatts, rackCoolingKilowatts } = definition.site;
  const services = definition.services.map(({ name }) => `${name}.${definition.domain}:${PORTS.node}`);
  const nodeTargets = [
    ...targets(definition, definition.nodes, PORTS.node),
    ...(services.length > 0 ? [{ targets: services, labels: { cluster: definition.name, rack: "services" } }] : []),
  ];
  const ofAmd = definition.pools.filter((pool) => gpuVendor(pool) === "amd").flatMap(({ nodes }) => nodes);
  const amdNames = new Set(ofAmd.map((node) => node.name));
  const nvidia = definition.nodes.filter((node) => !amdNames.has(node.name));
  return [
    { path: "monitoring/prometheus.yml", text: CONFIG + alerting(definition.alertmanagers) },
    { path: "monitoring/node-targets.json", text: json(nodeTargets) },
    { path: "monitoring/dcgm-targets.json", text: json(targets(definition, nvidia, PORTS.dcgm)) },
    {
      path: "monitoring/alerts.yml",
      text: rulesText().replaceAll("RACK_WATTS", String(Math.min(rackKilowatts, rackCoolingKilowatts) * 1000)),
    },
  ];
}
