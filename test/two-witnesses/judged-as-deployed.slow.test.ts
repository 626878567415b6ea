import { App } from "cdktf";
import { buildBlueprint } from "../../lib/blueprint/build";
import { parseBlueprint } from "../../lib/blueprint/load";
import { designOf } from "../../lib/review/design";
import { costFigures } from "../../lib/review/figures/cost";
import { reviewDesign } from "../../lib/review/review";
import { disagreements } from "./disagreements";

const MONTH = 730;

/** A blueprint's design and its Terraform. */
function built(text: string) {
  const head = "apiVersion: warpform/v1\nname: lab\nnetwork: { availabilityZone: us-east-1a }\n";
  const { stack, cluster } = buildBlueprint(new App(), parseBlueprint([{ file: "a.yaml", text: head + text }]));
  return { stack, design: designOf(cluster) };
}

describe("what a file system is provisioned with is in the bill at its price", () => {
  const pool =
    "pools: { gpu: { instanceType: g6e.12xlarge, nodes: { min: 0, max: 4 } } }\nfleets: { run: { pool: gpu } }\n";
  const perMonth = (fileSystem: string) =>
    costFigures(built(`${pool}fileSystems: { scratch: { ${fileSystem} } }\n`).design).usdPerHour * MONTH;

  it.each([1500, 12_000, 96_000])("%d IOPS of Lustre's metadata", (iops) => {
    const lustre = "kind: lustre, capacityTiB: 9.6, throughputPerTiB: 500";
    expect(perMonth(`${lustre}, metadataIops: ${iops}`) - perMonth(lustre)).toBeCloseTo(iops * 0.055, 4);
  });

  it.each([8000, 60_000])("%d MB/s of Lustre's Intelligent-Tiering", (mbps) => {
    const lustre = (most: number) => `kind: lustre, storageType: INTELLIGENT_TIERING, throughputMBps: ${most}`;
    expect(perMonth(lustre(mbps)) - perMonth(lustre(4000))).toBeCloseTo((mbps - 4000) * 0.52, 4);
  });

  it.each([50, 300])("%d MiB/s of EFS", (mibps) => {
    const efs = `kind: efs, throughputMode: provisioned, provisionedMiBps: ${mibps}`;
    expect(perMonth(efs) - perMonth("kind: efs")).toBeCloseTo(mibps * 6, 4);
  });
});

describe("the quota of security groups per interface", () => {
  interface Templates {
    readonly resource: Record<
      string,
      Record<string, { network_interfaces?: { security_groups: string[] }[]; tag_specifications: unknown }>
    >;
  }
  const ids = [1, 2, 3, 4].map((digit) => `sg-0123456789abcdef${digit}`);

  it.each([
    ["kubeRay", 0, 0],
    ["kubeRay", 1, 1],
    ["kubeRay", 0, 3],
    ["kubeRay", 4, 3],
    ["slurm", 0, 3],
    ["slurm", 3, 1],
    ["slurm", 4, 3],
    ["fleets", 3, 0],
    ["fleets", 4, 1],
  ] as const)(
    "is judged by what Terraform writes: on %s, %d groups of the pool's own, %d file systems",
    (adopter, own, systems) => {
      const names = Array.from({ length: systems }, (_, i) => `fs${i}`);
      const mounts = names.map((name) => `{ fileSystem: ${name}, path: /${name} }`).join(", ");
      const adopters = {
        kubeRay: `kubeRay: { provisioner: managed, pools: [h100], fileSystems: [${mounts}] }`,
        slurm: "slurm: { partitions: [{ name: train, pools: [h100] }] }",
        fleets: "fleets: { run: { pool: h100 } }",
      };
      const { stack, design } = built(`fabric: {}
fileSystems: { ${names.map((name) => `${name}: { kind: lustre, capacityTiB: 1.2 }`).join(", ")} }
pools:
  h100:
    instanceType: p5.48xlarge
    nodes: { min: 0, max: 2 }
    securityGroupIds: [${ids.slice(0, own).join(", ")}]
    mounts: [${adopter === "kubeRay" ? "" : mounts}]
${adopters[adopter]}
`);
      const templates = Object.values((stack.toTerraform() as Templates).resource.aws_launch_template!);
      const written = templates
        .filter(({ tag_specifications }) => JSON.stringify(tag_specifications).includes("warpform:pool"))
        .flatMap(({ network_interfaces }) => network_interfaces!.map(({ security_groups }) => security_groups.length));
      const found = reviewDesign(design).findings.filter(({ rule }) => rule === "security-groups-above-quota");
      expect(written).not.toEqual([]);
      expect(design.cluster.pools[0]!.securityGroups).toBe(Math.max(...written));
      expect(found.length > 0).toBe(Math.max(...written) > 5);
      expect(disagreements(stack)).toEqual([]);
    },
  );
});
