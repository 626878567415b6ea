/** What a change does to a cluster, the worst first. */
export const IMPACTS = [
  "data-destroyed",
  "data-replaced",
  "data-may-be-replaced",
  "data-unknown",
  "state-moved",
  "head-replaced",
  "head-may-be-replaced",
  "head-restarted",
  "slurmctld-refuses",
  "release-refused",
  "users-refused",
  "control-plane-updated",
  "nodes-replaced",
  "nodes-drained",
  "nodes-at-next-launch",
  "network-replaced",
  "programs-restarted",
  "slurmctld-restarted",
  "slurmdbd-restarted",
  "fleet-changed",
  "accounts-changed",
  "users-changed",
  "settings-changed",
  "programs-changed",
  "storage-resized",
  "data-protection",
  "scale",
  "network",
  "security",
  "monitoring",
  "created",
  "unknown-resource",
  "tags",
] as const;

export type Impact = (typeof IMPACTS)[number];

/** What each impact means to the people on the cluster. */
export const IMPACT_TITLES: Readonly<Record<Impact, string>> = {
  "data-destroyed": "DESTROYS DATA",
  "data-replaced": "REPLACES DATA: the new one is empty",
  "data-may-be-replaced": "MAY REPLACE DATA: no verified rule says it does not",
  "data-unknown": "MAY LOSE DATA: changes what this comparison has no rules for",
  "state-moved": "MOVES TERRAFORM'S STATE: until it is moved, an apply makes everything a second time",
  "head-replaced": "replaces the head: no jobs can be submitted or started meanwhile",
  "head-may-be-replaced": "may replace the head: no verified rule says it does not",
  "head-restarted": "stops and starts a server",
  "release-refused":
    "IS REFUSED BY THE API SERVER: the release fails, and with it each apply until the change is undone",
  "slurmctld-refuses": "KEEPS SLURMCTLD FROM STARTING",
  "users-refused": "gives users other ids, which nodes that know them refuse",
  "control-plane-updated": "changes Kubernetes' control plane",
  "nodes-replaced": "replaces nodes during the apply",
  "nodes-drained": "takes nodes away or drains them",
  "nodes-at-next-launch":
    "reaches nodes when they are next launched: drain and replace the running ones to have it sooner",
  "network-replaced": "replaces parts of the network",
  "programs-restarted": "upgrades Kubernetes programs: their pods may restart",
  "slurmctld-restarted": "restarts slurmctld and reloads Slurm: running jobs continue",
  "slurmdbd-restarted": "restarts slurmdbd: accounting records wait meanwhile",
  "fleet-changed": "changes which nodes Slurm may start, and how",
  "accounts-changed": "changes accounts, limits or priorities",
  "users-changed": "changes users",
  "settings-changed": "changes settings of the site's programs",
  "programs-changed": "changes the site's programs",
  "storage-resized": "resizes storage in place: what is on it stays, Lustre may answer late for some minutes",
  "data-protection": "changes how data is kept: protection, backups, versions, export",
  scale: "changes how many nodes there may be",
  network: "changes the network",
  security: "changes permissions",
  monitoring: "changes monitoring",
  created: "adds",
  "unknown-resource": "changes files that this comparison knows nothing about",
  tags: "changes tags only",
};

/** Exit status of a comparison: nothing that anybody notices, compute disturbed, data at stake. */
export type DiffStatus = 0 | 10 | 20;

/** How bad an impact is, as an exit status. */
export function statusOf(impact: Impact): DiffStatus {
  if (impact.startsWith("data-") && impact !== "data-protection") return 20;
  return IMPACTS.indexOf(impact) <= IMPACTS.indexOf("programs-restarted") ? 10 : 0;
}
