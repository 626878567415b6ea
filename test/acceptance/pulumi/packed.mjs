// The packed `warpform/pulumi` in empty projects: on cdktf with the newest Pulumi packages, and on cdktn alone with the lowest
// that package.json allows, and with Azure's packages alone. Each type-checks a program and runs it against a mocked engine.
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check, packedPackage, root, run, tail } from "../lib/checks.mjs";
import { projectWith } from "../lib/project.mjs";

const { peerDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const lowest = (name) => `${name}@${peerDependencies[name].replace("^", "")}`;
const pulumiPeers = ["@pulumi/pulumi", "@pulumi/aws", "@pulumi/kubernetes"];
const compiler = ["typescript@5.9", "@types/node@20", "constructs@10.7"];

const projects = {
  "cdktf and the newest peers": {
    example: "pulumi-training",
    entry: "warpform",
    lacks: "cdktn",
    packages: [
      "cdktf@0.21",
      "@cdktf/provider-aws@21",
      ...pulumiPeers.map((name) => `${name}@${peerDependencies[name]}`),
    ],
  },
  "cdktn alone and the lowest peers": {
    example: "pulumi-training",
    entry: "warpform/cdktn",
    lacks: "cdktf",
    packages: ["cdktn@0.24", "@cdktn/provider-aws@25", ...pulumiPeers.map(lowest)],
  },
  "packages of Azure alone": {
    example: "pulumi-azure-slurm",
    entry: "warpform",
    lacks: "@pulumi/aws",
    packages: [
      "cdktf@0.21",
      ...["@cdktf/provider-azurerm", "@pulumi/pulumi", "@pulumi/azure", "@pulumi/command"].map(
        (name) => `${name}@${peerDependencies[name]}`,
      ),
    ],
  },
};

const must = (result, what) => {
  if (result.status !== 0) throw new Error(`${what}: ${tail(result)}`);
  return result.stdout;
};
const program = (entry) => `
import * as pulumi from "@pulumi/pulumi";
import { Vpc } from "@pulumi/aws/ec2/vpc";
import { ClusterNetwork, GpuNodePool, InfiniBandFabric, NodeFleet } from "${entry}";
import { FineTuningCluster, GpuCluster, InferenceCluster } from "${entry}/pulumi";

async function main(): Promise<void> {
  const registered: string[] = [];
  await pulumi.runtime.setMocks({
    newResource: ({ type, name, inputs }) => {
      registered.push(type);
      return { id: name + ".id", state: inputs };
    },
    call: ({ inputs }) => ({ ...inputs, value: "ami-1" }),
  });
  const cluster = new GpuCluster("packed", {
    region: "us-east-2",
    inputs: { team: pulumi.output("vision") },
    build: (stack, { team }) => {
      const network = new ClusterNetwork(stack, "network", { availabilityZone: "us-east-2a", tags: { team: team! } });
      const fabric = new InfiniBandFabric(stack, "fabric", { network });
      const pool = new GpuNodePool(stack, "h100", { network, fabric, instanceType: "p5.48xlarge", nodes: { min: 0, max: 4 } });
      new NodeFleet(stack, "train", { pool });
      return { vpcId: network.vpcId };
    },
  });
  const vpcId: pulumi.Output<string> = cluster.outputs.vpcId;
  const arn: pulumi.Output<string> = cluster.resource(Vpc, "network/vpc").arn;
  // @ts-expect-error there is no such output
  void cluster.outputs.vpcIds;
  vpcId.apply((id) => console.log("vpc", id));
  void arn;
  const place = { availabilityZone: "us-east-2a", instanceType: "g6e.12xlarge" };
  const tuning = { model: "llama-3.1-8b", method: "qlora", tokens: 1e8, sequenceLength: 2048, globalBatchSequences: 32, deadlineDays: 1 } as const;
  const tune = new FineTuningCluster("tune", { ...place, workload: tuning, nodesPerRun: 1 });
  const service = { model: "llama-3.1-8b", requestsPerSecond: 20, promptTokens: 1000, outputTokens: 300, timeToFirstTokenSeconds: 1, timePerOutputTokenSeconds: 0.05 };
  const serve = new InferenceCluster("serve", { ...place, workload: service, nodes: 2 });
  const buckets: pulumi.Output<string>[] = [tune.bucketName, serve.bucketName];
  if (buckets.length + tune.decisions.length < 3) throw new Error("no decisions");
  await pulumi.runtime.disconnect();
  for (const type of ["aws:ec2/vpc:Vpc", "aws:ec2/launchTemplate:LaunchTemplate", "aws:autoscaling/group:Group", "warpform:index:FineTuningCluster", "warpform:index:InferenceCluster", "aws:eks/cluster:Cluster", "kubernetes:helm.sh/v3:Release"])
    if (!registered.includes(type)) throw new Error("no " + type);
  console.log(registered.sort().join(" "));
}
void main();
`;

/** Examples with the projects that have their packages, and what must come of them. */
const EXAMPLES = {
  "pulumi-training": {
    outputs: ["vpcId", "head"],
    registered: ["warpform:aws:SlurmHeadNode train-slurm", "aws:ec2/instance:Instance train-slurm-head"],
    printed: ["train-network-vpc.id", "train-slurm-head.id"],
  },
  "pulumi-azure-slurm": {
    outputs: ["headId", "headAddress"],
    registered: [
      "warpform:azure:SlurmHeadNode train-slurm",
      "azure:compute/orchestratedVirtualMachineScaleSet:OrchestratedVirtualMachineScaleSet train-slurm-h100-scale-set",
      "command:local:Command train-slurm-end-h100",
    ],
    printed: ["train-slurm-head.id"],
  },
};

/** Runs the example as Pulumi's language host does: its own ts-node, which checks types, with the project's TypeScript. */
const host = ({ outputs, registered }) => `
const { join } = require("node:path");
const vendor = join(require.resolve("@pulumi/pulumi/package.json"), "../vendor/ts-node@7.0.1");
require(vendor).register({ compiler: "typescript", project: "tsconfig.json", compilerOptions: { noEmit: false, sourceMap: "true" } });
const pulumi = require("@pulumi/pulumi");
const registered = [];
pulumi.runtime.setAllConfig({ "project:admin_public_key": "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIExample user" });
pulumi.runtime
  .setMocks({
    newResource: ({ type, name, inputs }) => {
      registered.push(type + " " + name);
      return { id: name + ".id", state: inputs };
    },
    call: ({ inputs }) => ({ ...inputs, value: "ami-1" }),
  })
  .then(async () => {
    const program = require("./index.ts");
    for (const name of ${JSON.stringify(outputs)}) program[name].apply((id) => console.log(id));
    await pulumi.runtime.disconnect();
    for (const line of ${JSON.stringify(registered)})
      if (!registered.includes(line)) throw new Error("no " + line + " of " + registered.join("; "));
    console.log(registered.length + " resources");
  });
`;

function checkExample(directory, entry, name) {
  const example = join(directory, "example");
  cpSync(join(root, "examples", name), example, { recursive: true });
  const text = readFileSync(join(example, "index.ts"), "utf8");
  writeFileSync(join(example, "index.ts"), text.replaceAll(/from "warpform/g, `from "${entry}`));
  writeFileSync(join(example, "host.cjs"), host(EXAMPLES[name]));
  const output = must(run(process.execPath, ["host.cjs"], { cwd: example }), "run");
  const wanted = [...EXAMPLES[name].printed, " resources"];
  return wanted.every((line) => output.includes(line)) ? undefined : output;
}

export function checkPacked() {
  const temp = mkdtempSync(join(tmpdir(), "warpform-pulumi-"));
  process.on("exit", () => rmSync(temp, { recursive: true, force: true }));
  let tarball;
  check("warpform/pulumi packs", () => {
    tarball = packedPackage().tarball;
  });
  let first;
  for (const [name, { example, entry, lacks, packages }] of tarball ? Object.entries(projects) : []) {
    let directory;
    check(`warpform/pulumi installs beside ${name}`, () => {
      const made = join(temp, name.replaceAll(" ", "-"));
      // With its peers as npm sees them: nothing of the other engine may come along.
      projectWith(made, [...packages, ...compiler], tarball);
      directory = made;
      return existsSync(join(directory, "node_modules", lacks)) ? `npm brought ${lacks} along` : undefined;
    });
    if (!directory) continue;
    check(`examples/${example} runs on ${name} as Pulumi runs it`, () => checkExample(directory, entry, example));
    if (example !== "pulumi-training") continue;
    check(`warpform/pulumi type-checks on ${name}`, () => {
      writeFileSync(join(directory, "main.ts"), program(entry));
      const flags = "--strict --skipLibCheck --module node16 --target es2022 --types node main.ts".split(" ");
      must(run(join(directory, "node_modules", ".bin", "tsc"), flags, { cwd: directory }), "tsc");
    });
    check(`warpform/pulumi declares the same resources on ${name}`, () => {
      const output = must(run(process.execPath, ["main.js"], { cwd: directory }), "run");
      if (!output.includes("vpc packed-network-vpc.id")) return `the output isn't known: ${output}`;
      first ??= output;
      return output === first ? undefined : "other resources than in the first project";
    });
  }
}
