import { parseDocument } from "yaml";
import { type Problems, WarpformError } from "../errors";
import { withModelBeside, workloadOf } from "./assemble/workload";
import { pathText } from "./reader/blueprint-error";
import { issueMessages } from "./reader/issue-message";
import { readTexts } from "./reader/read-texts";
import { knownAt } from "./schema/known-keys";
import { type WorkloadBlueprint, workloadSchema } from "./schema/schema-workload";

export type Data = Record<string, unknown>;

const API_VERSION = "warpform/v1";

export const isData = (value: unknown): value is Data =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export function refuse(
  file: string,
  code: "malformed" | "required" | "not-allowed",
  path: string,
  message: string,
): never {
  throw new WarpformError(file, [{ code, path, message }]);
}

function workloadIn(problems: Problems, given: unknown): WorkloadBlueprint | undefined {
  if (given === undefined) return undefined;
  const read = workloadSchema.safeParse(given, { reportInput: true });
  if (read.success) return read.data;
  const known = knownAt(workloadSchema, given, 1);
  for (const issue of read.error.issues) {
    const inBlueprint = { ...issue, path: ["workload", ...issue.path] } as typeof issue;
    for (const { code, path, key, message } of issueMessages(inBlueprint, known))
      problems.add(code, pathText(key === undefined ? path : [...path, key]), message);
  }
  return undefined;
}

/** What such a blueprint says. */
export interface PlainBlueprint {
  /** Props of its construct, the workload in the terms of the model. */
  readonly data: Data;
  /** The workload as it is written. */
  readonly workload: WorkloadBlueprint | undefined;
}

/**
 * A blueprint whose keys are the props of one construct: all of them but `apiVersion` and `cloud`, and the `workload` as other
 * blueprints have it. Problems of its own keys are added to those given.
 * @throws WarpformError where the file is none of that cloud
 */
export function readPlainBlueprint(
  file: string,
  clouds: readonly string[],
  keys: string,
  problems: Problems,
): PlainBlueprint {
  const document = parseDocument(readTexts([file])[0]!.text);
  const [mistake] = document.errors;
  if (mistake !== undefined) refuse(file, "malformed", "", mistake.message);
  const data: unknown = document.toJS();
  if (!isData(data)) return refuse(file, "malformed", "", `${file} must hold an object with ${keys}`);
  const { apiVersion = API_VERSION, cloud, workload: work, ...props } = data;
  if (!clouds.includes(cloud as string)) {
    const message = `cloud must be ${clouds.join(" or ")}, got ${cloud === undefined ? "none, which means aws" : JSON.stringify(cloud)}; for this blueprint use warpform synth`;
    refuse(file, cloud === undefined ? "required" : "not-allowed", "cloud", message);
  }
  if (apiVersion !== API_VERSION) {
    const message = `apiVersion must be "${API_VERSION}", got ${JSON.stringify(apiVersion)}; write "${API_VERSION}", or leave it out`;
    problems.add("not-allowed", "apiVersion", message);
  }
  const workload = workloadIn(problems, work);
  const inModel = workload && problems.attempt(() => workloadOf(withModelBeside(workload, file)));
  return { data: { ...props, ...(inModel === undefined ? {} : { workload: inModel }) }, workload };
}
