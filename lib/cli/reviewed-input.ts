import { readFileSync, statSync } from "node:fs";
import { atLines } from "../blueprint/at-lines";
import { readKubernetesBlueprint } from "../blueprint/kubernetes-blueprint";
import { reviewBlueprint } from "../blueprint/review-blueprint";
import { readSiteBlueprint } from "../blueprint/site-blueprint";
import { bundled } from "../clouds/bundles";
import { existingCluster } from "../clouds/existing-clusters";
import { type Design, designOf } from "../review/design";
import type { FilePlace } from "../review/report/sarif";
import { type Review, reviewDesign } from "../review/review";
import type { Finding } from "../review/rule";
import { refuse } from "./command-error";
import { placeInBlueprint } from "./finding-place";
import { isTerraform } from "./is-terraform";
import { isPclusterFile } from "./pcluster/pcluster-file";

/** A design with its review. */
export interface Reviewed {
  readonly design: Design;
  readonly result: Review;
}

export interface InputOptions {
  readonly set: readonly string[];
  /** @default false */
  readonly fix?: boolean;
}

/** Reviews of what the command line names: one for each Region of a blueprint. */
export interface ReviewedInput {
  readonly reviews: readonly Reviewed[];
  readonly placeOf: (finding: Finding) => FilePlace;
}

function reviewedBlueprint(paths: readonly string[], { fix, set }: InputOptions): ReviewedInput {
  // A blueprint of a cloud is built of its constructs. What is none, a site or Terraform, needs none of their packages.
  const { buildInMemory } = require("./build-in-memory") as typeof import("./build-in-memory");
  const { fixFiles } = require("./fix-files") as typeof import("./fix-files");
  if (fix) fixFiles(paths, set);
  const { stacks, loaded } = buildInMemory(paths, set);
  const reviews = stacks.map(({ cluster }) => {
    const design = designOf(cluster);
    return { design, result: reviewBlueprint(design, loaded.blueprint) };
  });
  return { reviews, placeOf: (finding) => placeInBlueprint(loaded, finding) };
}

/** What is given alone, without overlays and settings. */
function alone([path, ...others]: readonly string[], { fix, set }: InputOptions, what: string): void {
  const only = (prop: string) =>
    refuse("review", "not-allowed", prop, `${prop} is for blueprints of a cloud, and ${path} is ${what}; leave it out`);
  if (others.length > 0) only("overlay");
  if (set.length > 0) only("--set");
  if (fix) only("--fix");
}

/** The `cloud` of a blueprint that is no cloud's: of a cluster on premises, or of one that exists; undefined for others. */
export function plainCloud(path: string): "onprem" | "kubernetes" | undefined {
  const file = statSync(path, { throwIfNoEntry: false })?.isFile() ? readFileSync(path, "utf8") : "";
  return /^cloud:\s*["']?(onprem|kubernetes)\b/m.exec(file)?.[1] as "onprem" | "kubernetes" | undefined;
}

function reviewedExisting(paths: readonly string[], options: InputOptions): ReviewedInput {
  alone(paths, options, "an existing cluster");
  const [file] = paths;
  const { cluster, result } = atLines(file!, (problems) => {
    const { name, props, acceptedFindings } = readKubernetesBlueprint(file!, problems);
    return existingCluster(name, props, acceptedFindings);
  });
  return { reviews: [{ design: designOf(cluster), result }], placeOf: () => ({ file: file!, line: 1, column: 1 }) };
}

function reviewedSite(paths: readonly string[], options: InputOptions): ReviewedInput {
  alone(paths, options, "a site");
  const [file] = paths;
  const design = designOf(atLines(file!, (problems) => bundled(readSiteBlueprint(file!, problems), file!)).cluster);
  return { reviews: [{ design, result: reviewDesign(design) }], placeOf: () => ({ file: file!, line: 1, column: 1 }) };
}

/** Terraform that others wrote has no lines in its plan: all findings are at the first line of what was given. */
function reviewedTerraform(paths: readonly string[], options: InputOptions): ReviewedInput {
  alone(paths, options, "Terraform");
  const [path] = paths;
  const { reviewTerraform } = require("./review-terraform") as typeof import("./review-terraform");
  return { reviews: [reviewTerraform(path!)], placeOf: () => ({ file: path!, line: 1, column: 1 }) };
}

/** A configuration of ParallelCluster: findings are at its first line. */
function reviewedPcluster(paths: readonly string[], options: InputOptions): ReviewedInput {
  alone(paths, options, "a ParallelCluster configuration");
  const [path] = paths;
  const { reviewPcluster } = require("./pcluster/review-pcluster") as typeof import("./pcluster/review-pcluster");
  return { reviews: [reviewPcluster(path!)], placeOf: () => ({ file: path!, line: 1, column: 1 }) };
}

/** Reads and reviews a blueprint with its overlays, the blueprint of a site or of an existing cluster, Terraform, or a ParallelCluster configuration. */
export function reviewedInput(paths: readonly string[], options: InputOptions): ReviewedInput {
  const [first] = paths;
  if (isTerraform(first!)) return reviewedTerraform(paths, options);
  if (isPclusterFile(first!)) return reviewedPcluster(paths, options);
  const cloud = plainCloud(first!);
  if (cloud === undefined) return reviewedBlueprint(paths, options);
  return cloud === "onprem" ? reviewedSite(paths, options) : reviewedExisting(paths, options);
}
