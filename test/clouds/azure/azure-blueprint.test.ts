import { App, Testing } from "cdktf";
import { buildBlueprint } from "../../../lib/blueprint/build";
import { ejectBlueprint } from "../../../lib/blueprint/eject";
import { expandBlueprint } from "../../../lib/blueprint/expand";
import { parseBlueprint } from "../../../lib/blueprint/load";
import { reviewBlueprint } from "../../../lib/blueprint/review-blueprint";
import { azure } from "../../../lib/clouds/azure";
import { designOf } from "../../../lib/review/design";

const TEXT = `apiVersion: warpform/v1
name: train
cloud: azure
network: { availabilityZone: eastus-1 }
fabric: {}
fileSystems:
  scratch: { kind: lustre, capacityTiB: 48, throughputPerTiB: 250 }
pools:
  h100:
    instanceType: Standard_ND96isr_H100_v5
    nodes: { min: 16, max: 16 }
    mounts: [{ fileSystem: scratch, path: /scratch }]
fleets:
  run: { pool: h100 }
`;

const load = (text: string) => parseBlueprint([{ file: "a.yaml", text }]);
const build = (text: string) => buildBlueprint(new App(), load(text));

describe("a blueprint in Azure", () => {
  it("is built of Azure's parts, with the administrator's key as a variable", () => {
    const { stack, cluster } = build(TEXT);
    const { resource, variable, provider } = JSON.parse(Testing.synth(stack));
    expect(Object.keys(provider)).toEqual(["azurerm"]);
    expect(Object.keys(variable)).toEqual(["admin_public_key"]);
    expect(Object.keys(resource)).toContain("azurerm_orchestrated_virtual_machine_scale_set");
    expect(cluster).toMatchObject({
      cloud: "azure",
      region: "eastus",
      fabrics: [{ kind: "infiniband" }],
      pools: [
        {
          name: "h100",
          fabric: { name: "fabric", devices: 8, gbpsEach: 400, gpuDirect: true },
          mounts: [{ fileSystem: "scratch", path: "/scratch" }],
        },
      ],
    });
  });

  it("serves a model on AKS, with weights of a bucket by its name, and is ejected as a program", () => {
    const text = TEXT.slice(0, TEXT.indexOf("fabric:")).concat(`buckets:
  models: { accountName: servemodels }
pools:
  nc: { instanceType: Standard_NC40ads_H100_v5, nodes: { min: 0, max: 4 } }
kubeRay:
  pools: [nc]
  buckets: [models]
  serving:
    - { name: llama, pool: nc, model: llama-3.1-8b, weights: "bucket://models/weights/llama", replicas: { min: 1, max: 4 } }
`);
    const { stack, cluster } = build(text);
    const { resource } = JSON.parse(Testing.synth(stack));
    expect(Object.keys(resource)).toContain("azurerm_kubernetes_cluster");
    expect(cluster.schedulers).toMatchObject([{ kind: "kubernetes", serving: [{ name: "llama", pool: "nc" }] }]);
    const program = ejectBlueprint(load(text).blueprint);
    expect(program).toContain('weights: models.uri("weights/llama")');
    expect(program).toContain("models.grantReadWrite(ray);");
  });

  it.each([
    ["parallelComputing: { partitions: [] }\n", 15],
    ["state: { bucket: mine }\n", 15],
  ])("refuses %j, a key of AWS, at its line", (more, line) => {
    const key = more.slice(0, more.indexOf(":"));
    expect(() => build(TEXT + more)).toThrow(
      new RegExp(`a.yaml:${line}:1: ${key} is a key of AWS, and this blueprint has cloud: azure; leave it out, known`),
    );
  });

  it.each([
    ["eastus-1", "eastus-1, egress: nat", /a.yaml:4:\d+: network.egress is a key of AWS/],
    ["max: 16 }", "max: 16 }\n    labels: { a: b }", /a.yaml:12:5: pools.h100.labels is a key of AWS/],
    ["fabric: {}", "fabric: { nicLayout: ip-saving }", /fabric.nicLayout is a key of AWS/],
    ["max: 16 }", "max: 16 }\n    imageVersoin: 22.04.1", /imageVersoin is not known; did you mean "imageVersion"/],
    ["kind: lustre", "kind: efs", /fileSystems.scratch.kind must be "lustre", "netapp", "files" or "nfs", got "efs"/],
    ["max: 16 }", "max: 16 }\n    capacity: [{ kind: spot, nodes: 4 }]", /capacity\[0\].nodes is a key of AWS/],
    [
      "max: 16 }",
      "max: 16 }\n    capacity: [{ kind: buy-block }]",
      /kind must be "on-demand", "spot", "reservation" or "block"/,
    ],
    [
      "max: 16 }",
      "max: 16 }\n    capacity: [{ kind: block, reservationId: /subscriptions/x/capacityReservationGroups/y, nodes: 8 }]",
      /nodes.max must be at most the 8 nodes of its block/,
    ],
    ["max: 16 }", "max: 16 }\n    capacity: [{ kind: spot }, { kind: on-demand }]", /must have 1 entry, got 2/],
    ["capacityTiB: 48", "capacityTiB: 50", /multiple of 8 up to 128/],
    ["eastus-1", "us-east-2a", /availabilityZone/],
    ["cloud: azure", "cloud: aws", /must be a zone name such as/],
    ["cloud: azure", "cloud: gcp", /cloud must be "aws" or "azure", got "gcp"/],
  ])("refuses %j as %j", (from, to, message) => {
    expect(() => build(TEXT.replace(from, to))).toThrow(message);
  });

  it.each([
    ["fleets: { run: { pool: shared } }", 'pool "shared"'],
    [
      "slurm: { siteAccountName: a1site, vaultName: a1-vault, partitions: [{ name: all, pools: [shared] }] }",
      "pools[0]",
    ],
  ])("names the keys that stand there of a pool that nothing of %j can use", (adopter, whose) => {
    const text = `apiVersion: warpform/v1
name: train
cloud: azure
network: { availabilityZone: eastus-1 }
pools:
  shared:
    instanceType: Standard_NC40ads_H100_v5
    nodes: { min: 0, max: 2 }
    timeSlicingReplicas: 3
    taints: [{ key: dedicated, effect: NoSchedule }]
${adopter}
`;
    const problems =
      /has 2 problems[\s\S]*pools.shared.timeSlicingReplicas, which only[\s\S]*taints, which are Kubernetes' alone/;
    expect(() => build(text)).toThrow(
      whose === "pools[0]" ? /:9:.*pools\[0\] "shared" has timeSlicingReplicas/ : problems,
    );
    expect(() => build(text)).toThrow(/a.yaml:10:\d+: pool.*taints, which are Kubernetes' alone/);
  });

  it("names keys that Azure has for what starts a pool's nodes, and for what shares its GPUs", () => {
    const pool = "{ instanceType: Standard_NC40ads_H100_v5, nodes: { min: 0, max: 2 }";
    const text = `apiVersion: warpform/v1\nname: train\ncloud: azure\nnetwork: { availabilityZone: eastus-1 }\npools:\n  one: ${pool} }\n`;
    expect(() => build(text)).toThrow(
      /: pool "one" has no construct that starts its nodes; name it in slurm\.partitions, kubeRay\.pools or a fleet/,
    );
    const shared = text.replace("max: 2 }", "max: 2 }, mpsReplicas: 3");
    expect(() => build(`${shared}fleets: { run: { pool: one } }\n`)).toThrow(
      /leave it out, or give the pool to kubeRay/,
    );
  });

  it("says in a blueprint of AWS that a key is one of Azure", () => {
    const text = TEXT.replace("cloud: azure\n", "").replace("max: 16 }", "max: 16 }\n    imageVersion: 22.04.1");
    expect(() => load(text)).toThrow(/pools.h100.imageVersion is a key of Azure, and this blueprint has cloud: aws/);
  });

  it("is expanded with every default, to what builds the same", () => {
    const once = expandBlueprint(load(TEXT).blueprint);
    expect(once).toContain("    nvmePath: /scratch-local # derived");
    expect(once).toContain("  orchestration: flexible # default");
    expect(expandBlueprint(load(once).blueprint)).toBe(once);
    expect(Testing.synth(build(once).stack)).toBe(Testing.synth(build(TEXT).stack));
  });

  it("lets the nodes of a pool read and write a bucket, by the pool's identity", () => {
    const text = TEXT.replace("max: 16 }", "max: 16 }\n    buckets: [results]");
    const bucket = "buckets: { results: { accountName: trainresults, noncurrentDays: 30 } }\n";
    const { stack, cluster } = build(text + bucket);
    const { resource } = JSON.parse(Testing.synth(stack));
    expect(Object.values(resource.azurerm_role_assignment)).toMatchObject([
      { role_definition_name: "Storage Blob Data Contributor", principal_id: expect.stringContaining("h100_identity") },
    ]);
    expect(cluster.buckets.map(({ name }) => name)).toEqual(["results"]);
    expect(ejectBlueprint(load(text + bucket).blueprint)).toContain("\nresults.grantReadWrite(h100);\n");
    expect(() => build(text)).toThrow(/no bucket is named "results"/);
    expect(() => build(text + bucket.replace("trainresults", "Train_results"))).toThrow(
      /a.yaml:16:\d+: buckets.results: accountName must be 3 to 24 lower-case letters and digits/,
    );
    expect(() => build(text + bucket.replace("accountName: trainresults, ", ""))).toThrow(/accountName is required/);
  });

  it("mounts a file system for reading only where it says so", () => {
    const text = TEXT.replace("path: /scratch }", "path: /scratch, readOnly: true }");
    const { stack, cluster } = build(text);
    expect(Testing.synth(stack)).toContain("/scratch lustre ro,noatime");
    expect(cluster.pools[0]!.mounts).toEqual([{ fileSystem: "scratch", path: "/scratch", readOnly: true }]);
  });

  it("is built in a virtual network that is there, with homes and a Lustre that is there", () => {
    const vnet = "/subscriptions/s/resourceGroups/hub/providers/Microsoft.Network/virtualNetworks/main";
    const text = TEXT.replace(
      "{ availabilityZone: eastus-1 }",
      `{ availabilityZone: eastus-1, existing: { resourceGroupName: train, virtualNetworkId: ${vnet}, computeSubnetId: ${vnet}/subnets/gpu, computeSubnetCidr: 10.1.0.0/22 } }`,
    )
      .replace("capacityTiB: 48, throughputPerTiB: 250", "existing: { mgsAddress: 10.1.2.3, capacityTiB: 48 }")
      .replace(
        "\npools:",
        `
  home: { kind: netapp, subnetId: ${vnet}/subnets/netapp }
  tools: { kind: files, accountName: traintools }
  data: { kind: nfs, server: 10.9.0.4, exportPath: /export }
pools:`,
      )
      .replace(
        "path: /scratch }",
        "path: /scratch }, { fileSystem: home, path: /home }, { fileSystem: data, path: /data }",
      );
    const { stack, cluster } = build(text);
    const { resource } = JSON.parse(Testing.synth(stack));
    expect(Object.keys(resource)).not.toContain("azurerm_virtual_network");
    expect(Object.keys(resource)).not.toContain("azurerm_managed_lustre_file_system");
    expect(Object.keys(resource)).toContain("azurerm_netapp_volume");
    expect(cluster.fileSystems.map(({ name, kind }) => [name, kind])).toEqual([
      ["scratch", "lustre"],
      ["home", "nfs"],
      ["tools", "nfs"],
      ["data", "nfs"],
    ]);
    const once = expandBlueprint(load(text).blueprint);
    expect(expandBlueprint(load(once).blueprint)).toBe(once);
    expect(Testing.synth(build(once).stack)).toBe(Testing.synth(stack));
    const program = ejectBlueprint(load(text).blueprint);
    expect(program).toContain("ClusterNetwork.import(");
    expect(program).toContain("SharedHome.files(");
    expect(() => build(text.replace("resourceGroupName: train, ", ""))).toThrow(/resourceGroupName is required/);
  });

  it("is reviewed in the words of its own keys", () => {
    const { cluster } = build(TEXT);
    const { findings } = reviewBlueprint(designOf(cluster), load(TEXT).blueprint);
    const fixes = new Map(findings.map(({ rule, fix }) => [rule, fix]));
    expect(fixes.get("image-floating")).toBe("pin it with imageVersion: …");
    expect(fixes.get("monitoring-missing")).toBe("write monitoring: {}");
  });

  it("makes monitoring of the nodes that fleets and Slurm start, and says the rest at its line", () => {
    const { stack, cluster } = build(`${TEXT}monitoring: { emails: [ops@example.com], dashboard: false }\n`);
    const { resource } = JSON.parse(Testing.synth(stack));
    expect(Object.keys(resource)).toContain("azurerm_monitor_data_collection_rule");
    expect(cluster.monitoring).toMatchObject([{ name: "monitoring", dashboards: false }]);
    const wrong = () => build(`${TEXT}monitoring: { monthlyBudgetUsd: 9 }\n`);
    expect(wrong).toThrow(/a.yaml:15:\d+: monitoring: monthlyBudgetUsd needs a recipient/);
    expect(() => build(`${TEXT}monitoring: { topicArn: a }\n`)).toThrow(/monitoring.topicArn is a key of AWS/);
  });

  it("is ejected as a program of warpform/azure", () => {
    const program = ejectBlueprint(load(TEXT).blueprint);
    expect(program).toContain('import { DesignReview } from "warpform";');
    expect(program).toContain(
      'import { ClusterNetwork, GpuNodePool, InfiniBandFabric, LustreStorage, NodeFleet } from "warpform/azure";',
    );
    expect(program).toContain("declareProvider(stack);");
  });

  it("is built by the cloud that a program passes, whichever it names", () => {
    const { cluster } = buildBlueprint(new App(), load(TEXT.replace("cloud: azure\n", "")), azure);
    expect(cluster.cloud).toBe("azure");
  });
});
