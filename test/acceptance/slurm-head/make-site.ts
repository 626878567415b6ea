/**
 * Writes the site bucket of a small cluster as a folder:  node --import tsx make-site.ts FOLDER
 * The same texts that SlurmHeadNode puts into S3, for the Slurm of the machine that runs the check.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { SlurmHeadNodeProps } from "../../../lib/clouds/aws";
import { awsSiteFiles } from "../../../lib/clouds/aws/slurm/site-files";
import { siteSettings } from "../../../lib/clouds/aws/slurm/site-settings";
import type { NodePool } from "../../../lib/model/model";
import { defineSlurmCluster } from "../../../lib/slurm";

const folder = process.argv[2] ?? ".";
const source = { reservationId: null, nodes: null, availabilityZone: null, startsOn: null, endsOn: null };
const INTERFACES = [
  { networkCardIndex: 0, deviceIndex: 0, interfaceType: "interface" },
  { networkCardIndex: 0, deviceIndex: 1, interfaceType: "efa" },
] as const;
const pool: NodePool = {
  name: "h100",
  instanceType: "p5.48xlarge",
  nodes: { min: 0, max: 8 },
  capacity: [{ kind: "on-demand", ...source }],
  fabric: null,
  placement: "none",
  availabilityZone: "us-east-2a",
  image: { family: "pinned-ubuntu-24.04", pinned: true },
  sharing: { kind: "none" },
  nvmeCache: null,
  mounts: [],
  rootVolumeGiB: 200,
  encrypted: true,
  aws: { networkInterfaces: INTERFACES, imdsV2Required: true, imdsHopLimit: 2 },
  healthChecked: true,
  labels: {},
  bootSeconds: 420,
  adoptedBy: null,
};
const cluster = defineSlurmCluster({
  name: "test",
  version: "22.05",
  controllers: ["slurm-head"],
  containers: false,
  pools: [{ pool }],
  partitions: [{ name: "train", pools: ["h100"], maxTimeMinutes: 60 }],
  preemption: "qos",
  qos: [{ name: "urgent", priority: 100, preempts: ["normal"] }],
  accounts: [{ name: "research", share: 3, users: ["ada"] }],
  users: [{ name: "ada", uid: 2001, sshKeys: ["ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGFkYQ ada@example.com"] }],
});
const site = {
  region: "us-east-2",
  clusterTag: { key: "warpform:slurm", value: "test" },
  tags: {},
  objects: { bucket: "bucket", prefix: "slurm/" },
  dns: null,
  launchOf: () => ({
    launchTemplate: { id: "lt-0123456789abcdef0", version: "1" },
    subnetIds: [],
    reservationId: null,
  }),
  kindOf: () => "lustre",
};
const settings = siteSettings(
  cluster,
  {
    slurmPackages: "image",
    // A mount on a real head
    sharedStatePath: "/mnt/state/slurm",
    partitions: [],
    monitoring: { grafana: {}, alarmTopicArn: "arn:aws:sns:us-east-2:123456789012:alarms" },
  } as unknown as SlurmHeadNodeProps,
  {
    region: "us-east-2",
    zone: "test.internal",
    keySecretArn: "key",
    databaseSecretArn: "database",
    grafanaSecretArn: "grafana",
    stateVolumeId: "",
    instanceIdOption: false,
  },
);

const put = (key: string, text: string) => {
  const path = join(folder, "bucket", "slurm", key);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};
const files = awsSiteFiles(cluster, site, settings, { directory: {}, monitored: true }).map(
  ({ key, path, mode, roles, bundle = false, text }) => {
    put(key, text);
    return { key, path, mode, roles, bundle, etag: String(text.length) };
  },
);
put("manifest.json", JSON.stringify({ files }));
