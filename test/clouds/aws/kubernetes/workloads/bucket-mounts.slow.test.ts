import { parseAllDocuments } from "yaml";
import {
  CheckpointBucket,
  GpuNodePool,
  KubeRayCluster,
  type KubeRayClusterProps,
} from "../../../../../lib/clouds/aws/index";
import { resources, synthesized, testNetwork, testStack } from "../../synthesized";

type Mounts = NonNullable<KubeRayClusterProps["bucketMounts"]>;

function clusterOf(mounts: (bucket: Mounts[number]["bucket"]) => Mounts, over: Partial<KubeRayClusterProps> = {}) {
  const stack = testStack();
  const network = testNetwork(stack);
  const bucket = CheckpointBucket.import(stack, "data", {
    bucketName: "company-data",
    kmsKeyArn: "arn:aws:kms:us-east-2:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab",
  });
  const pool = new GpuNodePool(stack, "h100", {
    network,
    instanceType: "p5.48xlarge",
    nodes: { min: 0, max: 2 },
  });
  const cluster = new KubeRayCluster(stack, "ray", {
    network,
    pools: [pool],
    rayClusters: [{ name: "dev", pools: [pool], image: "registry.example/train:1" }],
    bucketMounts: mounts(bucket),
    ...over,
  });
  return { stack, cluster };
}

function message(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    return (error as Error).message.replace('KubeRayCluster "test/ray": ', "");
  }
  return "nothing was thrown";
}

describe("KubeRayCluster with bucketMounts", () => {
  const { stack, cluster } = clusterOf((bucket) => [
    { bucket, path: "/data/imagenet", prefix: "imagenet/" },
    { bucket, path: "/results", readOnly: false },
  ]);
  const terraform = synthesized(stack);
  const documents = (name: string) =>
    parseAllDocuments(
      cluster.releases.workloadsChart.files.find(({ path }) => path === `templates/${name}.yaml`)!.text,
    ).map((of) => of.toJS());
  const volumes = documents("namespaces").filter(({ kind }) => kind === "PersistentVolume");

  it("installs the driver with a role that may do what is asked with that bucket, and nothing else", () => {
    const addOn = resources(terraform, "aws_eks_addon").find((of) => of.addon_name === "aws-mountpoint-s3-csi-driver")!;
    expect(addOn.pod_identity_association).toMatchObject([{ service_account: "s3-csi-driver-sa" }]);
    const policy = resources(terraform, "aws_iam_role_policy").find(({ name }) =>
      String(name).endsWith("s3-csi-driver"),
    )!;
    const statements = JSON.parse(policy.policy as string).Statement as { Action: string[]; Resource: string[] }[];
    expect(statements[0]).toMatchObject({ Condition: { StringLike: { "s3:prefix": ["imagenet/*"] } } });
    expect(statements[1]).toMatchObject({
      Action: ["s3:GetObject"],
      Resource: ["arn:aws:s3:::company-data/imagenet/*"],
    });
    expect(new Set(statements.flatMap(({ Resource }) => Resource.map((of) => of.split("/")[0])))).toEqual(
      new Set(["arn:aws:s3:::company-data", expect.stringMatching(/^arn:aws:kms:/)]),
    );
    expect(addOn.depends_on).toContainEqual(expect.stringMatching(/^aws_iam_role_policy\..*mountpoint/));
  });

  it("has a volume in each namespace, read-only unless told otherwise, that asks no metadata for region and bandwidth", () => {
    const [data, results] = volumes;
    expect(data.spec).toMatchObject({
      accessModes: ["ReadOnlyMany"],
      mountOptions: ["region us-east-2", "prefix imagenet/", "maximum-throughput-gbps 100", "read-only"],
      claimRef: { namespace: "ray", name: expect.stringMatching(/^bucket-data-imagenet-[0-9a-f]{10}$/) },
      csi: {
        driver: "s3.csi.aws.com",
        volumeHandle: expect.stringMatching(/^ray-bucket-data-imagenet-[0-9a-f]{10}$/),
        volumeAttributes: { bucketName: "company-data", authenticationSource: "driver" },
      },
    });
    expect(results.spec).toMatchObject({
      accessModes: ["ReadWriteMany"],
      mountOptions: ["region us-east-2", "maximum-throughput-gbps 100", "allow-delete", "allow-overwrite"],
    });
  });

  it("bounds the memory that Mountpoint reads ahead into", () => {
    expect(volumes[0].spec.csi.volumeAttributes).toMatchObject({
      mountpointContainerResourcesRequestsMemory: "512Mi",
      mountpointContainerResourcesLimitsMemory: "4Gi",
    });
  });

  it("shows it to head and workers at its path, under the claim's name", () => {
    const [ray] = documents("clusters");
    for (const { template } of [ray.spec.headGroupSpec, ray.spec.workerGroupSpecs[0]]) {
      expect(template.spec.containers[0].volumeMounts).toContainEqual({
        name: "bucket-data-imagenet",
        mountPath: "/data/imagenet",
        readOnly: true,
      });
      expect(template.spec.volumes).toContainEqual(
        expect.objectContaining({
          persistentVolumeClaim: expect.objectContaining({ claimName: expect.stringMatching(/^bucket-results-/) }),
        }),
      );
      // without a group Mountpoint shows the files to root alone
      expect(template.spec.securityContext.fsGroup).toBe(100);
    }
  });

  it("installs no driver where nothing is mounted", () => {
    const names = resources(synthesized(clusterOf(() => []).stack), "aws_eks_addon").map(
      ({ addon_name }) => addon_name,
    );
    expect(names).not.toContain("aws-mountpoint-s3-csi-driver");
  });
});

describe("KubeRayCluster, wrong bucketMounts", () => {
  it.each<[string, (bucket: Mounts[number]["bucket"]) => Mounts, string]>([
    [
      "a relative path",
      (bucket) => [{ bucket, path: "data" }],
      'bucketMounts[0].path must be absolute, got "data"; use "/data"',
    ],
    [
      "a path that Ray needs",
      (bucket) => [{ bucket, path: "/tmp/ray/" }],
      'bucketMounts[0].path "/tmp/ray/" would hide what containers need; use "/data"',
    ],
    [
      "two buckets in one place",
      (bucket) => [
        { bucket, path: "/data-a" },
        { bucket, path: "/data/a" },
      ],
      'bucketMounts[1].path "/data/a" is where bucketMounts[0] is mounted ("/data-a") or reads like it; use another',
    ],
    [
      "a path longer than a name may be",
      (bucket) => [{ bucket, path: `/${"a".repeat(57)}` }],
      'bucketMounts[0].path must be shorter, got 58 letters; use "/data"',
    ],
    [
      "a prefix that is no folder",
      (bucket) => [{ bucket, path: "/data", prefix: "imagenet" }],
      'bucketMounts[0].prefix must be a prefix without a leading slash and with a trailing slash, got "imagenet"; write it like "imagenet/"',
    ],
    [
      "a name in the bucket's place",
      () => [{ bucket: "company-data" as never, path: "/data" }],
      'bucketMounts[0].bucket must be a CheckpointBucket (CheckpointBucket.import names an existing one), got "company-data"',
    ],
  ])("%s", (_, mounts, expected) => {
    expect(message(() => clusterOf(mounts))).toBe(expected);
  });

  it("takes the longest path that is a name", () => {
    expect(message(() => clusterOf((bucket) => [{ bucket, path: `/${"a".repeat(56)}` }]))).toBe("nothing was thrown");
  });
});
