import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readKubernetesBlueprint } from "../../../lib/blueprint/kubernetes-blueprint";
import { findInstanceType } from "../../../lib/catalog/instance-types";
import { kubernetesPlatforms } from "../../../lib/catalog/kubernetes-platforms";
import { marketPrices } from "../../../lib/catalog/market/market-prices";
import { rentedNodes } from "../../../lib/catalog/market/rented-nodes";
import { modelArchitecture } from "../../../lib/catalog/models";
import { instancePrice } from "../../../lib/catalog/prices";
import { existingCluster } from "../../../lib/clouds/existing-clusters";
import { WarpformError } from "../../../lib/errors";
import { factsNamed } from "../../../lib/review/clouds/list";

const workload = {
  kind: "training",
  model: modelArchitecture("llama-3.1-70b"),
  tokens: 1e11,
  sequenceLength: 8192,
  globalBatchSequences: 512,
  deadlineDays: null,
  checkpointMinutes: 60,
};

const props = (platform: string, node: object, more: object = {}) => ({
  platform,
  kubeconfigPath: "~/.kube/config",
  pools: [{ name: "gpu", ...node, nodes: { min: 16, max: 16 } }],
  systemNodes: { nodes: 2, vcpus: 32, memoryGiB: 128 },
  rayClusters: [{ name: "train", pools: ["gpu"], image: "registry.example/train:1" }],
  volumes: [{ name: "data", path: "/data", nfs: { server: "10.0.0.5", path: "/data" }, throughputMBps: 20_000 }],
  workload,
  ...more,
});

describe("the review of an existing cluster", () => {
  // list prices of the catalog: 49.24 USD per node and hour; 4.50 per GPU; 80 per node
  it.each([
    ["coreweave", "gd-8xh100ib-i128", 16 * 49.24],
    ["nebius", "gpu-h200-sxm/8gpu-128vcpu-1600gb", 16 * 8 * 4.5],
    ["oke", "BM.GPU.H100.8", 16 * 80],
    ["gke", "a3-ultragpu-8g", 16 * 83.492],
    ["aks", "Standard_ND96isr_H100_v5", 16 * 98.32],
  ])("prices and times a run on %s by the catalog's %s", (platform, instanceType, usdPerHour) => {
    const { figures } = existingCluster("train", props(platform, { instanceType }), []).result;
    expect(figures.cost.usdPerHour).toBeCloseTo(usdPerHour, 3);
    expect(figures.run!.days.expected).toBeGreaterThan(5);
    expect(figures.cost.pricedOn).not.toBeNull();
  });

  it("refuses a workload that is none, and pools of other GPUs, with nothing that such a cluster lacks as a way out", () => {
    const node = { accelerator: "MI300X-192GB", gpus: 8, vcpus: 128, memoryGiB: 2048 };
    const over = { workload: { ...workload, model: "llama-9" } };
    const made = () => existingCluster("train", props("rke2", { node, fabric: false }, over), []);
    expect(made).toThrow(
      'workload.model must be an object, got "llama-9"; use one with name, layers, hiddenSize\n  - pools[0] "gpu" has MI300X-192GB, but only NVIDIA GPUs are set up on an existing cluster; use a pool of NVIDIA GPUs, or leave it out',
    );
  });

  it("says that no step can be told where no page states the rate of the fabric", () => {
    const rdma = { resource: "nvidia.com/hostdev", request: "share" };
    const of = (node: object) => existingCluster("train", props("crusoe", node, { rdma }), []).result;
    const unknown = of({ instanceType: "h200-141gb-sxm-ib.8x" });
    expect(unknown.figures.training).toBeNull();
    expect(unknown.findings.find(({ rule }) => rule === "figure-not-computable")!.value).toMatch(/rate of the fabric/);
    const node = { accelerator: "H200-SXM-141GB", gpus: 8, vcpus: 176, memoryGiB: 1960, fabricGbps: 3200 };
    expect(of({ node }).figures.training!.stepSeconds!.expected).toBeGreaterThan(0);
  });

  it("counts nodes of one's own by a quote, in use or not", () => {
    const ownership = {
      nodeUsd: 310_000,
      lifeYears: 4,
      interestShare: 0.08,
      supportShare: 0.05,
      usdPerKwh: 0.1,
      staffUsdPerYear: 0,
      colocationUsdPerKwMonth: 0,
      pue: 1.2,
    };
    const { figures } = existingCluster(
      "own",
      props("kubeadm", { instanceType: "dgx-h100" }, { ownership }),
      [],
    ).result;
    // by hand, per node and year: 310,000 x 1.11 x (1/4 + 0.08/2 + 0.05) and 7.752 kW x 1.2 x 8,760 h x 0.1
    expect(figures.cost.usdPerHour).toBeCloseTo((16 * (310_000 * 1.11 * 0.34 + 7.752 * 1.2 * 8760 * 0.1)) / 8760, 2);
    expect(figures.cost.usdPerHourIdle).toBe(figures.cost.usdPerHour);
  });

  it("names no construct that makes a cluster, and accepts what the owner accepts", () => {
    const of = (accepted: { rule: string; reason: string }[]) =>
      existingCluster("train", props("coreweave", { instanceType: "gd-8xh100ib-i128" }), accepted).result;
    for (const { fix } of of([]).findings)
      expect(fix).not.toMatch(/LustreStorage|ClusterMonitoring|gcsFaultTolerance|Capacity\.|nvmeCache|KubeRayCluster/);
    const rules = (accepted: { rule: string; reason: string }[]) => of(accepted).findings.map(({ rule }) => rule);
    expect(rules([])).toContain("gpu-nodes-always-on");
    expect(rules([{ rule: "gpu-nodes-always-on", reason: "all nodes are in the contract" }])).not.toContain(
      "gpu-nodes-always-on",
    );
  });
});

describe("nodes that clouds rent", () => {
  it.each(rentedNodes())("$name has an offer, and its price for as many accelerators", (node) => {
    const offers = marketPrices(node.accelerator).filter(
      ({ provider, offer }) => provider === node.provider && offer === node.offer,
    );
    const onDemand = offers.find(({ purchase }) => purchase === "on-demand");
    if (onDemand?.usdPerHour == null) return;
    const region = onDemand.region ?? "all regions";
    const price = instancePrice(node.name, "on-demand", region)!;
    expect(price.usdPerHour).toBeCloseTo((onDemand.usdPerHour * node.accelerators) / onDemand.accelerators, 6);
    expect(findInstanceType(node.name)!.accelerator).toBe(node.accelerator);
  });

  it("have facts for each platform's cloud, so that nothing is priced by another's list", () => {
    const clouds = [...new Set(kubernetesPlatforms().map(({ cloud }) => cloud))].filter((cloud) => cloud !== "onprem");
    expect(clouds.filter((cloud) => factsNamed(cloud)?.name !== cloud)).toEqual([]);
    expect(
      factsNamed("coreweave")!
        .acceleratedTypes()
        .map(({ name }) => name),
    ).toContain("b200-8x");
  });
});

function pathsOf(run: () => unknown): readonly string[] {
  try {
    run();
  } catch (error) {
    if (error instanceof WarpformError) return error.problems.map(({ path }) => path);
  }
  return [];
}

describe("a blueprint of an existing cluster", () => {
  const folder = mkdtempSync(join(tmpdir(), "warpform-existing-"));
  const file = join(folder, "cluster.yaml");
  afterAll(() => rmSync(folder, { recursive: true }));
  const read = (more: object) => {
    const { workload: _, ...rest } = props("coreweave", { instanceType: "gd-8xh100ib-i128" });
    writeFileSync(file, JSON.stringify({ cloud: "kubernetes", name: "train", ...rest, ...more }));
    return readKubernetesBlueprint(file);
  };

  it("has the props of the construct, a name and accepted findings", () => {
    const accepted = [{ rule: "gpu-nodes-always-on", reason: "all nodes are in the contract" }];
    const { name, props: read_, acceptedFindings } = read({ acceptedFindings: accepted });
    expect([name, acceptedFindings]).toEqual(["train", accepted]);
    expect(existingCluster(name, read_, acceptedFindings).cluster).toMatchObject({ name: "train", cloud: "coreweave" });
  });

  it.each([
    [{ cloud: "coreweave" }, /cloud must be kubernetes, got "coreweave"/],
    [{ name: "Train" }, /name must be lower-case letters/],
    [{ acceptedFindings: { rule: "x" } }, /acceptedFindings must be a list of objects/],
    [{ volume: [] }, /volume is not a prop; known are platform, /],
    [{ workload: { kind: "training" } }, /workload\.model/],
  ])("refuses %j", (more, message) => {
    expect(() => {
      const blueprint = read(more);
      existingCluster(blueprint.name, blueprint.props, blueprint.acceptedFindings);
    }).toThrow(message);
  });

  it("tells values of a wrong kind together with what does not go together, and nothing of what stands in for them", () => {
    const blueprint = read({
      systemNodes: { count: 2, vcpus: 32, memoryGiB: "128" },
      rayClusters: [{ name: "train", pools: ["gpus"], image: "registry.example/train:1", gpusPerPod: "4" }],
      volumes: [{ name: "Data", path: "data" }],
    });
    const told = () => existingCluster(blueprint.name, blueprint.props, []);
    expect(told).toThrow(WarpformError);
    expect(pathsOf(told)).toEqual([
      "systemNodes.nodes",
      "systemNodes.memoryGiB",
      "systemNodes.count",
      "rayClusters[0].gpusPerPod",
      "rayClusters[0].pools[0]",
      "volumes[0].path",
      "volumes[0].name",
    ]);
    const unnamed = read({ pools: [{ instanceType: "gd-8xh100ib-i128", nodes: 2 }], platform: "eks" });
    expect(pathsOf(() => existingCluster("train", unnamed.props, []))).toEqual([
      "platform",
      "pools[0].name",
      "pools[0].nodes",
    ]);
    expect(() => existingCluster("train", unnamed.props, [])).toThrow(
      'got "eks": KubeRayCluster creates EKS clusters with their nodes; write a blueprint with cloud: aws',
    );
  });

  it.each([
    ["k3s", 'use "rke2"'],
    ["talos", 'use "kubeadm" with software: { driver: true, toolkit: true }'],
    ["openshift", "security context constraints"],
  ])("says what stands for %s, which has no row", (platform, fix) => {
    const { props } = read({ pools: [{ instanceType: "gd-8xh100ib-i128", nodes: 2 }], platform });
    expect(() => existingCluster("train", props, [])).toThrow(fix);
  });
});
