import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AwsProvider } from "@cdktf/provider-aws/lib/provider";
import { App, TerraformStack } from "cdktf";
import { adopters } from "../../lib/clouds/aws/adopters";
import type { GpuNodePoolProps, IClusterNetwork } from "../../lib/clouds/aws/index";
import {
  Capacity,
  ClusterNetwork,
  GpuNodePool,
  GpuSharing,
  Image,
  InfiniBandFabric,
  LustreStorage,
  NvmeCache,
  Placement,
} from "../../lib/clouds/aws/index";
import { aws } from "../../lib/clouds/aws/parts";
import { GPU_NODE_POOL } from "../../lib/clouds/aws/pools/gpu-node-pool-table";
import { WarpformError } from "../../lib/errors";
import type { AnyTable } from "../../lib/props/field";
import { ADOPTERS, type AdopterKind } from "../../lib/remedies/adopters";
import { testNetwork } from "../clouds/aws/synthesized";

type Adopt = (stack: TerraformStack, network: IClusterNetwork, pool: GpuNodePool) => unknown;

/** A pool at a place of props: `partitions[].pools[]`. */
function given(pool: GpuNodePool, [step, ...rest]: readonly string[]): object {
  const below = rest.length === 0 ? pool : { name: "gpu", ...given(pool, rest) };
  return { [step!.replace("[]", "")]: step!.endsWith("[]") ? [below] : below };
}

function adoptBy(kind: AdopterKind, more: object = {}): Adopt {
  const { construct, pools } = ADOPTERS[kind];
  return (stack, network, pool) => {
    const around = "network" in adopters[kind].table ? { network } : {};
    return new aws.parts[construct](stack, "starter", {
      ...around,
      ...given(pool, pools[0].split(".")),
      ...more,
    } as never);
  };
}

/** What one takes besides network and pools. */
const NEEDED: Readonly<Partial<Record<AdopterKind, object>>> = {
  hybrid: {
    site: {
      clusterName: "dc1",
      controllers: [{ name: "head1", address: "10.130.0.5" }],
      cidrs: ["10.130.0.0/24"],
      domain: "dc1.example.com",
      dnsServers: ["10.130.0.2"],
    },
    link: { vpn: { address: "203.0.113.10" } },
    trustAnchorArn: "arn:aws:rolesanywhere:us-east-2:123456789012:trust-anchor/01234567-89ab-cdef-0123-456789abcdef",
  },
};

/** What can start a pool's nodes, in each way in which it does. */
const WAYS = (Object.keys(ADOPTERS) as AdopterKind[]).flatMap((kind): (readonly [string, Adopt])[] =>
  kind === "kubernetes"
    ? ["managed", "karpenter"].map((provisioner) => [provisioner, adoptBy(kind, { provisioner })] as const)
    : [[kind, adoptBy(kind, NEEDED[kind])]],
);

interface Around {
  readonly stack: TerraformStack;
  readonly network: ClusterNetwork;
}

/** Props whose other value follows from the range and default in their table. */
type Simple = {
  [Prop in keyof GpuNodePoolProps]-?: NonNullable<GpuNodePoolProps[Prop]> extends number | boolean ? Prop : never;
}[keyof GpuNodePoolProps];

/** Another value of every other prop than the one that a plain pool has; the compiler asks for each new one. */
const FLIPS: {
  readonly [Prop in Exclude<keyof GpuNodePoolProps, Simple>]-?: (around: Around) => GpuNodePoolProps[Prop];
} = {
  network: ({ stack }) => new ClusterNetwork(stack, "other", { availabilityZone: "us-east-2b", clusterName: "other" }),
  instanceType: () => "g6e.48xlarge",
  alternativeTypes: () => ["gr6.4xlarge"],
  nodes: () => ({ min: 1, max: 4 }),
  fabric: ({ stack, network }) => new InfiniBandFabric(stack, "fabric", { network }),
  capacity: () => [Capacity.reservation("cr-0123456789abcdef0")],
  placement: () => Placement.existing("ours"),
  image: () => Image.id("ami-0123456789abcdef0", "ubuntu-24.04"),
  nvmeCache: () => new NvmeCache({ mountPath: "/nvme" }),
  mounts: ({ stack, network }) => [new LustreStorage(stack, "scratch", { network, capacityTiB: 4.8 }).mount("/fsx")],
  gpuSharing: () => GpuSharing.timeSlicing(4),
  bootSteps: () => [{ name: "ours", phase: "agents", text: "#!/bin/bash\ntrue\n" }],
  volumeKmsKeyArn: () => "arn:aws:kms:us-east-2:123456789012:key/00000000-0000-0000-0000-000000000000",
  instanceProfileName: () => "ours",
  permissionsBoundaryArn: () => "arn:aws:iam::123456789012:policy/boundary",
  securityGroupIds: () => ["sg-0123456789abcdef0"],
  labels: () => ({ team: "vision" }),
  taints: () => [{ key: "dedicated", effect: "NoSchedule" }],
  tags: () => ({ owner: "vision" }),
};

/** A prop's other value: of a number the next, of a list the first, of a switch the opposite. */
function flip(prop: keyof GpuNodePoolProps, around: Around): unknown {
  const made = (FLIPS as Readonly<Record<string, (around: Around) => unknown>>)[prop];
  if (made !== undefined) return made(around);
  const { kind, values, default: fallback, min = 0 } = (GPU_NODE_POOL as AnyTable)[prop]!;
  if (kind === "boolean") return !fallback;
  // Without a default in the table, it follows from others, and is at most one above the least.
  return values?.[0] ?? ((fallback as number | undefined) ?? min + 1) + 1;
}

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** A digest of all files that a pool makes, charts included; null where somebody refuses it. What a flip adds by itself is in both. */
function outputOf(adopt: Adopt, prop: keyof GpuNodePoolProps, flipped: boolean): string | null {
  const outdir = mkdtempSync(join(tmpdir(), "flipped-"));
  folders.push(outdir);
  const app = new App({ outdir });
  const stack = new TerraformStack(app, "test");
  new AwsProvider(stack, "aws", { region: "us-east-2" });
  const network = testNetwork(stack);
  const value = flip(prop, { stack, network });
  const plain = { network, instanceType: "g6e.24xlarge", nodes: { min: 0, max: 4 } };
  try {
    const props = flipped ? { ...plain, [prop]: value } : plain;
    adopt(stack, props.network, new GpuNodePool(stack, "gpus", props));
    app.synth();
  } catch (error) {
    if (error instanceof WarpformError || String(error).includes("Validation failed")) return null;
    throw error;
  }
  const digest = createHash("sha256");
  const entries = readdirSync(outdir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const path of entries.map(({ parentPath, name }) => join(parentPath, name)).sort())
    digest.update(readFileSync(path));
  return digest.digest("hex");
}

describe.each(WAYS)("a pool whose nodes are started by %s", (_, adopt) => {
  it.each(Object.keys(GPU_NODE_POOL) as (keyof GpuNodePoolProps)[])(
    "shows %s in what it makes, or refuses it",
    (prop) => {
      const plain = outputOf(adopt, prop, false);
      expect(plain).not.toBeNull();
      const shows = outputOf(adopt, prop, true) !== plain;
      expect(shows).toBe(true);
    },
  );
});
