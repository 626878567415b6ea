// A program that forgets to declare its cluster: run by cluster-scope.slow.test.ts in a process of its own.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { ClusterScope } from "../../lib/pulumi/clouds/aws/clusters/cluster-scope";
import { ClusterNetwork } from "../../lib/pulumi/clouds/aws/components/cluster-network";

async function main(): Promise<void> {
  await pulumi.runtime.setMocks({ newResource: ({ name, inputs }) => ({ id: name, state: inputs }), call: () => ({}) });
  const cluster = new ClusterScope("train", { outdir: mkdtempSync(join(tmpdir(), "warpform-forgotten-")) });
  const network = new ClusterNetwork("network", { availabilityZone: "us-east-2a" }, { parent: cluster });
  network.vpcId.apply((id) => console.log("known", id));
}
void main();
