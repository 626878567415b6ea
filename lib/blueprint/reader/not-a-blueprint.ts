import { extname } from "node:path";
import { isMap, isScalar, type YAMLMap } from "yaml";
import type { SourceFile } from "./source";

/** Files that people give by mistake, by their ending, with what to do instead. */
const OTHER_FILES: Readonly<Record<string, string>> = {
  ".tf": "is Terraform; give its directory to `warpform review`, which reads the plan",
  ".tofu": "is OpenTofu; give its directory to `warpform review`, which reads the plan",
  ".tfstate": "is a Terraform state, which `warpform review`, `compare` and `diagram` read",
  ".ts": "is a program; run it, and review it with DesignReview.of(app)",
};

/** Clouds of blueprints that are read apart: what each is, and the commands that take it. */
const PLAIN_CLOUDS: Readonly<Record<string, string>> = {
  kubernetes: "an existing cluster, which only review, compare, diagram, synth and eject take",
  onprem: "a cluster that you own, which only review, compare, diagram and bundle take",
};

const CLOUDFORMATION =
  "is a CloudFormation template, which is not read; `warpform review` reads Terraform, ParallelCluster configurations and blueprints: write a blueprint of its nodes (`warpform init`), or import the stack's resources into Terraform";

/** Whether a map is a CloudFormation template, whose resources have types such as AWS::EC2::Instance; nodes alone, since aliases may stand for nothing. */
function isCloudFormation(contents: YAMLMap): boolean {
  const resources: unknown = contents.get("Resources");
  const parts = isMap(resources) ? resources.items.map(({ value }) => value) : [];
  const types = parts.map((part) => (isMap(part) ? String(part.get("Type")) : ""));
  return contents.has("AWSTemplateFormatVersion") || types.some((type) => /^(AWS|Custom)::/.test(type));
}

/** Keys of a file that its message names, in the file's order. */
const MOST_NAMED = 5;

const BEGINS = "a blueprint is a map of keys that begins with apiVersion: warpform/v1";

/**
 * What a file is that is no blueprint at all, so that one line says it instead of a list of problems; undefined where its
 * problems are worth listing. `known` are the keys at the top of a blueprint, and `first` says that no file comes before it.
 */
export function notABlueprint(file: SourceFile, known: readonly string[], first: boolean): string | undefined {
  const { file: name, document } = file;
  const other = OTHER_FILES[extname(name)];
  if (other !== undefined) return `${name} ${other}`;
  const { contents } = document;
  if (contents === null || (isScalar(contents) && contents.value === null)) return undefined;
  if (!isMap(contents)) {
    const broken = document.errors.length > 0 && file.hasKey(known);
    return broken ? undefined : `${name} is not a blueprint; ${BEGINS}`;
  }
  // what YAML has no reading of comes first: its keys may be none
  if (document.errors.length > 0 && /\.ya?ml$/.test(name)) return undefined;
  const keys = contents.items.map(({ key }) => (isScalar(key) ? String(key.value) : ""));
  const version: unknown = contents.get("apiVersion");
  if (typeof version === "string" && contents.has("kind") && !version.startsWith("warpform"))
    return `${name} is a Kubernetes object (${String(contents.get("kind"))}), not a blueprint; ${BEGINS}`;
  if (isCloudFormation(contents)) return `${name} ${CLOUDFORMATION}`;
  const plain = PLAIN_CLOUDS[String(contents.get("cloud"))];
  if (plain !== undefined) return `${name} has cloud: ${String(contents.get("cloud"))}, ${plain}`;
  const strange = keys.filter((key) => !known.includes(key) && !key.startsWith("x-"));
  if (!first || version !== undefined || strange.length * 2 <= keys.length) return undefined;
  const named = keys.filter((key) => /^\w[\w.-]*$/.test(key));
  const more = named.length > MOST_NAMED ? ` and ${named.length - MOST_NAMED} more` : "";
  const has = named.length > 0 ? `: it has the keys ${named.slice(0, MOST_NAMED).join(", ")}${more}` : "";
  return `${name} is not a blueprint${has}; ${BEGINS}`;
}
