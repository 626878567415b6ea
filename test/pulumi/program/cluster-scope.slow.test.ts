import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { Instance } from "@pulumi/aws/ec2/instance";
import { Vpc } from "@pulumi/aws/ec2/vpc";
import { Key } from "@pulumi/aws/kms/key";
import * as pulumi from "@pulumi/pulumi";
import { Capacity, Image, Placement } from "../../../lib/pulumi/clouds/aws/capacity-image-placement";
import { ClusterScope } from "../../../lib/pulumi/clouds/aws/clusters/cluster-scope";
import { CheckpointBucket } from "../../../lib/pulumi/clouds/aws/components/checkpoint-bucket";
import { ClusterMonitoring } from "../../../lib/pulumi/clouds/aws/components/cluster-monitoring";
import { ClusterNetwork } from "../../../lib/pulumi/clouds/aws/components/cluster-network";
import { ExistingFileSystem } from "../../../lib/pulumi/clouds/aws/components/existing-file-system";
import { GpuNodePool } from "../../../lib/pulumi/clouds/aws/components/gpu-node-pool";
import { InfiniBandFabric } from "../../../lib/pulumi/clouds/aws/components/infiniband-fabric";
import { LustreStorage } from "../../../lib/pulumi/clouds/aws/components/lustre-storage";
import { ProgramBucket } from "../../../lib/pulumi/clouds/aws/components/program-bucket";
import { SharedHome } from "../../../lib/pulumi/clouds/aws/components/shared-home";
import { SlurmHeadNode } from "../../../lib/pulumi/clouds/aws/components/slurm-head-node";
import { mockedProgram } from "../mocked-program";

const outdir = mkdtempSync(join(tmpdir(), "warpform-scope-"));
afterAll(() => rmSync(outdir, { recursive: true }));

const TYPES: Record<string, string> = {
  "aws:ec2/vpc:Vpc": "aws_vpc",
  "aws:ec2/subnet:Subnet": "aws_subnet",
  "aws:ec2/instance:Instance": "aws_instance",
  "aws:s3/bucket:Bucket": "aws_s3_bucket",
  "aws:s3/bucketObjectv2:BucketObjectv2": "aws_s3_object",
  "aws:kms/key:Key": "aws_kms_key",
  "aws:efs/fileSystem:FileSystem": "aws_efs_file_system",
  "aws:fsx/openZfsFileSystem:OpenZfsFileSystem": "aws_fsx_openzfs_file_system",
  "aws:sns/topic:Topic": "aws_sns_topic",
  "aws:fsx/lustreFileSystem:LustreFileSystem": "aws_fsx_lustre_file_system",
};
const typeOf = (token: string) => TYPES[token];
const known = <T>(output: pulumi.Output<T>) =>
  new Promise<T>((resolve) => void output.apply((value) => resolve(value)));

function slurmCluster() {
  const cluster = new ClusterScope("train", { region: "us-east-2", outdir });
  const key = new Key("data");
  const network = new ClusterNetwork(
    "network",
    { availabilityZone: "us-east-2a", tags: { team: pulumi.output("vision") } },
    { parent: cluster },
  );
  const fabric = new InfiniBandFabric("fabric", { network });
  const bucket = new CheckpointBucket("models", { network });
  const scratch = new LustreStorage("scratch", {
    network,
    capacityTiB: 48,
    throughputPerTiB: 250,
    kmsKeyArn: key.arn,
    importFrom: bucket,
  });
  const home = new SharedHome("home", { network, kmsKeyArn: key.arn });
  const tools = SharedHome.openZfs("tools", { network, capacityGiB: 256, kmsKeyArn: key.arn });
  const archive = ExistingFileSystem.nfs(
    "archive",
    { server: pulumi.output("nfs.example.com"), exportPath: "/archive" },
    { parent: cluster },
  );
  const programs = new ProgramBucket("programs", { network, kmsKeyArn: key.arn });
  const setup = programs.addText("setup.sh", "echo ready");
  const h100 = new GpuNodePool(
    "h100",
    {
      network,
      fabric,
      instanceType: "p5.48xlarge",
      nodes: { min: 0, max: 16 },
      capacity: [Capacity.block(pulumi.output("cr-0123456789abcdef0"), { nodes: 16 })],
      image: Image.ssmParameter(pulumi.output("/images/h100"), "ubuntu-24.04"),
      mounts: [
        scratch.mount("/fsx"),
        home.mount("/home"),
        tools.mount("/tools", { readOnly: true }),
        archive.mount("/archive"),
      ],
    },
    { protect: true },
  );
  const monitoring = new ClusterMonitoring("monitoring", {
    network,
    pools: [h100],
    fileSystems: [scratch],
    emails: [pulumi.output("ops@example.com")],
    kmsKeyArn: key.arn,
  });
  const cpus = new GpuNodePool("cpus", {
    network,
    instanceType: "c7i.4xlarge",
    nodes: { min: 0, max: 2 },
    placement: Placement.existing(pulumi.output("near")),
    capacity: [Capacity.reservation(pulumi.output("cr-0123456789abcdef1")), Capacity.onDemand()],
  });
  const secret = pulumi.output("arn:aws:secretsmanager:us-east-2:111122223333:secret:db-AbCdEf");
  const slurm = new SlurmHeadNode("slurm", {
    network,
    partitions: [
      { name: "train", pools: [h100] },
      { name: "cpu", pools: [cpus] },
    ],
    mounts: [scratch.mount("/fsx"), home.mount("/home")],
    image: Image.id(pulumi.output("ami-0123456789abcdef0"), "ubuntu-24.04"),
    loginNodes: 1,
    loginCidrs: [pulumi.output("203.0.113.0/24")],
    accounting: { kind: "external", databaseHost: pulumi.output("db.example.com"), passwordSecretArn: secret },
    directory: { uris: [pulumi.output("ldaps://ldap.example.com")], searchBase: "dc=example,dc=com" },
    monitoring: { alarmTopicArn: monitoring.topicArn },
  });
  bucket.grantReadWrite(h100);
  programs.grantRead(h100);
  cluster.declare();
  return { cluster, network, fabric, scratch, h100, slurm, bucket, home, tools, monitoring, programs, setup };
}

describe("a ClusterScope", () => {
  let shared: Awaited<ReturnType<typeof mockedProgram<ReturnType<typeof slurmCluster>>>>;
  beforeAll(async () => {
    shared = await mockedProgram(typeOf, slurmCluster);
  });

  it("makes each construct a component below it, with its resources below that", () => {
    const { registered } = shared;
    const components = registered.filter(({ custom }) => !custom).map(({ type, name }) => `${type} ${name}`);
    expect(components).toEqual([
      "warpform:aws:GpuCluster train",
      "warpform:aws:ClusterNetwork train-network",
      "warpform:aws:InfiniBandFabric train-fabric",
      "warpform:aws:CheckpointBucket train-models",
      "warpform:aws:LustreStorage train-scratch",
      "warpform:aws:SharedHome train-home",
      "warpform:aws:SharedHomeOpenZfs train-tools",
      "warpform:aws:ExistingFileSystem train-archive",
      "warpform:aws:ProgramBucket train-programs",
      "warpform:aws:GpuNodePool train-h100",
      "warpform:aws:ClusterMonitoring train-monitoring",
      "warpform:aws:GpuNodePool train-cpus",
      "warpform:aws:SlurmHeadNode train-slurm",
    ]);
    const head = registered.find(({ name }) => name === "train-slurm-head");
    expect(head?.parent).toMatch(/warpform:aws:GpuCluster\$warpform:aws:SlurmHeadNode::train-slurm$/);
  });

  it("makes Outputs of components known once it is declared", async () => {
    const { network, scratch, slurm, bucket, home, tools, monitoring } = shared.result;
    expect(await known(network.vpcId)).toBe("train-network-vpc.id");
    expect(await known(scratch.fileSystemId)).toBe("train-scratch.id");
    expect(await known(slurm.instanceId)).toBe("train-slurm-head.id");
    expect(await known(bucket.bucketName)).toMatch(/train-models/);
    expect(await known(home.fileSystemId)).toBe("train-home.id");
    expect(await known(tools.dnsName)).toBe("train-tools.dns_name");
    expect(await known(monitoring.topicArn)).toBe("train-monitoring-topic.arn");
    expect(await known(monitoring.logGroupName)).toBe("/warpform/train/nodes");
    expect(slurm.resource(Instance, "head")).toBe(shared.result.cluster.resource(Instance, "slurm/head"));
    expect(network.resource(Vpc, "vpc")).toBeInstanceOf(Vpc);
  });

  it("hands Outputs of other resources on to the resources", () => {
    const { registered } = shared;
    expect(registered.find(({ custom, name }) => custom && name === "train-scratch")?.inputs.kmsKeyId).toBe("data.arn");
    expect(registered.find(({ custom, name }) => custom && name === "train-home")?.inputs.kmsKeyId).toBe("data.arn");
    expect(registered.find(({ type }) => type.includes("sns/topicSubscription"))?.inputs.endpoint).toBe(
      "ops@example.com",
    );
    expect(registered.find(({ type }) => type === "aws:ec2/vpc:Vpc")?.inputs.tags).toMatchObject({ team: "vision" });
  });

  it("hands Outputs on from where a Capacity, an Image or a Placement names them", () => {
    const inputsOf = (pattern: RegExp) =>
      JSON.stringify(shared.registered.filter(({ name }) => pattern.test(name)).map(({ inputs }) => inputs));
    expect(inputsOf(/^train-h100/)).toContain('"capacityReservationId":"cr-0123456789abcdef0"');
    expect(inputsOf(/^train-cpus/)).toContain('"capacityReservationId":"cr-0123456789abcdef1"');
    expect(inputsOf(/^train-cpus/)).toContain('"groupName":"near"');
    expect(inputsOf(/^train-slurm-head$/)).toContain('"ami":"ami-0123456789abcdef0"');
    const slurm = inputsOf(/^train-slurm/);
    for (const text of ["203.0.113.0/24", "StorageHost=db.example.com", "ldap_uri = ldaps://ldap.example.com"])
      expect(slurm).toContain(text);
    expect(slurm).not.toContain("TfToken");
  });

  it("mounts a file system whose address is an Output, and takes programs into a bucket of theirs", async () => {
    const { registered, result } = shared;
    const template = registered.find(({ type, name }) => type.includes("launchTemplate") && /h100/.test(name));
    const userData = Buffer.from(String(template?.inputs.userData), "base64");
    const text = userData.subarray(0, 2).toString("hex") === "1f8b" ? gunzipSync(userData) : userData;
    expect(text.toString()).toContain("nfs.example.com:/archive");
    const program = registered.find(({ inputs }) => inputs.content === "echo ready");
    expect(program?.inputs).toMatchObject({ content: "echo ready", kmsKeyId: "data.arn" });
    expect(await known(result.programs.bucketArn)).toMatch(/^train-programs/);
    expect(result.setup.url).toMatch(/^s3:\/\//);
  });

  it("honours the options of one component for its resources alone", () => {
    const guarded = shared.registered.filter(({ custom, protect, name }) => custom && protect && /h100/.test(name));
    expect(guarded.length).toBeGreaterThan(3);
    expect(shared.registered.find(({ name }) => name === "train-network-vpc")?.protect).toBe(false);
  });
});
