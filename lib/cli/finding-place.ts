import { relative } from "node:path";
import type { LoadedBlueprint } from "../blueprint/load";
import type { Path } from "../blueprint/reader/path";
import { adoptersIn } from "../blueprint/reader/written-adopters";
import { SINGLE_ADOPTERS } from "../remedies/adopters";
import type { FilePlace } from "../review/report/sarif";
import type { Finding } from "../review/rule";

/** Sections of a blueprint that stand for one part, by the name of its kind in a design. */
const SINGLE: Readonly<Record<string, string>> = {
  networks: "network",
  fabrics: "fabric",
  monitoring: "monitoring",
  serving: "kubeRay",
  fineTuning: "kubeRay",
};

/** The line of a blueprint that a finding is about: of its part where the part is written, else of the section, else the first. */
export function placeInBlueprint({ source, blueprint, file: first }: LoadedBlueprint, { path }: Finding): FilePlace {
  const [kind = "", name = "", ...rest] = path.split(".");
  const asWritten = SINGLE[kind]
    ? [SINGLE[kind], ...rest]
    : kind === "schedulers"
      ? [...schedulerPath(blueprint, name), ...rest]
      : [kind, name, ...rest];
  const inArchitecture = blueprint.architecture === undefined ? asWritten : ["architecture", ...asWritten];
  const { file, line, column } = source.locate(inArchitecture.filter((part) => part !== ""));
  // A value of --set is in no file.
  const inFile = file.startsWith("--") ? { file: first, line: 1, column: 1 } : { file, line, column };
  return { ...inFile, file: relative(process.cwd(), inFile.file).replaceAll("\\", "/") };
}

/** Where the one that starts nodes is written, in an architecture below it. */
function schedulerPath(blueprint: LoadedBlueprint["blueprint"], name: string): Path {
  const written = adoptersIn(blueprint).find(({ id }) => id === name);
  return written?.path ?? [SINGLE_ADOPTERS.find(({ id }) => id === name)?.section ?? ""];
}
