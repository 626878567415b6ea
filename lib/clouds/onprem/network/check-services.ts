import type { Problems } from "../../../errors";
import type { ServiceHost } from "../shared/on-prem-definition";

/** Where a service host is declared. */
const DECLARED = {
  controller: "slurm.controllers",
  login: "slurm.loginNodes",
  "subnet-manager": "fabric.subnetManagers",
  storage: "ceph.name",
} as const satisfies Record<ServiceHost["role"], string>;

/** Each host has one name, one address and one place. */
export function checkServices(problems: Problems, services: readonly ServiceHost[], nodes: readonly string[]): void {
  const owners = new Map<string, string>(nodes.map((name) => [name, "pools"]));
  for (const { name, role } of services) {
    const at = DECLARED[role];
    const owner = owners.get(name);
    if (owner === "pools")
      problems.add("duplicate", at, `${at} must name hosts other than nodes, got ${name}; use a different name`);
    else if (owner !== undefined && owner !== at)
      problems.add("duplicate", at, `${at} must use each host for one role, got ${name} of ${owner}; use another`);
    owners.set(name, at);
  }
}
