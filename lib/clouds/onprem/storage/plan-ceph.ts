import type { Problems } from "../../../errors";
import { withDefaults } from "../../../props/with-defaults";
import { type CephPlan, type CephProtection, cephServers } from "../../../sizing/storage/ceph-servers";
import type { OnPremCephOptions } from "../shared/on-prem-cluster-props";
import { CEPH, STORAGE_SERVER } from "../shared/on-prem-cluster-table";
import type { OnPremCeph, OnPremFileSystem, Place, ServiceHost, StorageServer } from "../shared/on-prem-definition";

/** Storage before its servers have places. */
export interface PlannedCeph extends Omit<OnPremCeph, "servers" | "monitors"> {
  readonly names: readonly string[];
  readonly mountPath: string;
  readonly plan: CephPlan;
}

/** Ceph's largest tests had some thousands of OSDs; a cluster of a thousand servers is planned with its makers. */
const MOST_SERVERS = 1000;

/** `3x`, `4+2`: the form is the table's. */
function protectionOf(text: string): CephProtection {
  if (text.endsWith("x")) return { copies: Number(text.slice(0, -1)) };
  const [data, parity] = text.split("+").map(Number);
  return { data: data!, parity: parity! };
}

/** How many servers the storage takes, by name; undefined where none is bought. */
export function planCeph(problems: Problems, given: OnPremCephOptions | undefined): PlannedCeph | undefined {
  // Figures that the table has refused plan nothing.
  if (given === undefined || problems.all.some(({ path }) => path.startsWith("ceph"))) return undefined;
  const { name, protection: text, failureDomain, deploy, mountPath, usableTB } = withDefaults(CEPH, given);
  const server = {
    ...withDefaults(STORAGE_SERVER, given.server),
    watts: given.server.watts ?? null,
    usd: given.server.usd ?? null,
  };
  const protection = protectionOf(text);
  if ("copies" in protection ? protection.copies < 3 : protection.parity < 2)
    problems.add(
      "out-of-range",
      "ceph.protection",
      `ceph.protection must survive a second failure during a repair, got ${text}; use 3x, or two chunks of parity such as 4+2`,
    );
  const { readMBps = 1, writeMBps = 1 } = given;
  const plan = cephServers({ usableTB, readMBps, writeMBps, protection, failureDomain }, server);
  if (plan.servers > MOST_SERVERS) {
    problems.add(
      "out-of-range",
      "ceph.usableTB",
      `ceph takes ${plan.servers} servers for its ${plan.decidedBy}, more than ${MOST_SERVERS}; use larger servers, or lower the requirements`,
    );
    return undefined;
  }
  const width = Math.max(2, String(plan.servers).length);
  const names = Array.from({ length: plan.servers }, (_, i) => `${name}-${String(i + 1).padStart(width, "0")}`);
  return { name, server, protection, failureDomain, deploy, mountPath, plan, names };
}

/** Storage with its servers at their addresses and places. */
export function placedCeph(
  planned: PlannedCeph | undefined,
  services: readonly ServiceHost[],
  places: ReadonlyMap<string, Place>,
): OnPremCeph | null {
  if (planned === undefined) return null;
  const { names, mountPath: _, ...rest } = planned;
  const addresses = new Map(services.map(({ name, address }) => [name, address]));
  const servers: readonly StorageServer[] = names.map((name) => ({
    name,
    address: addresses.get(name)!,
    ...places.get(name)!,
  }));
  return { ...rest, servers, monitors: servers.slice(0, servers.length < 5 ? 3 : 5) };
}

/** The file system as nodes mount it. The key of its client is a secret of the site. */
export function cephMount(
  { mountPath, plan, name, protection }: PlannedCeph,
  monitors: readonly StorageServer[],
  cluster: string,
): OnPremFileSystem {
  // Without the volumes of a manager, the chunks' pool is the layout of one folder.
  const folder = "copies" in protection ? "/" : "/data";
  return {
    name,
    type: "cephfs",
    source: `${monitors.map(({ address }) => address).join(",")}:${folder}`,
    mountPath,
    options: `name=${cluster},fs=${name},secretfile=/etc/ceph/${cluster}.secret,noatime,_netdev`,
    capacityTiB: Math.floor((plan.usableTB * 1e12) / 2 ** 40),
    throughputMBps: Math.floor(Math.min(plan.readMBps, plan.writeMBps)),
  };
}
