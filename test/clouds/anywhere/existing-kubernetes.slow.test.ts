import { App, TerraformStack, TerraformVariable, Testing } from "cdktf";
import { kubernetesPlatforms } from "../../../lib/catalog/kubernetes-platforms";
import { ExistingKubernetes } from "../../../lib/clouds/anywhere/kubernetes/existing-kubernetes";
import type { ExistingKubernetesProps } from "../../../lib/clouds/anywhere/kubernetes/existing-kubernetes-props";
import { PLATFORM_NAMES } from "../../../lib/clouds/anywhere/kubernetes/existing-kubernetes-props";
import { chartObjects } from "../../kubernetes/chart-objects";

const H100 = { accelerator: "H100-SXM-80GB", gpus: 8, vcpus: 128, memoryGiB: 2048 };

const GOOD: ExistingKubernetesProps = {
  platform: "coreweave",
  kubeconfigPath: "~/.kube/config",
  pools: [{ name: "h100", node: H100, nodes: { min: 4, max: 4 } }],
  systemNodes: { nodes: 2, vcpus: 32, memoryGiB: 128 },
  rayClusters: [{ name: "train", pools: ["h100"], image: "registry.example/train:1" }],
};

const [POOL] = GOOD.pools as [ExistingKubernetesProps["pools"][0]];
const VOLUME = { name: "data", path: "/data", storageClass: "shared" };

function build(over: Partial<ExistingKubernetesProps> = {}) {
  const stack = new TerraformStack(new App(), "stack");
  const cluster = new ExistingKubernetes(stack, "k8s", { ...GOOD, ...over });
  return { stack, cluster };
}

/** The worker's pod, and the level of its namespace. */
function worker(over: Partial<ExistingKubernetesProps> = {}) {
  const objects = chartObjects(build(over).cluster.workloadsChart);
  const ray = objects.find(({ kind }) => kind === "RayCluster")!;
  const namespace = objects.find(({ kind, metadata }) => kind === "Namespace" && metadata.name === "ray")!;
  // biome-ignore lint/suspicious/noExplicitAny: a manifest's spec is checked by schema, not by type
  const { template } = (ray.spec as any).workerGroupSpecs[0];
  return {
    template,
    container: template.spec.containers[0],
    level: namespace.metadata.labels!["pod-security.kubernetes.io/enforce"],
    objects,
  };
}

const messages = (over: object): string => {
  try {
    build(over as Partial<ExistingKubernetesProps>);
    return "";
  } catch (error) {
    return (error as Error).message;
  }
};

describe("ExistingKubernetes", () => {
  it("asks for the fabric as CoreWeave's pods do: a switch, its variables, and no more rights", () => {
    const { container, level } = worker();
    expect(container.resources.limits).toMatchObject({ "nvidia.com/gpu": "8", "rdma/ib": "1" });
    expect(container.env).toContainEqual({ name: "NCCL_IB_HCA", value: "ibp" });
    expect([container.securityContext.capabilities.add, level]).toEqual([undefined, "restricted"]);
  });

  it("puts pods on the host's network on OKE, and lets them and the head reach each other there", () => {
    const { template, container, level, objects } = worker({ platform: "oke", networkCidr: "10.1.0.0/16" });
    expect(template.spec).toMatchObject({ hostNetwork: true, dnsPolicy: "ClusterFirstWithHostNet" });
    expect(container.securityContext).toEqual({ privileged: true, runAsNonRoot: false, runAsUser: 0 });
    expect(container.volumeMounts).toContainEqual({ name: "infiniband", mountPath: "/dev/infiniband" });
    expect(level).toBe("privileged");
    const within = objects.find(({ metadata }) => metadata.name === "within-namespace")!;
    expect(JSON.stringify(within.spec)).toContain('{"ipBlock":{"cidr":"10.1.0.0/16"}}');
  });

  it("attaches the RDMA networks on GKE by annotations, and mounts Google's NCCL plugin", () => {
    const { template, container } = worker({ platform: "gke" });
    const interfaces = JSON.parse(template.metadata.annotations["networking.gke.io/interfaces"]);
    expect(interfaces).toHaveLength(10);
    expect(container.env).toContainEqual({ name: "NCCL_NET", value: "gIB" });
    expect(container.volumeMounts).toContainEqual({ name: "gib", mountPath: "/usr/local/gib" });
    expect(Object.keys(container.resources.limits).sort()).toEqual(["cpu", "memory", "nvidia.com/gpu"]);
  });

  it.each(["aks", "rke2"] as const)(
    "gives pods on %s the capability to lock memory, and the user that it takes effect for",
    (platform) => {
      const { container, level } = worker({ platform });
      expect(container.securityContext).toMatchObject({
        runAsUser: 0,
        capabilities: { drop: ["ALL"], add: ["IPC_LOCK"] },
      });
      expect(level).toBe("privileged");
    },
  );

  it("takes how pods ask for a fabric from who knows it, one network per device where told so", () => {
    const { template, container } = worker({
      platform: "nebius",
      rdma: {
        resource: "nvidia.com/rdma-vf",
        request: "share",
        perNode: 2,
        perDeviceAnnotation: { key: "k8s.v1.cni.cncf.io/networks", word: "default/rdma-vf" },
      },
    });
    expect(container.resources.limits["nvidia.com/rdma-vf"]).toBe("2");
    expect(template.metadata.annotations["k8s.v1.cni.cncf.io/networks"]).toBe("default/rdma-vf,default/rdma-vf");
  });

  it("installs what the platform lacks, and nothing that it has", () => {
    const teams = [{ name: "research", gpus: { h100: 32 } }];
    const rayClusters = [{ ...GOOD.rayClusters![0]!, queue: "research" }];
    const names = (over: Partial<ExistingKubernetesProps>) => Object.keys(build(over).cluster.releases);
    expect(names({})).toEqual(["kuberay-operator", "workloads"]);
    expect(names({ platform: "aks", teams, rayClusters })).toEqual([
      "kuberay-operator",
      "kueue",
      "nvidia-device-plugin",
      "workloads",
    ]);
    const slurm = { partitions: [{ name: "main", pools: ["h100"] }] };
    expect(names({ rayClusters: [], slurm })).toEqual(["slurm-operator", "slurm"]);
    expect(names({ platform: "kubeadm" })).toEqual(["kuberay-operator", "gpu-operator", "workloads"]);
    expect(names({ teams, rayClusters, software: { kueue: true } })).toEqual(["kuberay-operator", "workloads"]);
  });

  it("has NVIDIA's toolkit configure the containerd that RKE2 runs", () => {
    const values = (platform: "rke2" | "kubeadm") =>
      JSON.stringify(build({ platform }).cluster.releases["gpu-operator"]!.toTerraform());
    expect(values("rke2")).toContain("/run/k3s/containerd/containerd.sock");
    expect(values("kubeadm")).not.toContain("CONTAINERD_SOCKET");
  });

  it("lets what offers and measures GPUs onto nodes with a taint of their owner's", () => {
    const pools = [{ ...GOOD.pools[0]!, taintKeys: ["is_gpu"] }];
    const { releases } = build({ platform: "kubeadm", pools }).cluster;
    expect(JSON.stringify(releases["gpu-operator"]!.toTerraform())).toContain("is_gpu");
  });

  it("adds what users say to the pods of head and workers", () => {
    const pods = { labels: { team: "vision" }, tolerations: [{ key: "system" }], resources: { memoryGiB: 64 } };
    const { template } = worker({ rayClusters: [{ ...GOOD.rayClusters![0]!, pods }] });
    expect(template.metadata.labels).toMatchObject(pods.labels);
    expect(template.spec.tolerations).toContainEqual({ key: "system", operator: "Exists" });
    expect(template.spec.containers[0].resources.limits.memory).toBe("64Gi");
  });

  it("finds nodes by the labels that the platform gives them, and places by its network", () => {
    const nodeLabels = { "node.coreweave.cloud/class": "gpu" };
    const pools = [{ ...GOOD.pools[0]!, nodeLabels, taintKeys: ["is_gpu"] }];
    const teams = [{ name: "research", namespace: "ray", gpus: { h100: 32 } }];
    const rayClusters = [{ ...GOOD.rayClusters![0]!, queue: "research" }];
    const { template, objects } = worker({ pools, teams, rayClusters });
    expect(template.metadata.annotations).toMatchObject({
      "kueue.x-k8s.io/podset-preferred-topology": "ib.coreweave.cloud/leafgroup",
    });
    expect(template.spec.nodeSelector).toEqual(nodeLabels);
    expect(template.spec.tolerations).toContainEqual({ key: "is_gpu", operator: "Exists" });
    const topology = objects.find(({ kind }) => kind === "Topology")!;
    expect(JSON.stringify(topology.spec)).toContain("ib.coreweave.cloud/leafgroup");
  });

  it("claims a volume of the platform's storage class, or an NFS export, in each namespace", () => {
    const volumes = [
      { name: "data", path: "/data" },
      { name: "home", path: "/home/team", nfs: { server: "10.0.0.5", path: "/export" } },
    ];
    const { objects, container } = worker({ volumes });
    const claims = objects.filter(({ kind }) => kind === "PersistentVolumeClaim").map(({ spec }) => spec);
    expect(claims).toContainEqual({
      accessModes: ["ReadWriteMany"],
      storageClassName: "shared-vast",
      resources: { requests: { storage: "1024Gi" } },
    });
    expect(container.volumeMounts).toContainEqual({ name: "data", mountPath: "/data" });
  });

  it("keeps a namespace whose volume is kept, which would go with it", () => {
    const keptOf = (over: Partial<ExistingKubernetesProps>) =>
      worker(over)
        .objects.filter(({ metadata }) => metadata.annotations?.["helm.sh/resource-policy"] === "keep")
        .map(({ kind }) => kind);
    const nfs = { name: "home", path: "/home/team", nfs: { server: "10.0.0.5", path: "/export" } };
    expect(keptOf({ volumes: [{ name: "data", path: "/data" }] })).toEqual(["Namespace", "PersistentVolumeClaim"]);
    expect(keptOf({ volumes: [nfs] })).toEqual([]);
  });

  it("neither makes nor labels namespaces that exist", () => {
    const [own] = GOOD.rayClusters!;
    const existing = { rayClusters: [{ ...own!, namespace: "research" }], existingNamespaces: ["research"] };
    const objects = chartObjects(build(existing).cluster.workloadsChart);
    expect(objects.filter(({ kind }) => kind === "Namespace")).toEqual([]);
    expect(objects.find(({ kind }) => kind === "RayCluster")!.metadata.namespace).toBe("research");
    expect(messages({ existingNamespaces: ["reserach"] })).toContain(
      'existingNamespaces[0] "reserach" is a namespace in which nothing is installed; use ray, or set the namespace of',
    );
  });

  it("needs no cloud's provider, and keeps no token as text", () => {
    const stack = new TerraformStack(new App(), "stack");
    const token = new TerraformVariable(stack, "token", { type: "string", sensitive: true });
    const { kubeconfigPath: _, ...props } = GOOD;
    new ExistingKubernetes(stack, "k8s", { ...props, host: "https://k8s.example.com", token: token.stringValue });
    const { provider } = JSON.parse(Testing.synth(stack));
    expect(Object.keys(provider)).toEqual(["helm"]);
    expect(provider.helm[0].kubernetes).toEqual({ host: "https://k8s.example.com", token: "${var.token}" });
  });

  it("names no cloud but the platform's own in any chart", () => {
    for (const platform of ["coreweave", "gke", "oke", "aks", "kubeadm"] as const) {
      const { files } = build({ platform, teams: [{ name: "research", gpus: { h100: 0 } }] }).cluster.workloadsChart;
      expect(files.map(({ text }) => text).join("\n")).not.toMatch(/\b(amazonaws|aws|efa|eks|ec2|fsx)\b/i);
    }
  });

  it("tells what is wrong with its Ray clusters beside what is wrong with the way to it", () => {
    const rayClusters = [{ name: "Bad_Name", pools: ["h100"], image: "registry.example/train:1" }];
    expect(() => build({ kubeconfigPath: undefined, networkCidr: "10.0.0.0/99", rayClusters })).toThrow(
      /host must be given[\s\S]*networkCidr must be[\s\S]*rayClusters\[0\]\.name must be/,
    );
  });

  it("names its own props in what is wrong with queues and system nodes", () => {
    const wrong = messages({
      teams: [{ name: "a", gpus: { h100: 99 } }],
      systemNodes: { nodes: 1, vcpus: 2, memoryGiB: 4 },
    });
    expect(wrong).toContain('- teams own 99 GPUs of pool "h100"');
    expect(wrong).toMatch(/use systemNodes\.nodes 5 or a larger systemNodes\.vcpus/);
    expect(messages({ rayClusters: [{ ...GOOD.rayClusters![0], queue: "b" }] })).toContain('add a team "b"');
  });

  it("refuses two pools of one name", () => {
    expect(messages({ pools: [POOL, POOL] })).toContain('pools has two pools called "h100"');
  });

  it("tells all that is wrong with a list whose other items are wrong, each at its own place", () => {
    const image = "registry.example/train:1";
    const pools = [
      { ...POOL, name: "a", nodes: { min: 4, max: 2 } },
      { ...POOL, name: "b", instanceType: "x" },
      { ...POOL, name: "c", node: { ...H100, vcpus: 1 } },
    ];
    const rayClusters = [
      { name: "one", pools: ["a"], image: "train:latest" },
      { name: "two", pools: ["c"], image: "train:latest" },
    ];
    const all = messages({ pools, rayClusters });
    expect(all).toMatch(
      /pools\[0\]\.nodes\.min 4[\s\S]*pools\[1\] needs instanceType or node[\s\S]*pools\[2\] "c" has nodes of 1 vCPUs/,
    );
    expect(all).toContain('rayClusters[1].image must name a version, got "train:latest"');
    expect(all).not.toContain("rayClusters[0]"); // on a pool that is wrong
    const wrong = { name: "three", pools: ["d"], image };
    const told = messages({ rayClusters: [wrong, { name: "Bad_Name", pools: ["h100"], image }, wrong] });
    expect(told.match(/rayClusters\[\d\]/g)).toEqual(["rayClusters[0]", "rayClusters[2]", "rayClusters[1]"]);
  });

  it("has a row of the catalog for each platform, and no other", () => {
    expect(
      kubernetesPlatforms()
        .map(({ name }) => name)
        .sort(),
    ).toEqual([...PLATFORM_NAMES].sort());
  });

  it.each([
    ["an unknown platform", { platform: "corewave" }, "platform must be"],
    [
      "no way to the cluster",
      { kubeconfigPath: undefined },
      "kubeconfigPath or host must be given, and not both, got neither",
    ],
    [
      "two ways to the cluster",
      { host: "https://a.example" },
      "kubeconfigPath or host must be given, and not both, got both",
    ],
    [
      "a token as text",
      { kubeconfigPath: undefined, host: "https://a.example", token: "abc" },
      "token must be a reference",
    ],
    [
      "a token of a hub in a Ray cluster, which has no secretEnv here",
      { rayClusters: [{ ...GOOD.rayClusters![0]!, env: { HF_TOKEN: `hf_${"a".repeat(34)}` } }] },
      "leave it out and pass it with each job: ray job submit --runtime-env-json",
    ],
    ["no credentials", { kubeconfigPath: undefined, host: "https://a.example" }, "host needs exec or token"],
    [
      "plain HTTP",
      { kubeconfigPath: undefined, host: "http://a.example", exec: { command: "t" } },
      "host must be an https address",
    ],
    ["an unpublished fabric", { platform: "lambda" }, 'rdma is required for pool "h100"'],
    [
      "an unknown pool",
      { rayClusters: [{ ...GOOD.rayClusters![0]!, pools: ["h10"] }] },
      '"h10" is not a pool; use h100',
    ],
    [
      "an unknown GPU",
      { pools: [{ ...GOOD.pools[0]!, node: { ...H100, accelerator: "H100" } }] },
      'node.accelerator "H100" is not in the catalog; use one of H100-NVL-94GB, H100-PCIe-80GB, H100-SXM-80GB',
    ],
    [
      "a node said twice",
      { pools: [{ ...GOOD.pools[0]!, instanceType: "p5.48xlarge" }] },
      "needs instanceType or node, and not both",
    ],
    ["no pools", { pools: [] }, "pools must be a list of objects with at least 1"],
    [
      "a volume of an unknown class",
      { platform: "oke", volumes: [{ name: "d", path: "/d" }] },
      "needs storageClass or nfs",
    ],
    [
      "a node of another cloud",
      { pools: [{ name: "h100", instanceType: "BM.GPU.H100.8", nodes: { min: 2, max: 2 } }] },
      'pools[0].instanceType "BM.GPU.H100.8" is a node of oci, and the cluster is one of CoreWeave Kubernetes Service; use one of gd-8xh100ib-i128',
    ],
    [
      "an unknown node",
      { pools: [{ name: "h100", instanceType: "gd-8xh100ib-128", nodes: { min: 2, max: 2 } }] },
      '"gd-8xh100ib-128" is not in the catalog; use one of gd-8xh100ib-i128',
    ],
    [
      "more GPUs for teams than there are",
      { teams: [{ name: "a", gpus: { h100: 64 } }] },
      ': teams own 64 GPUs of pool "h100"',
    ],
    [
      "a label with a blank",
      { pools: [{ ...POOL, nodeLabels: { "a b": "c" } }] },
      "pools[0].nodeLabels must be up to 63",
    ],
    [
      "a label's value with a slash",
      { pools: [{ ...POOL, nodeLabels: { a: "x/y" } }] },
      'pools[0].nodeLabels must have values of up to 63 letters, digits, "-", "_" and ".", got "x/y"',
    ],
    ["no label at all", { pools: [{ ...POOL, nodeLabels: {} }] }, "pools[0].nodeLabels must have a label"],
    ["a taint with a blank", { pools: [{ ...POOL, taintKeys: ["a b"] }] }, "pools[0].taintKeys[0] must be up to 63"],
    [
      "two pools on the same nodes",
      { pools: ["h100", "other"].map((name) => ({ ...POOL, name, nodeLabels: { a: "b" } })) },
      'pools[1].nodeLabels are those of pool "h100"',
    ],
    [
      "heads on GPU nodes",
      { pools: [{ ...POOL, nodeLabels: { a: "b" } }], systemNodes: { ...GOOD.systemNodes, labels: { a: "b" } } },
      'systemNodes.labels are those of pool "h100"',
    ],
    [
      "a label of system nodes with a blank",
      { systemNodes: { ...GOOD.systemNodes, labels: { "a b": "c" } } },
      "systemNodes.labels must be up to 63",
    ],
    [
      "nodes without room for a worker",
      { pools: [{ ...POOL, node: { ...H100, memoryGiB: 2 } }] },
      'pools[0] "h100" has nodes of 128 vCPUs and 2 GiB',
    ],
    ["an address for a block", { networkCidr: "10.0.0.0" }, 'networkCidr must be an IPv4 block such as "10.0.0.0/16"'],
    ["a relative mount", { volumes: [{ ...VOLUME, path: "data" }] }, 'volumes[0].path must be absolute, got "data"'],
    ["a mount on the root", { volumes: [{ ...VOLUME, path: "/" }] }, 'volumes[0].path "/" would hide what'],
    ["a mount with a colon", { volumes: [{ ...VOLUME, path: "/a:b" }] }, 'volumes[0].path must have no ":"'],
    ["a claim in capitals", { volumes: [{ ...VOLUME, name: "Data" }] }, "volumes[0].name must be 1 to 40 lower-case"],
    [
      "a storage class with a blank",
      { volumes: [{ ...VOLUME, storageClass: "My Class" }] },
      "volumes[0].storageClass must be the name of a StorageClass",
    ],
    [
      "an NFS server as a URL",
      { volumes: [{ name: "d", path: "/d", nfs: { server: "nfs://nas", path: "/x" } }] },
      "volumes[0].nfs.server must be only a host name or an address",
    ],
    [
      "a relative export",
      { volumes: [{ name: "d", path: "/d", nfs: { server: "nas", path: "x" } }] },
      'volumes[0].nfs.path must be absolute, got "x"; use "/x"',
    ],
    ["a resource with a blank", { rdma: { resource: "rdma ib" } }, "rdma.resource must be an extended resource"],
    [
      "a capability as libcap writes it",
      { rdma: { capabilities: ["cap_ipc_lock"] } },
      'rdma.capabilities[0] must be a Linux capability in capitals without CAP_, got "cap_ipc_lock"; use "IPC_LOCK"',
    ],
    [
      "a relative folder",
      { rdma: { folders: [{ name: "ib", path: "dev", mountPath: "/dev/ib", readOnly: true }] } },
      'rdma.folders[0].path must be absolute, got "dev"; use "/dev"',
    ],
  ])("refuses %s", (_, over, message) => {
    expect(messages(over)).toContain(message);
  });
});
