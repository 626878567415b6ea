import { TerraformStack, Testing } from "cdktf";
import { findInstanceType } from "../../lib/catalog/instance-types";
import {
  Capacity,
  ClusterNetwork,
  clusterModel,
  GpuNodePool,
  KubeRayCluster,
  NodeFleet,
  SlurmHeadNode,
} from "../../lib/clouds/azure";
import { azureClaims } from "../../lib/review/clouds/azure/azure-quotas";
import { designOf } from "../../lib/review/design";

const KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIExample user";
const ND = "Standard_ND96isr_H100_v5";

interface Pools {
  readonly stack: TerraformStack;
  readonly network: ClusterNetwork;
  readonly pools: readonly GpuNodePool[];
}

/** Three pools: two of one size, the second of them of Spot, and a smaller one. */
function pools(own: object, nodes: readonly number[]): Pools {
  const stack = new TerraformStack(Testing.app(), "lab");
  const network = new ClusterNetwork(stack, "network", { availabilityZone: "eastus-1" });
  const [first, spot, small] = nodes.map((max) => ({ network, nodes: { min: 1, max }, ...own }));
  return {
    stack,
    network,
    pools: [
      new GpuNodePool(stack, "first", { ...first!, instanceType: ND }),
      new GpuNodePool(stack, "spot", { ...spot!, instanceType: ND, capacity: [Capacity.spot()] }),
      new GpuNodePool(stack, "small", { ...small!, instanceType: "Standard_NC40ads_H100_v5" }),
    ],
  };
}

type Resources = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>;

/** Machines that the Terraform of a stack has run at most: their size, how many, and whether they are Spot. */
function machines(stack: TerraformStack): (readonly [string, number, boolean])[] {
  const { resource } = stack.toTerraform() as { resource: Resources };
  const all = (type: string) => Object.values(resource[`azurerm_${type}`] ?? {});
  const isSpot = (priority: unknown) => priority === "Spot";
  return [
    ...all("linux_virtual_machine").map((of) => [String(of.size), 1, false] as const),
    ...all("orchestrated_virtual_machine_scale_set")
      .filter((of) => of.sku_name !== undefined)
      .map((of) => [String(of.sku_name), Number(of.instances), isSpot(of.priority)] as const),
    ...all("kubernetes_cluster").map(({ default_node_pool: of }) => {
      const { vm_size, node_count } = of as { vm_size: string; node_count: number };
      return [vm_size, node_count, false] as const;
    }),
    ...all("kubernetes_cluster_node_pool").map(
      (of) => [String(of.vm_size), Number(of.max_count ?? of.node_count), isSpot(of.priority)] as const,
    ),
    ...slurmNodes(stack),
  ];
}

/** Nodes that Slurm's own program starts: those of slurm.conf, whose first features are pool and size. */
function slurmNodes(stack: TerraformStack): (readonly [string, number, boolean])[] {
  const { locals = {} } = stack.toTerraform() as { locals?: Readonly<Record<string, unknown>> };
  const lines = Object.values(locals).flatMap((text) => [
    ...String(text).matchAll(/^NodeName=\S+?-(?:\[(\d+)-)?(\d+)\]? .*Feature=([^,]+),([^,]+)/gm),
  ]);
  return lines.map(([, from, to, pool, size]) => {
    const first = Number(from ?? to);
    return [size!, Number(to) - first + 1, pool === "spot"] as const;
  });
}

const sums = (items: readonly (readonly [string | null, number])[]) => {
  const totals: Record<string, number> = {};
  for (const [code, needed] of items) totals[String(code)] = (totals[String(code)] ?? 0) + needed;
  return totals;
};

describe("the vCPUs of Azure that the review asks for are those of what Terraform writes", () => {
  const WAYS: Readonly<Record<string, (nodes: readonly number[]) => TerraformStack>> = {
    "scale sets": (nodes) => {
      const { stack, pools: made } = pools({ adminPublicKey: KEY }, nodes);
      for (const pool of made) new NodeFleet(stack, `run-${pool.node.id}`, { pool });
      return stack;
    },
    Slurm: (nodes) => {
      const { stack, network, pools: made } = pools({ adminPublicKey: KEY }, nodes);
      new SlurmHeadNode(stack, "slurm", {
        network,
        adminPublicKey: KEY,
        siteAccountName: "trainslurmsite",
        vaultName: "train-slurm",
        instanceType: "Standard_D8as_v5",
        loginNodes: nodes[0]!,
        loginInstanceType: "Standard_D4as_v5",
        partitions: [{ name: "train", pools: made }],
      });
      return stack;
    },
    AKS: (nodes) => {
      const { stack, network, pools: made } = pools({}, nodes);
      new KubeRayCluster(stack, "ray", { network, pools: made });
      return stack;
    },
  };

  it.each(Object.keys(WAYS).flatMap((way) => [[way, [2, 3, 5]] as const, [way, [4, 1, 2]] as const]))(
    "with %s and pools of %j nodes",
    (way, nodes) => {
      const stack = WAYS[way]!(nodes);
      const written = machines(stack).map(([size, count, spot]) => {
        const { quota, vcpus } = findInstanceType(size)!;
        return [spot ? quota.spot : quota.onDemand, count * vcpus] as const;
      });
      const claimed = azureClaims(designOf(clusterModel(stack))).map(({ code, needed }) => [code, needed] as const);
      expect(Object.keys(sums(written)).length).toBeGreaterThan(2);
      expect(sums(claimed)).toEqual(sums(written));
    },
  );
});
