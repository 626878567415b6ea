import { karpenterNodePool, poolSources } from "../../../lib/kubernetes/nodes/karpenter-node-pool";
import { isChecked, nodeChecks } from "../../../lib/kubernetes/nodes/node-check";
import { checkSeconds } from "../../../lib/kubernetes/nodes/node-check-props";
import type { KubernetesPool } from "../../../lib/kubernetes/nodes/pool";
import { p5 } from "../pools";

const checked = (busBandwidthGBps: number | null = null): KubernetesPool => ({
  ...p5,
  check: { level: 2, busBandwidthGBps },
});

/** The scripts of a DaemonSet's init containers by name. */
function scripts(pool: KubernetesPool): Readonly<Record<string, string>> {
  const daemon = nodeChecks([pool]).at(-1) as unknown as {
    spec: { template: { spec: { initContainers: { name: string; command: string[] }[] } } };
  };
  const { initContainers } = daemon.spec.template.spec;
  return Object.fromEntries(initContainers.map(({ name, command }) => [name, command.at(-1)!]));
}

describe("nodeChecks", () => {
  it("makes nothing for pools whose nodes take work at once", () => {
    expect(nodeChecks([p5])).toEqual([]);
  });

  it("runs DCGM's diagnosis, and no all-reduce where no bandwidth is asked for", () => {
    expect(Object.keys(scripts(checked()))).toEqual(["begin", "dcgm"]);
    expect(scripts(checked()).dcgm).toContain("nv-hostengine && dcgmi diag -r 2;");
  });

  it("measures an all-reduce over all GPUs of the node", () => {
    expect(scripts(checked(400)).nccl).toContain("all_reduce_perf -b 1G -e 1G -n 20 -g 8");
  });

  it("lets new nodes start with the taint that the check takes off, by Karpenter's startup taints", () => {
    const [source] = poolSources(p5);
    const taints = (pool: KubernetesPool) => {
      const made = karpenterNodePool(pool, source!, "training", { group: "g", kind: "K" });
      return (made as unknown as { spec: { template: { spec: { startupTaints?: unknown[] } } } }).spec.template.spec
        .startupTaints;
    };
    expect(taints(p5)).toBeUndefined();
    expect(taints(checked())).toEqual([
      { key: "startup-taint.cluster-autoscaler.kubernetes.io/node-check", value: "waiting", effect: "NoSchedule" },
    ]);
  });

  it("has no GPU in MIG mode to diagnose", () => {
    const mig = { kind: "mig", profile: "1g.10gb", instancesPerGpu: 7 } as const;
    expect(isChecked({ ...checked(), pool: { ...p5.pool, sharing: mig } })).toBe(false);
  });
});

describe("checkSeconds", () => {
  it.each([
    [{ level: 1, busBandwidthGBps: null }, 30],
    [{ level: 2, busBandwidthGBps: null }, 120],
    [{ level: 3, busBandwidthGBps: 400 }, 930],
  ] as const)("of %j is %i s", (check, seconds) => {
    expect(checkSeconds(check)).toBe(seconds);
  });
});
