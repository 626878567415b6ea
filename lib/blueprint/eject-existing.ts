import { WORKLOADS } from "./assemble/workload";
import { readKubernetesBlueprint } from "./kubernetes-blueprint";
import { Code, literal } from "./program-text";

/** Packages that the program of an existing cluster imports. */
export const EXISTING_PACKAGES = ["warpform", "cdktf", "constructs", "tsx"] as const;

/**
 * The TypeScript program of a blueprint with `cloud: kubernetes`: the same Terraform, byte for byte.
 * @throws WarpformError where the file is no such blueprint
 */
export function ejectExisting(file: string): string {
  const { name, props, acceptedFindings, workload } = readKubernetesBlueprint(file);
  const imports: string[] = [];
  let all = props;
  if (workload !== undefined) {
    const { kind, ...options } = workload;
    const make = WORKLOADS[kind].name;
    imports.push(`import { ${make} } from "warpform";`);
    all = { ...props, workload: new Code(`${make}(${literal(options, 2, make.length + 13)})`) };
  }
  return [
    'import { App, TerraformStack } from "cdktf";',
    ...imports,
    'import { ExistingKubernetes } from "warpform/anywhere";',
    "",
    "const app = new App();",
    `const stack = new TerraformStack(app, ${literal(name)});`,
    "",
    `const cluster = new ExistingKubernetes(stack, ${literal(name)}, ${literal(all, 0, 56)});`,
    "",
    ...acceptedFindings.map(
      ({ rule, reason }) => `// accepted in the blueprint: ${rule} (${reason.replaceAll("\n", " ")})`,
    ),
    "console.log(`design review: ${cluster.review().verdict}`);",
    "",
    "app.synth();",
    "",
  ].join("\n");
}
