import { parseDocument } from "yaml";
import { WarpformError } from "../errors";
import { withModelBeside, workloadOf } from "./assemble/workload";
import { readTexts } from "./reader/read-texts";
import { type WorkloadBlueprint, workloadSchema } from "./schema/schema-workload";

export type Data = Record<string, unknown>;

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

function workloadIn(file: string, given: unknown): WorkloadBlueprint | undefined {
  if (given === undefined) return undefined;
  const read = workloadSchema.safeParse(given);
  if (read.success) return read.data;
  throw new WarpformError(
    file,
    read.error.issues.map((issue) => {
      const path = ["workload", ...issue.path].join(".");
      return { code: "malformed", path, message: `${path}: ${issue.message}` };
    }),
  );
}

/** What such a blueprint says. */
export interface PlainBlueprint {
  /** Props of its construct, the workload in the terms of the model. */
  readonly data: Data;
  /** The workload as it is written. */
  readonly workload: WorkloadBlueprint | undefined;
}

/**
 * A blueprint whose keys are the props of one construct: all of them but `cloud`, and the `workload` as other blueprints have it.
 * @throws WarpformError where the file is none of that cloud
 */
export function readPlainBlueprint(file: string, clouds: readonly string[], keys: string): PlainBlueprint {
  const document = parseDocument(readTexts([file])[0]!.text);
  const [mistake] = document.errors;
  if (mistake !== undefined) refuse(file, "malformed", "", mistake.message);
  const data: unknown = document.toJS();
  if (!isData(data)) return refuse(file, "malformed", "", `${file} must hold an object with ${keys}`);
  const { cloud, workload: work, ...props } = data;
  if (!clouds.includes(cloud as string)) {
    const message = `cloud must be ${clouds.join(" or ")}, got ${JSON.stringify(cloud)}; blueprints of clouds are built by warpform synth`;
    refuse(file, cloud === undefined ? "required" : "not-allowed", "cloud", message);
  }
  const workload = workloadIn(file, work);
  const model = workload === undefined ? {} : { workload: workloadOf(withModelBeside(workload, file)) };
  return { data: { ...props, ...model }, workload };
}
