import type { NativeEngine } from "../native-engine";
import { blueprintProject, cdkProject, LIBRARY, pulumiProject } from "../projects/engine-projects";
import type { ProjectFiles } from "../projects/write-project";
import type { Answers } from "./answers";
import { existingBlueprint } from "./existing-blueprint";
import { placeOf } from "./places";
import type { WorkloadKind } from "./questions";
import { linesOf as lines, number } from "./scalars";

const ARCHITECTURE: Readonly<Record<WorkloadKind, { readonly key: string; readonly construct: string }>> = {
  training: { key: "training", construct: "TrainingCluster" },
  "fine-tuning": { key: "fineTuning", construct: "FineTuningCluster" },
  inference: { key: "inference", construct: "InferenceCluster" },
};

function blueprint(name: string, answers: Answers): string {
  const { cloud, kind, workload, availabilityZone, scheduler, instanceType } = answers;
  if (cloud === "kubernetes") return existingBlueprint(name, answers);
  const { key } = ARCHITECTURE[kind];
  const own = placeOf(cloud).blueprint;
  const choices = { kind: key, scheduler, instanceType, ...own?.choices(name, scheduler) };
  return `# yaml-language-server: $schema=node_modules/warpform/schema/blueprint.schema.json
# Sized from the workload: \`npx warpform expand blueprint.yaml\` shows every default and derived value. You can override each of them.
apiVersion: warpform/v1
name: ${name}
${own?.head ?? ""}
network:
  availabilityZone: ${availabilityZone}
${own?.parts(name) ?? ""}
architecture:
${lines(choices)}
workload:
${lines(workload)}`;
}

function cluster({ kind, workload: { kind: _, ...workload }, ...answers }: Answers): string {
  const { construct } = ARCHITECTURE[kind];
  const engine = answers.engine === "yaml" ? "cdktf" : answers.engine;
  const lines = (indent: string, values: object) =>
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(
        ([prop, value]) => `${indent}${prop}: ${typeof value === "number" ? number(value) : JSON.stringify(value)},\n`,
      )
      .join("");
  const { availabilityZone, scheduler, instanceType } = answers;
  return `import type { TerraformStack } from "${engine === "cdktn" ? "cdktn" : "cdktf"}";
import { ${construct} } from "${LIBRARY[engine]}";

/** Sized from the workload: nodes, storage and limits. You can override each of them. */
export function build(stack: TerraformStack): ${construct} {
  return new ${construct}(stack, "${kind === "training" ? "train" : kind === "inference" ? "serve" : "tune"}", {
${lines("    ", { availabilityZone, scheduler, instanceType })}    workload: {
${lines("      ", workload)}    },
  });
}
`;
}

/** Files of a project for the answers, by path. */
export function projectOf(name: string, answers: Answers, native: NativeEngine): ProjectFiles {
  switch (answers.engine) {
    case "yaml":
      return blueprintProject(name, blueprint(name, answers), native, answers.cloud);
    case "pulumi":
      return pulumiProject(name, answers.region, cluster(answers));
    default:
      return cdkProject(name, answers.engine, answers.region, cluster(answers));
  }
}
