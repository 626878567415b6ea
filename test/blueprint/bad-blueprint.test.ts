import { Testing } from "cdktf";
import { buildBlueprint } from "../../lib/blueprint/build";
import { parseBlueprint } from "../../lib/blueprint/load";
import { messageOf } from "../clouds/aws/synthesized";
import { changed, valid } from "./example";

const build = (text: string) => buildBlueprint(Testing.app(), parseBlueprint([{ file: "a.yaml", text }]));

/** What is wrong, the text of the example that is replaced, what by, and the one line that says so. */
const table: readonly (readonly [string, string, string, string])[] = [
  [
    "a format of another version",
    "warpform/v1",
    "warpform/v9",
    '1:13: apiVersion must be "warpform/v1", the only one that this warpform reads, got "warpform/v9"; write "warpform/v1", or install the warpform that reads "warpform/v9"',
  ],
  ["no version", "apiVersion: warpform/v1\n", "", '1:1: apiVersion is required; write "warpform/v1"'],
  [
    "a name with capitals",
    "name: train\n",
    "name: Train\n",
    '2:7: name must be 2 to 40 lower-case letters, digits and dashes and start with a letter, got "Train"',
  ],
  ["a name that is a number", "name: train\n", "name: 12\n", '2:7: name must be text, got 12; write "12"'],
  ["a misspelt section", "fabric: {}", "fabrics: {}", '5:1: fabrics is not known; did you mean "fabric"'],
  [
    "a section that nobody knows",
    "fabric: {}",
    "quux: 1",
    "5:1: quux is not known; known are apiVersion, name, cloud, description, catalog, network",
  ],
  ["no network", "network:\n  availabilityZone: us-east-2a\n", "", "1:1: network is required; give it a map"],
  [
    "no zone",
    "  availabilityZone: us-east-2a\n",
    "  egress: nat\n",
    "3:1: network.availabilityZone is required; give it text",
  ],
  [
    "a region for a zone",
    "us-east-2a",
    "us-east-2",
    '4:21: network: availabilityZone must be a zone name such as "us-east-2a", got "us-east-2"; an Availability Zone is a Region plus a letter',
  ],
  ["a list for a map", "fabric: {}", "fabric: []", "5:1: fabric must be a map, got a list"],
  [
    "a layout that does not exist",
    "fabric: {}",
    "fabric: { nicLayout: ip-save }",
    '5:22: fabric.nicLayout must be "ip-saving", "ena-bandwidth" or "legacy-all-efa", got "ip-save"; use "ip-saving"',
  ],
  [
    "half a huge page",
    "fabric: {}",
    "fabric: { hugePages2MiB: 1.5 }",
    "5:26: fabric.hugePages2MiB must be a whole number, got 1.5; use 2",
  ],
  [
    "a misspelt key in a bucket",
    "checkpoints: {}",
    "checkpoints: { noncurentDays: 3 }",
    '7:18: buckets.checkpoints.noncurentDays is not known; did you mean "noncurrentDays"',
  ],
  [
    "days that are none",
    "checkpoints: {}",
    "checkpoints: { noncurrentDays: 0 }",
    "7:34: buckets.checkpoints: noncurrentDays must be a whole number of days of 1 or more, got 0; use 1",
  ],
  [
    "a kind of file system that is not built",
    "kind: lustre",
    "kind: lustr",
    '9:20: fileSystems.scratch.kind must be "lustre", "efs", "openzfs", "nfs", "beegfs", "cephfs", "spectrum-scale" or "weka", got "lustr"; use "lustre"',
  ],
  ["no kind of file system", "kind: lustre, ", "", "9:3: fileSystems.scratch.kind is required; write"],
  [
    "a capacity of nothing",
    "capacityTiB: 48",
    "capacityTiB: 0",
    "9:41: fileSystems.scratch: capacityTiB must be 1.2 or a multiple of 2.4 for PERSISTENT_2 SSD at 250 MB/s/TiB, got 0; use 1.2",
  ],
  ["a capacity off its step", "capacityTiB: 48", "capacityTiB: 5", "9:41: fileSystems.scratch: capacityTiB must be"],
  [
    "a throughput of no tier",
    "throughputPerTiB: 250",
    "throughputPerTiB: 300",
    "9:63: fileSystems.scratch: throughputPerTiB must be",
  ],
  [
    "a bucket that is not there",
    "importFrom: checkpoints",
    "importFrom: checkpoint",
    '9:80: fileSystems.scratch.importFrom: no bucket is named "checkpoint"; did you mean "checkpoints"',
  ],
  [
    "a type that does not exist",
    "p5.48xlarge",
    "p5.48xlagre",
    '12:19: pools.h100: instanceType "p5.48xlagre" is not in the catalog; did you mean "p5.48xlarge", "p5.4xlarge"',
  ],
  ["no type", "    instanceType: p5.48xlarge\n", "", "11:3: pools.h100.instanceType is required; give it text"],
  ["no node count", "    nodes: { min: 0, max: 16 }\n", "", "11:3: pools.h100.nodes is required; give it a map"],
  ["half a node", "max: 16", "max: 16.5", "13:27: pools.h100.nodes.max must be a whole number, got 16.5; use 17"],
  ["a node count as text", "max: 16", 'max: "16"', '13:27: pools.h100.nodes.max must be a number, got "16"; write 16'],
  [
    "fewer than no nodes",
    "min: 0",
    "min: -1",
    "13:19: pools.h100: nodes.min must be a whole number of 0 or more, got -1; use 0",
  ],
  [
    "more nodes at least than at most",
    "min: 0",
    "min: 17",
    "13:19: pools.h100: nodes.min must not exceed nodes.max, got 17 and 16; use min 16 or max 17",
  ],
  [
    "a source that does not exist",
    "kind: on-demand",
    "kind: ondemand",
    '16:17: pools.h100.capacity[1].kind must be "block", "reservation", "buy-block", "reserve", "reservation-group", "spot" or "on-demand", got "ondemand"; use "on-demand"',
  ],
  [
    "a block without its reservation",
    "reservationId: cr-0123456789abcdef0, ",
    "",
    "15:9: pools.h100.capacity[0].reservationId is required; give it text",
  ],
  [
    "a block larger than one can be",
    "nodes: 8",
    "nodes: 65",
    "15:68: pools.h100.capacity[0].nodes must be 64 or less, got 65; use 64",
  ],
  [
    "a block larger than the pool",
    "nodes: 8",
    "nodes: 32",
    "pools.h100: capacity[0] holds 32 nodes, more than nodes.max 16; use nodes.max 32 or a smaller source",
  ],
  [
    "a reservation id in the wrong shape",
    "cr-0123456789abcdef0",
    "cr-12",
    'pools.h100: capacity[0] reservation id must look like "cr-0123456789abcdef0", got "cr-12"',
  ],
  [
    "a list of no sources",
    "    capacity:\n      - { kind: block, reservationId: cr-0123456789abcdef0, nodes: 8 }\n      - { kind: on-demand }\n",
    "    capacity: []\n",
    "14:5: pools.h100.capacity must not be empty; give it an entry",
  ],
  [
    "a bucket that is not there for a pool",
    "    mounts:\n",
    "    buckets: [checkpoint]\n    mounts:\n",
    '17:15: pools.h100.buckets[0]: no bucket is named "checkpoint"; did you mean "checkpoints"',
  ],
  [
    "a file system that is not there",
    "fileSystem: scratch",
    "fileSystem: scrach",
    '18:23: pools.h100.mounts[0].fileSystem: no file system is named "scrach"; did you mean "scratch"',
  ],
  ["a mount that hides the system", "path: /fsx", "path: /usr", "/usr"],
  [
    "a pool that is not there",
    "{ pool: h100 }",
    "{ pool: h200 }",
    '20:18: fleets.train.pool: no pool is named "h200"; did you mean "h100"',
  ],
  [
    "a fleet larger than its pool",
    "{ pool: h100 }",
    "{ pool: h100, size: 20 }",
    "20:30: fleets.train: size must be a whole number within the pool's nodes, 0 to 16, got 20; use 16",
  ],
  [
    "a pool that nobody starts",
    "fleets:\n  train: { pool: h100 }\n",
    "",
    '11:3: pool "h100" has no construct that starts its nodes; name it in ',
  ],
  [
    "a MIG profile of another GPU",
    "    mounts:\n",
    "    migProfile: 1g.5gb\n    fabric: false\n    mounts:\n",
    "17:17: pools.h100: migProfile must be one of the H100-SXM-80GB's",
  ],
  [
    "a placement group around a Capacity Block",
    "    mounts:\n",
    "    placement: cluster\n    mounts:\n",
    "17:16: pools.h100: placement must be left out or none where a Capacity Block is a source",
  ],
  [
    "EFA to servers that have none",
    "throughputPerTiB: 250, importFrom: checkpoints",
    "deploymentType: SCRATCH_2, efa: true, importFrom: checkpoints",
    "9:77: fileSystems.scratch: efa needs deploymentType PERSISTENT_2, the only type that supports EFA, got SCRATCH_2; use PERSISTENT_2 or omit efa",
  ],
  [
    "a kind of workload that does not exist",
    "kind: training",
    "kind: trainning",
    '21:19: workload.kind must be "training", "fine-tuning", "inference" or "batch", got "trainning"; use "training"',
  ],
  [
    "a model that is not in the catalog",
    "llama-3.1-70b",
    "llama-3.1-70",
    '21:36: workload.model "llama-3.1-70" is not in the catalog; nearest are llama-3.1-70b',
  ],
  [
    "a method of fine-tuning for pre-training",
    "tokens: 1.0e+12",
    "method: lora, tokens: 1.0e+12",
    "21:51: workload.method is a key of kind: fine-tuning, and this has kind: training; write kind: fine-tuning, or leave it out",
  ],
  [
    "a dataset in another unit",
    "tokens: 1.0e+12",
    "tokens: 1.0e+12, datasetGB: 1TB",
    '21:79: workload.datasetGB must be a number, got "1TB"; write 1000, since datasetGB is in GB',
  ],
  ["no tokens", "tokens: 1.0e+12, ", "", "21:1: workload.tokens is required; give it a number"],
  [
    "a reason that is none",
    "fabric: {}",
    "fabric: {}\nacceptedFindings: [{ rule: efa-missing, reason: known }]",
    "6:49: acceptedFindings[0].reason must explain in at least 10 characters why efa-missing is acceptable here",
  ],
  [
    "a rule that does not exist",
    "fabric: {}",
    "fabric: {}\nacceptedFindings: [{ rule: efa-mising, reason: one node at a time }]",
    '6:28: acceptedFindings[0].rule must be the ID of a review rule, got "efa-mising"; nearest are efa-missing',
  ],
  [
    "more tokens than any run has",
    "1.0e+12",
    "1.0e+300",
    "21:59: workload.tokens must be 1000000000000000000 or less, got 1e+300; use 1000000000000000000",
  ],
  [
    "an interval of checkpoints that never comes",
    "globalBatchSequences: 512",
    "globalBatchSequences: 512, checkpointMinutes: 1.0e+300",
    "21:136: workload.checkpointMinutes must be 1000000 or less, got 1e+300; use 1000000",
  ],
  [
    "no monitoring, by null",
    "fleets:\n  train: { pool: h100 }",
    "kubeRay: { pools: [h100], monitoring: null }",
    "19:39: kubeRay.monitoring must be false or a map, got null; omit it for the default",
  ],
  [
    "a misspelt key where false stands too",
    "fleets:\n  train: { pool: h100 }",
    "kubeRay: { pools: [h100], monitoring: { retensionDays: 3 } }",
    '19:41: kubeRay.monitoring.retensionDays is not known; did you mean "retentionDays"',
  ],
  [
    "a served model that is a number",
    "fleets:\n  train: { pool: h100 }",
    "kubeRay: { pools: [h100], serving: [{ name: own, pool: h100, model: 8, weights: s3://own/w }] }",
    "19:69: kubeRay.serving[0].model must be text or a map, got 8; write the name of a model, or { config: ./config.json }",
  ],
  [
    "an optimizer that the framework does not offer, at its own key",
    "1.0e+12",
    "1.0e+12, optimizer: lion",
    '21:79: workload.optimizer must be adamw or muon with framework "megatron-core" (the default), got lion',
  ],
  ["tokens as text", "1.0e+12", "many", '21:59: workload.tokens must be a number, got "many"'],
];

const architecture = `apiVersion: warpform/v1
name: train
architecture: { kind: training, instanceType: p5.48xlarge, nodes: 2 }
network: { availabilityZone: us-east-2a }
workload: { kind: training, model: llama-3.1-8b, tokens: 1.0e+10, sequenceLength: 8192, globalBatchSequences: 128 }
`;

/** The same for a blueprint of an architecture. */
const ofArchitecture: readonly (readonly [string, string, string, string])[] = [
  [
    "an architecture that does not exist",
    "{ kind: training, instanceType: p5.48xlarge, nodes: 2 }",
    "trainning",
    '3:15: architecture.kind must be "training", "fineTuning", "inference", "inferenceRegions" or "singleNode", got "trainning"; use "training"',
  ],
  [
    "a prop of a part of it",
    "nodes: 2 }",
    "nodes: 2, slurm: { loginNodes: 99 } }",
    "3:91: architecture.slurm: loginNodes must be a whole number from 0 to 16, got 99; use 16",
  ],
  [
    "an image that its scheduler cannot use",
    "nodes: 2 }",
    "nodes: 2, slurm: { image: { os: ubuntu-22.04 } } }",
    "3:79: architecture.slurm: image must be ubuntu-24.04 for Slurm 23.11 from its packages, got ubuntu-22.04; use image: { os: ubuntu-24.04 }",
  ],
  [
    "neither pools nor an architecture",
    "architecture: { kind: training, instanceType: p5.48xlarge, nodes: 2 }\n",
    "",
    "1:1: pools is required; give it a map of node pools, or name an architecture",
  ],
  [
    "a part beside an architecture that brings it",
    "name: train\n",
    "name: train\nfabric: { nicLayout: ip-saving }\n",
    "3:1: fabric is of a cluster of your own parts, and architecture training brings it; leave one out",
  ],
  [
    "a workload of another kind",
    "kind: training, model",
    "kind: fine-tuning, method: lora, model",
    '5:19: workload.kind must be "training" for architecture training, got "fine-tuning"; use "training"',
  ],
  [
    "an architecture without a workload",
    "workload: { kind: training, model: llama-3.1-8b, tokens: 1.0e+10, sequenceLength: 8192, globalBatchSequences: 128 }\n",
    "",
    '1:1: workload is required by architecture training; give it one of kind "training"',
  ],
  [
    "a misspelt key of an architecture",
    "nodes: 2",
    "node: 2",
    '3:60: architecture.node is not known; did you mean "nodes"',
  ],
  [
    "a type of an architecture that does not exist",
    "p5.48xlarge",
    "p5.48xlagre",
    '3:47: architecture.instanceType "p5.48xlagre" is not in the catalog; did you mean "p5.48xlarge"',
  ],
  [
    "a model of an architecture that does not exist",
    "llama-3.1-8b",
    "llama-3.1-8",
    '5:36: workload.model "llama-3.1-8" is not in the catalog',
  ],
  [
    "a bucket of an architecture that is not there",
    "nodes: 2",
    "nodes: 2, bucket: data",
    '3:78: architecture.bucket: no bucket is named "data"; none is defined',
  ],
  [
    "a bucket that is there and is to be made",
    "name: train\n",
    "name: train\nbuckets: { data: { existing: { bucketName: company-data }, noncurrentDays: 3 } }\n",
    "3:60: buckets.data.noncurrentDays is for a bucket that is made, and buckets.data.existing names an existing one; leave one of them out",
  ],
];

const regions = `apiVersion: warpform/v1
name: chat
architecture:
  kind: inferenceRegions
  address: { name: llm.example.com, hostedZoneId: Z0123456789ABCDEFGHIJ }
  regions:
    - { availabilityZone: us-east-2a, share: 0.5, instanceType: g6e.4xlarge, nodes: 12 }
    - { availabilityZone: eu-central-1a, share: 0.5, instanceType: g6e.4xlarge, nodes: 12 }
workload: { kind: inference, model: llama-3.1-8b, requestsPerSecond: 2, promptTokens: 1000, outputTokens: 200 }
`;

/** The same for a service in several regions. */
const ofRegions: readonly (readonly [string, string, string, string])[] = [
  [
    "a network of all regions",
    "name: chat\n",
    "name: chat\nnetwork: { availabilityZone: us-east-2a }\n",
    "3:1: network is of one region, and architecture inferenceRegions has several; say vpcCidr or existingNetwork in each of its regions",
  ],
  [
    "a bucket of all regions",
    "name: chat\n",
    "name: chat\nbuckets: { models: {} }\n",
    "3:1: buckets is of one stack, and architecture inferenceRegions has one for each region, with a bucket of its own; leave it out",
  ],
  [
    "two zones of one region",
    "eu-central-1a",
    "us-east-2b",
    "8:27: architecture: regions[1].availabilityZone must be in a region of its own, got a second zone of us-east-2; use another region",
  ],
  [
    "shares that are not the whole",
    "eu-central-1a, share: 0.5",
    "eu-central-1a, share: 0.4",
    "6:3: architecture: regions[].share must add up to 1, got 0.9; leave all out for equal shares",
  ],
  [
    "a reservation of one region",
    "eu-central-1a, share: 0.5, instanceType: g6e.4xlarge, nodes: 12 }",
    "eu-central-1a, share: 0.5, instanceType: g6e.4xlarge, nodes: 12, capacity: [{ kind: reservation, reservationId: cr-1 }] }",
    '8:103: architecture: regions[1]: capacity[0] reservation id must look like "cr-0123456789abcdef0", got "cr-1"',
  ],
  [
    "a type of a region that does not exist",
    "eu-central-1a, share: 0.5, instanceType: g6e.4xlarge",
    "eu-central-1a, share: 0.5, instanceType: g6e.4xlagre",
    '8:68: architecture.regions[1].instanceType "g6e.4xlagre" is not in the catalog; did you mean "g6e.4xlarge"',
  ],
  [
    "a name that is none in DNS",
    "llm.example.com",
    "llm_example",
    '5:20: architecture.address.name must be a DNS name such as "llm.example.com", got "llm_example"',
  ],
];

describe("a blueprint with a mistake", () => {
  it("is built without one", () => {
    expect(build(valid).cluster.pools[0]!.name).toBe("h100");
  });

  it.each(table)("is refused for %s", (_, from, to, message) => {
    const text = messageOf(() => build(changed(from, to)));
    expect(text).toContain(`a.yaml has 1 problem:\n\na.yaml:`);
    expect(text).toContain(message);
    // The whole text, with the line itself and the mark below it.
    expect(text).toMatchSnapshot();
    const [, line] = /^a\.yaml:(\d+):/m.exec(text)!;
    expect(text).toContain(`${line} | ${changed(from, to).split("\n")[Number(line) - 1]}\n`);
    expect(text).not.toMatch(/\n\s+at .*:\d+:\d+/);
  });

  it.each(ofArchitecture)("is refused for %s", (_, from, to, message) => {
    expect(architecture).toContain(from);
    const text = messageOf(() => build(architecture.replace(from, to)));
    expect(text).toContain(`a.yaml has 1 problem:\n\na.yaml:${message}`);
    expect(text).toMatchSnapshot();
  });

  it("is built without one in several regions", () => {
    const { stacks } = build(regions);
    expect(stacks.map(({ stack, cluster }) => [stack.node.id, cluster.region])).toEqual([
      ["chat-us-east-2", "us-east-2"],
      ["chat-eu-central-1", "eu-central-1"],
    ]);
  });

  it.each(ofRegions)("is refused for %s", (_, from, to, message) => {
    expect(regions).toContain(from);
    const text = messageOf(() => build(regions.replace(from, to)));
    expect(text).toContain(`a.yaml has 1 problem:\n\na.yaml:${message}`);
    expect(text).toMatchSnapshot();
  });

  it.each([
    ["tabs", "name: train\n\tnetwork: {}\n"],
    ["a key twice", "name: a\nname: b\n"],
    ["an open bracket", "pools: { h100: \n"],
  ])("is refused for %s in its YAML, with the line", (_, text) => {
    expect(messageOf(() => build(text))).toMatch(/^a\.yaml has \d+ problems?:\n\na\.yaml:\d+:\d+: /);
  });

  it("reports all its problems at once, in the order of the lines", () => {
    const text = changed("nodes: { min: 0, max: 16 }", "nodes: { min: -1, max: 0.5 }").replace(
      "fabric: {}",
      "fabrics: {}",
    );
    const lines = [...messageOf(() => build(text)).matchAll(/^a\.yaml:(\d+):/gm)].map((match) => Number(match[1]));
    expect(lines).toEqual([5, 13, 13]);
  });
});

describe("a key of the cluster on Kubernetes", () => {
  const kubeRay = (keys: string) => `apiVersion: warpform/v1
cloud: azure
name: demo
network: { availabilityZone: eastus-1 }
pools: { nc: { instanceType: Standard_NC40ads_H100_v5, nodes: { min: 0, max: 2 } } }
kubeRay: { pools: [nc], ${keys} }
`;

  it.each([
    ["a name that is near no other, by the value that holds without the key", "provisioner: nap", 'use "managed"'],
    ["a name near another", "provisioner: karpentr", 'use "karpenter"'],
    ["a number for the fewest and the most", "serving: [{ name: a, replicas: 2 }]", "write { min: 2, max: 2 }"],
  ])("says what to write in place of %s", (_, keys, use) => {
    expect(messageOf(() => build(kubeRay(keys)))).toContain(use);
  });
});
