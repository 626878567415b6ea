import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "yaml";
import { NvmeCache } from "../../lib/clouds/aws/pools/nvme/nvme-cache";
import { GpuSharing } from "../../lib/clouds/common/pools/gpu-sharing";
import { Capacity } from "../../lib/pulumi/clouds/aws/capacity-image-placement";
import { TrainingCluster } from "../../lib/pulumi/clouds/aws/clusters/architectures";
import { ClusterScope } from "../../lib/pulumi/clouds/aws/clusters/cluster-scope";
import { GpuCluster } from "../../lib/pulumi/clouds/aws/clusters/gpu-cluster";
import { ClusterNetwork } from "../../lib/pulumi/clouds/aws/components/cluster-network";
import { GpuNodePool } from "../../lib/pulumi/clouds/aws/components/gpu-node-pool";
import { SlurmHeadNode } from "../../lib/pulumi/clouds/aws/components/slurm-head-node";
import { designOf } from "../../lib/review/design";
import { costFigures } from "../../lib/review/figures/cost";
import { reviewDesign } from "../../lib/review/review";
import { mockedProgram, type Registered } from "./mocked-program";

const outdir = mkdtempSync(join(tmpdir(), "warpform-drift-"));
afterAll(() => rmSync(outdir, { recursive: true }));

function messageOf(program: () => unknown): string {
  try {
    program();
  } catch (error) {
    return (error as Error).message;
  }
  return "";
}

/** What a Pulumi program of a blueprint registers, and the model that the review of it reads. */
async function declared(text: string) {
  const file = join(outdir, "a.yaml");
  writeFileSync(file, `apiVersion: warpform/v1\nname: lab\nnetwork: { availabilityZone: us-east-1a }\n${text}`);
  const program = () => new GpuCluster("lab", { blueprint: file, outdir: join(outdir, "out") });
  const { result, registered } = await mockedProgram(() => undefined, program);
  return { design: designOf(result.model), pool: result.model.pools[0]!, registered };
}

const inputsOf = (registered: readonly Registered[], type: string, name = /./) =>
  registered.filter((one) => one.type.endsWith(`:${type}`) && name.test(one.name)).map(({ inputs }) => inputs);

describe("what a Pulumi program provisions of a file system is in the bill of its review", () => {
  const around =
    "pools: { gpu: { instanceType: g6e.12xlarge, nodes: { min: 0, max: 4 } } }\nfleets: { run: { pool: gpu } }";
  const fileSystem = async (keys: string) => {
    const { design, registered } = await declared(`${around}\nfileSystems: { scratch: { kind: lustre, ${keys} } }\n`);
    const [inputs] = inputsOf(registered, "LustreFileSystem");
    return { inputs, usdPerMonth: costFigures(design).usdPerHour * 730 };
  };

  it.each([12_000, 84_000])("%d IOPS of metadata", async (iops) => {
    const plain = await fileSystem("capacityTiB: 24");
    const { inputs, usdPerMonth } = await fileSystem(`capacityTiB: 24, metadataIops: ${iops}`);
    expect(inputs).toMatchObject({ metadataConfiguration: { iops, mode: "USER_PROVISIONED" } });
    expect(usdPerMonth - plain.usdPerMonth).toBeCloseTo(iops * 0.055, 4);
  });

  it.each([12_000, 52_000])("%d MB/s of Intelligent-Tiering", async (mbps) => {
    const least = await fileSystem("storageType: INTELLIGENT_TIERING, throughputMBps: 4000");
    const { inputs, usdPerMonth } = await fileSystem(`storageType: INTELLIGENT_TIERING, throughputMBps: ${mbps}`);
    expect(inputs).toMatchObject({ throughputCapacity: mbps });
    expect(usdPerMonth - least.usdPerMonth).toBeCloseTo((mbps - 4000) * 0.52, 4);
  });
});

describe("a pool that a Pulumi program launches on Kubernetes", () => {
  const blueprint = (provisioner: string, own: readonly string[]) => `fabric: {}
fileSystems: { data: { kind: lustre, capacityTiB: 4.8 }, scratch: { kind: lustre, capacityTiB: 2.4 } }
pools:
  h100:
    instanceType: p5.48xlarge
    nodes: { min: 0, max: 3 }
    rootVolumeGiB: 350
    rootVolumeIops: 8000
    rootVolumeMBps: 750
    imdsHopLimit: 4
    detailedMonitoring: false
    securityGroupIds: [${own.join(", ")}]
kubeRay:
  provisioner: ${provisioner}
  pools: [h100]
  fileSystems: [{ fileSystem: data, path: /data }, { fileSystem: scratch, path: /scratch }]
`;
  const groups = [1, 2, 3, 4].map((digit) => `sg-0123456789abcdef${digit}`);
  interface Template {
    readonly networkInterfaces: readonly { readonly securityGroups: readonly unknown[] }[];
  }

  it.each([0, 1, 3])(
    "by a node group has the interfaces' groups that its quota is judged by, with %d of its own",
    async (own) => {
      const { design, pool, registered } = await declared(blueprint("managed", groups.slice(0, own)));
      const [template] = inputsOf(registered, "LaunchTemplate", /h100/) as unknown as Template[];
      const counts = new Set(template!.networkInterfaces.map(({ securityGroups }) => securityGroups.length));
      expect([...counts]).toEqual([pool.securityGroups]);
      const found = reviewDesign(design).findings.filter(({ rule }) => rule === "security-groups-above-quota");
      expect(found.length > 0).toBe(pool.securityGroups! > 5);
    },
  );

  it("by a node group is the one that the review reads", async () => {
    const { pool, registered } = await declared(blueprint("managed", []));
    const [template] = inputsOf(registered, "LaunchTemplate", /h100/);
    expect(template).toMatchObject({
      blockDeviceMappings: [{ ebs: { volumeSize: 350, iops: 8000, throughput: 750 } }],
      metadataOptions: { httpPutResponseHopLimit: 4 },
      monitoring: { enabled: false },
    });
    expect({ ...pool, ...pool.aws }).toMatchObject(ASKED);
    expect(Buffer.from(String(template!.userData), "base64").toString()).toContain("RAID0");
    expect(pool.nvmeCache?.mountPath).toBe("/mnt/k8s-disks/0");
  });

  it("by Karpenter is the one that the review reads", async () => {
    const { pool } = await declared(blueprint("karpenter", []));
    const chart = readdirSync(join(outdir, "out"), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".yaml"))
      .map((file) => readFileSync(join(outdir, "out", file), "utf8"))
      .find((text) => text.includes("kind: EC2NodeClass"))!;
    const { spec } = parse(chart.split(/^---$/m).find((one) => one.includes("kind: EC2NodeClass"))!);
    expect(spec).toMatchObject({
      blockDeviceMappings: [{ ebs: { volumeSize: "350Gi", iops: 8000, throughput: 750 } }],
      metadataOptions: { httpPutResponseHopLimit: 4 },
      detailedMonitoring: false,
      instanceStorePolicy: "RAID0",
    });
    expect(spec.securityGroupSelectorTerms).toHaveLength(pool.securityGroups!);
    expect({ ...pool, ...pool.aws }).toMatchObject(ASKED);
  });

  const ASKED = {
    rootVolumeGiB: 350,
    rootVolumeIops: 8000,
    rootVolumeMBps: 750,
    imdsHopLimit: 4,
    detailedMonitoring: false,
  };
});

describe("a mistake in a Pulumi program", () => {
  const workload = {
    model: "llama-3.1-70b",
    tokens: 1e11,
    sequenceLength: 8192,
    globalBatchSequences: 1024,
    deadlineDays: 60,
  } as const;
  const training = (more: object) => () =>
    new TrainingCluster("lab", {
      availabilityZone: "us-east-2a",
      outdir: join(outdir, "mistakes"),
      workload,
      instanceType: "p5.48xlarge",
      nodes: 24,
      ...more,
    });
  const scope = (parts: (network: ClusterNetwork) => void) => () => {
    const cluster = new ClusterScope("lab", { outdir: join(outdir, "mistakes") });
    parts(new ClusterNetwork("network", { availabilityZone: "us-east-2a" }, { parent: cluster }));
    cluster.declare();
  };
  const l40s = { instanceType: "g6e.12xlarge", nodes: { min: 0, max: 4 } };
  const block = (endsOn: string) =>
    Capacity.block("cr-0123456789abcdef0", { nodes: 4, startsOn: "2027-04-06T11:30:00Z", endsOn });

  it.each<[string, () => unknown, string]>([
    [
      "a pool of an architecture that is another than it is sized for",
      training({ pool: { instanceType: "g6.48xlarge", nodes: { min: 1, max: 3 } } }),
      "lab/cluster has 2 problems:\n" +
        "  - pool.instanceType cannot be set: the cluster is sized for one instance type; use the architecture's instanceType\n" +
        "  - pool.nodes cannot be set: the cluster is sized for its nodes; use the architecture's own props for them",
    ],
    [
      "how nodes of an architecture are bought, beside it",
      training({ pool: { capacity: [block("2027-04-20T11:30:00Z")] } }),
      "lab/cluster: pool.capacity cannot be set: the cluster is sized for how its nodes are bought; use the architecture's capacity",
    ],
    [
      "a date without an offset",
      scope(
        (network) =>
          void new GpuNodePool("h100", {
            network,
            ...l40s,
            instanceType: "p5.48xlarge",
            capacity: [block("2027-04-20T11:30:00")],
          }),
      ),
      'GpuNodePool "lab/h100": capacity[0].endsOn must be an ISO 8601 moment with its offset, such as "2027-01-31T11:30:00Z", got "2027-04-20T11:30:00"',
    ],
    [
      "a date in words",
      scope(
        (network) =>
          void new GpuNodePool("h100", {
            network,
            ...l40s,
            instanceType: "p5.48xlarge",
            capacity: [block("Apr 20 2027")],
          }),
      ),
      'GpuNodePool "lab/h100": capacity[0].endsOn must be an ISO 8601 moment with its offset, such as "2027-01-31T11:30:00Z", got "Apr 20 2027"',
    ],
    [
      "a cache on a type without local disks",
      scope(
        (network) =>
          void new GpuNodePool("cpu", { network, ...l40s, instanceType: "c5n.18xlarge", nvmeCache: new NvmeCache() }),
      ),
      'GpuNodePool "lab/cpu": nvmeCache needs local NVMe disks, and c5n.18xlarge has none; omit nvmeCache',
    ],
    [
      "a way to share GPUs that Slurm lacks, by the props that there are",
      scope((network) => {
        const pool = new GpuNodePool("l40s", { network, ...l40s, gpuSharing: GpuSharing.mps(6) });
        new SlurmHeadNode("slurm", { network, partitions: [{ name: "train", pools: [pool] }] });
      }),
      'SlurmHeadNode "lab/slurm": partitions[0].pools[0].gpuSharing needs the MPS daemon, which only Kubernetes\' device plugin runs; use time slicing or MIG',
    ],
    [
      "several mistakes at once",
      scope(
        (network) =>
          void new GpuNodePool("h100", {
            network,
            instanceType: "p5.48xlarge",
            nodes: { min: 5, max: 4 },
            rootVolumeGiB: 1,
            imdsHopLimit: 99,
          }),
      ),
      'GpuNodePool "lab/h100" has 3 problems:\n' +
        "  - rootVolumeGiB must be a whole number of GiB from 30 to 65536, got 1; use 30\n" +
        "  - imdsHopLimit must be a whole number of hops from 1 to 64, got 99; use 64\n" +
        "  - nodes.min must not exceed nodes.max, got 5 and 4; use min 4 or max 5",
    ],
  ])("%s", async (_, program, message) => {
    const { result } = await mockedProgram(
      () => undefined,
      () => messageOf(program),
    );
    expect(result).toBe(message);
  });

  it("of a blueprint is told with all others of it", async () => {
    const text = `pools:
  one: { instanceType: g6e.12xlarge, nodes: { min: 0, max: 4 }, timeSlicingReplicas: 77 }
  two: { instanceType: g6e.12xlarge, nodes: { min: 0, max: 4 } }
  three: { instanceType: g6e.12xlarge, nodes: { min: 0, max: 2 } }
fleets: { run: { pool: two, size: 13 } }
slurm: { partitions: [{ name: train, pools: [one] }] }
`;
    await mockedProgram(
      () => undefined,
      () => {
        const file = join(outdir, "three.yaml");
        writeFileSync(file, `apiVersion: warpform/v1\nname: lab\nnetwork: { availabilityZone: us-east-1a }\n${text}`);
        const program = () => new GpuCluster("lab", { blueprint: file, outdir: join(outdir, "three") });
        const message = messageOf(program);
        expect(message).toContain("has 3 problems");
        expect(message).toContain("pools.one: timeSlicingReplicas must be a whole number from 2 to 48, got 77; use 4");
        expect(message).toContain(
          "fleets.run: size must be a whole number within the pool's nodes, 0 to 4, got 13; use 4",
        );
        expect(message).toContain('pool "three" has no construct that starts its nodes');
      },
    );
  });
});
