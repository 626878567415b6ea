// Programs on a real Pulumi engine with a backend of files and stand-in-provider.cjs as cloud. The argument is the folder of the
// pulumi program; one line a check.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import type * as pulumi from "@pulumi/pulumi";
import { LocalWorkspace, type Stack } from "@pulumi/pulumi/automation";
import type { TerraformStack } from "cdktf";
import { ClusterNetwork as NetworkConstruct } from "../../../lib/clouds/aws/network/cluster-network";
import { GpuNodePool as PoolConstruct } from "../../../lib/clouds/aws/pools/gpu-node-pool";
import { SlurmHeadNode as SlurmConstruct } from "../../../lib/clouds/aws/slurm/slurm-head-node";
import { ClusterScope } from "../../../lib/pulumi/clouds/aws/clusters/cluster-scope";
import { GpuCluster } from "../../../lib/pulumi/clouds/aws/clusters/gpu-cluster";
import { ClusterNetwork } from "../../../lib/pulumi/clouds/aws/components/cluster-network";
import { GpuNodePool } from "../../../lib/pulumi/clouds/aws/components/gpu-node-pool";
import { SlurmHeadNode } from "../../../lib/pulumi/clouds/aws/components/slurm-head-node";

const work = mkdtempSync(join(tmpdir(), "warpform-engine-"));
process.on("exit", () => rmSync(work, { recursive: true, force: true }));
for (const name of ["aws", "kubernetes"]) {
  const plugin = join(work, `pulumi-resource-${name}`);
  const standIn = JSON.stringify(join(__dirname, "stand-in-provider.cjs"));
  writeFileSync(plugin, `#!/usr/bin/env node\nrequire(${standIn});\n`);
  chmodSync(plugin, 0o755);
}
mkdirSync(join(work, "program"));
process.chdir(join(work, "program"));
process.env.PATH = [work, process.argv[2], process.env.PATH].join(delimiter);
const envVars = {
  PULUMI_BACKEND_URL: `file://${work}`,
  PULUMI_CONFIG_PASSPHRASE: "x",
  PULUMI_HOME: join(work, "home"),
  PULUMI_SKIP_UPDATE_CHECK: "true",
  PATH: process.env.PATH,
};

const zone = { availabilityZone: "us-east-2a", clusterName: "train" };
const pool = { instanceType: "p5.48xlarge", nodes: { min: 0, max: 4 } };
const region = "us-east-2";

/** The same cluster by components, under a name and with options. */
const inScope =
  (name: string, options: pulumi.ComponentResourceOptions = {}, isProtected = false) =>
  () => {
    const cluster = new ClusterScope(name, { region }, options);
    const network = new ClusterNetwork("network", zone, { parent: cluster });
    const h100 = new GpuNodePool("h100", { network, ...pool }, { protect: isProtected });
    const slurm = new SlurmHeadNode("slurm", { network, partitions: [{ name: "train", pools: [h100] }] });
    cluster.declare();
    return { vpcId: network.vpcId, head: slurm.instanceId };
  };
const inBuild = () => {
  const cluster = new GpuCluster("train", {
    region,
    build: (stack: TerraformStack) => {
      const network = new NetworkConstruct(stack, "network", zone);
      const h100 = new PoolConstruct(stack, "h100", { network, ...pool });
      const slurm = new SlurmConstruct(stack, "slurm", { network, partitions: [{ name: "train", pools: [h100] }] });
      return { vpcId: network.vpcId, head: slurm.instance.id };
    },
  });
  return { ...cluster.outputs };
};

const results = { passed: 0, failed: 0 };
async function check(name: string, run: () => Promise<string | undefined>): Promise<void> {
  const complaint = await run().catch((error: Error) => error.message.slice(0, 2000));
  results[complaint === undefined ? "passed" : "failed"]++;
  console.log(complaint === undefined ? `ok ${name}` : `FAILED ${name}: ${complaint}`);
}

const stackOf = (program: () => Record<string, unknown>): Promise<Stack> =>
  LocalWorkspace.createOrSelectStack(
    { stackName: "dev", projectName: "engine", program: async () => program() },
    { workDir: join(work, "program"), envVars },
  );
/** How many resources of each operation a preview shows, leaving those that stay. */
async function changes(program: () => Record<string, unknown>): Promise<Record<string, number>> {
  const { changeSummary } = await (await stackOf(program)).preview();
  const { same: _, ...rest } = changeSummary as Record<string, number>;
  return rest;
}

async function main(): Promise<void> {
  let text = "";
  await check("engine: a preview creates every resource below the component of its construct", async () => {
    const { changeSummary, stdout } = await (await stackOf(inScope("train"))).preview();
    text = stdout;
    const missing = ["ClusterNetwork train-network", "GpuNodePool train-h100", "SlurmHeadNode train-slurm"].filter(
      (component) => !stdout.includes(`warpform:aws:${component}`),
    );
    if (missing.length > 0) return `no ${missing.join(", ")} in ${stdout}`;
    return (changeSummary.create ?? 0) > 60 ? undefined : JSON.stringify(changeSummary);
  });
  await check("engine: an update makes them and the Outputs known", async () => {
    const { outputs } = await (await stackOf(inScope("train"))).up();
    const found = JSON.stringify([outputs.vpcId?.value, outputs.head?.value]);
    return found === '["train-network-vpc.id","train-slurm-head.id"]' ? undefined : `${found}\n${text}`;
  });
  const nothing = async (program: () => Record<string, unknown>) => {
    const found = JSON.stringify(await changes(program));
    return found === "{}" ? undefined : found;
  };
  await check("engine: the same program again changes nothing", () => nothing(inScope("train")));
  await check("engine: a GpuCluster with the same constructs changes nothing", () => nothing(inBuild));
  await check("engine: a new name with the old one as alias neither makes nor destroys anything", async () => {
    const without = await changes(inScope("lab")).then(JSON.stringify, (error: Error) => error.message);
    if (!/delete|protect/.test(without)) return `without the alias: ${without.slice(0, 500)}`;
    const found = await changes(inScope("lab", { aliases: [{ name: "train" }] }));
    return found.create || found.delete || found.replace ? JSON.stringify(found) : undefined;
  });
  await check("engine: a protected component's resources cannot be destroyed", async () => {
    await (await stackOf(inScope("train", {}, true))).up();
    const refused = await (await stackOf(inScope("train"))).destroy().then(
      () => "",
      (error: Error) => error.message,
    );
    return /train-h100[\s\S]*protect/.test(refused) ? undefined : `not refused: ${refused.slice(0, 500)}`;
  });
  const last = `${results.passed} passed, ${results.failed} failed\n`;
  process.stdout.write(last, () => process.exit(results.failed > 0 ? 1 : 0));
}
void main();
