/**
 * The programs that make an image of a cluster, one after another, as Image Builder runs them:
 * node --import tsx bake.ts slurm-node [directory nfs ...]
 */

import { AwsProvider } from "@cdktf/provider-aws/lib/provider";
import { TerraformStack, Testing } from "cdktf";
import { ClusterNetwork } from "../../../lib/clouds/aws";
import { bakeSteps, componentDocument } from "../../../lib/clouds/aws/images/bake-steps";
import type { NodeImageContent } from "../../../lib/clouds/aws/images/node-image-props";

interface Document {
  readonly phases: readonly {
    readonly steps: readonly { readonly inputs: { readonly commands: readonly string[] } }[];
  }[];
}

const stack = new TerraformStack(Testing.app(), "bake");
new AwsProvider(stack, "aws", { region: "us-east-2" });
const network = new ClusterNetwork(stack, "network", { availabilityZone: "us-east-2a" });
const steps = bakeSteps({ network, contents: process.argv.slice(2) as NodeImageContent[] });
const phase = (index: number) =>
  steps.map((step) => (JSON.parse(componentDocument(step)) as Document).phases[index]!.steps[0]!.inputs.commands);
// all builds, then all tests, each in a shell of its own
const scripts = [...phase(0), ...phase(1)].map((commands) => `bash <<'COMPONENT'\n${commands.join("\n")}\nCOMPONENT\n`);
console.log(`#!/bin/bash\nset -e\n${scripts.join("")}touch /run/baked`);
