import { bucketVolume, lustreVolume } from "../../lib/clouds/aws/kubernetes/writers/aws-volumes";
import { eksPlatform } from "../../lib/clouds/aws/kubernetes/writers/eks-platform";
import { helmValue } from "../../lib/kubernetes/chart/helm-value";
import { kubernetesPool } from "../../lib/kubernetes/nodes/pool";
import { flavorName, kueueObjects } from "../../lib/kubernetes/queues/kueue";
import { type SharedVolume, sharedVolume } from "../../lib/kubernetes/storage/storage";
import { servedPath, versionFolder } from "../../lib/kubernetes/storage/stored-files";
import { workloadsChart } from "../../lib/kubernetes/workloads";
import { chartObjects } from "./chart-objects";
import { type g6e, p5, poolOf } from "./pools";
import { filesAt, modelOf, queuesOf, tritonOf, workloadsOf } from "./samples";

const lustre = {
  name: "scratch",
  fileSystemId: "fs-1",
  dnsName: "fs-1.fsx.us-east-2.amazonaws.com",
  mountName: "abc",
  capacityGiB: 24_000,
};
const bucket = {
  name: "bucket-data",
  bucket: "data",
  prefix: null,
  region: "us-east-2",
  readOnly: true,
  nodeGbps: 25,
};
const of = (kind: string, objects: readonly { readonly kind: string }[]) =>
  // biome-ignore lint/suspicious/noExplicitAny: a manifest's spec is checked by schema, not by type
  objects.find((object) => object.kind === kind) as any;

describe("a claim and its volume", () => {
  it("stay, with what a claim cannot change, when the file system grows", () => {
    const [small, large] = [lustre, { ...lustre, capacityGiB: 48_000 }].map((props) =>
      sharedVolume(lustreVolume(props), "ray"),
    );
    expect(of("PersistentVolumeClaim", large!)).toEqual(of("PersistentVolumeClaim", small!));
    expect(of("PersistentVolume", large!).spec.capacity).toEqual({ storage: "48000Gi" });
  });

  it.each([
    ["another file system", lustreVolume(lustre), lustreVolume({ ...lustre, fileSystemId: "fs-2" })],
    ["another folder of a bucket", bucketVolume(bucket), bucketVolume({ ...bucket, prefix: "imagenet/" })],
    ["a bucket that is written too", bucketVolume(bucket), bucketVolume({ ...bucket, readOnly: false })],
  ])("are others for %s", (_, before, after) => {
    const name = (kind: string, volume: SharedVolume) => of(kind, sharedVolume(volume, "ray")).metadata.name;
    for (const kind of ["PersistentVolume", "PersistentVolumeClaim"])
      expect(name(kind, after)).not.toBe(name(kind, before));
  });

  it("have a name that the template works out of what only Terraform knows", () => {
    const { files, requiredValues } = workloadsChart(
      workloadsOf({
        serving: [modelOf()],
        volumes: [lustreVolume({ ...lustre, fileSystemId: helmValue("terraform.value0") })],
      }),
    );
    const text = files.find(({ path }) => path === "templates/namespaces.yaml")!.text;
    const hash = `{{ list (required \`terraform.value0\` .Values.terraform.value0) \` ${lustre.dnsName} abc\` | join \`\` | sha256sum | trunc 10 }}`;
    expect(text).toContain(`name: "scratch-${hash}"`);
    expect(requiredValues).toEqual(["terraform.value0"]);
  });
});

describe("the cache of weights", () => {
  const chart = (...models: Parameters<typeof modelOf>[0][]) =>
    chartObjects(workloadsChart(workloadsOf({ serving: models.map(modelOf), triton: [tritonOf()] })));
  const agents = (objects: ReturnType<typeof chart>) => objects.filter(({ kind }) => kind === "DaemonSet");

  it("has one agent a pool, whoever serves from which namespace", () => {
    const objects = chart({}, { name: "second", namespace: "team-b" });
    expect(agents(objects).map(({ metadata }) => metadata.name)).toEqual(["weights-l40s"]);
    const names = objects.map(({ kind, metadata }) => `${kind} ${metadata.namespace ?? ""}/${metadata.name}`);
    expect(names).toEqual([...new Set(names)]);
  });

  it("has the files of an address once, and another folder for each address and revision", () => {
    const files = filesAt("s3://bucket/v1");
    const folders = [files, filesAt("s3://bucket/v2"), { ...files, revision: "2026-11-01" }].map(versionFolder);
    expect(new Set(folders).size).toBe(3);
    const [agent] = agents(
      chart({ files }, { name: "second", files }, { name: "third", files: filesAt("s3://bucket/v2") }),
    );
    const given = agent!.spec.template.spec.containers[0].command.slice(2);
    expect(given).toEqual([
      folders[0],
      "s3://bucket/v1",
      folders[1],
      "s3://bucket/v2",
      expect.any(String),
      "s3://bucket/repository",
    ]);
  });

  it("rolls the servers of every engine to another version, and leaves the agent's selector", () => {
    const [v1, v2] = ["s3://bucket/v1", "s3://bucket/v2"].map((address) =>
      chartObjects(
        workloadsChart(
          workloadsOf({
            serving: [
              modelOf({ files: filesAt(address) }),
              modelOf({
                name: "big",
                of: p5,
                tensorParallel: 8,
                engine: "leader-worker-set",
                lora: null,
                files: filesAt(address),
              }),
            ],
            triton: [tritonOf({ files: filesAt(address) })],
          }),
        ),
      ),
    );
    const templates = (objects: typeof v1) => [
      of("RayService", objects!).spec.rayClusterConfig.workerGroupSpecs[0].template,
      of("LeaderWorkerSet", objects!).spec.leaderWorkerTemplate.workerTemplate,
      of("Deployment", objects!).spec.template,
    ];
    templates(v1).forEach((template, i) => {
      expect(JSON.stringify(template)).toContain(`${servedPath(filesAt("s3://bucket/v1"))}/.complete`);
      expect(templates(v2)[i]).not.toEqual(template);
    });
  });

  it("rolls servers to another revision of files on a mount", () => {
    const pod = (revision: string | null) =>
      of("RayService", chart({ files: { address: "/fsx/llama", revision } })).spec.rayClusterConfig.workerGroupSpecs[0]
        .template;
    expect(pod("v2").metadata.annotations).toMatchObject({ "warpform/revision": "v2" });
    expect(pod(null).metadata.annotations?.["warpform/revision"]).toBeUndefined();
  });

  it("is claimed by the same name on a larger type, and by another where the folder is another", () => {
    const claim = (pool: typeof g6e) => {
      const objects = chartObjects(workloadsChart(workloadsOf({ serving: [modelOf({ of: pool })] })));
      return of("PersistentVolumeClaim", objects).metadata.name as string;
    };
    const larger = poolOf("g6e.12xlarge", { name: "l40s" });
    expect(claim(larger)).toBe(claim(poolOf("g6e.4xlarge", { name: "l40s" })));
    const elsewhere = kubernetesPool(
      { ...larger.pool, nvmeCache: { mountPath: "/mnt/.ephemeral", sizeGB: 1 } },
      eksPlatform,
    );
    expect(claim(elsewhere)).not.toBe(claim(larger));
  });
});

describe("a flavor of Kueue", () => {
  it("is another one when the pool's nodes no longer all stand, since no flavor may lose its topology", () => {
    const [standing, starting] = [true, false].map((nodesAreStatic) =>
      kubernetesPool(p5.pool, eksPlatform, { nodesAreStatic }),
    );
    expect([flavorName(standing!), flavorName(starting!)]).toEqual(["h100.topology", "h100"]);
    const objects = kueueObjects(queuesOf({ pools: [standing!] }));
    expect(of("ClusterQueue", objects).spec.resourceGroups[0].flavors[1].name).toBe("h100.topology");
  });
});
