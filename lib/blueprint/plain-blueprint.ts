import { readFileSync } from "node:fs";
import { parseDocument } from "yaml";
import { WarpformError } from "../errors";
import { withModelBeside, workloadOf } from "./assemble/workload";
import { workloadSchema } from "./schema/schema-workload";

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

function workload(file: string, given: unknown): object {
  if (given === undefined) return {};
  const read = workloadSchema.safeParse(given);
  if (!read.success)
    throw new WarpformError(
      file,
      read.error.issues.map((issue) => {
        const path = ["workload", ...issue.path].join(".");
        return { code: "malformed", path, message: `${path}: ${issue.message}` };
      }),
    );
  return { workload: workloadOf(withModelBeside(read.data, file)) };
}

/**
 * A blueprint whose keys are the props of one construct: all of them but `cloud`, and the `workload` as other blueprints have it.
 * @throws WarpformError where the file is none of that cloud
 */
export function readPlainBlueprint(file: string, clouds: readonly string[], keys: string): Data {
  const document = parseDocument(readFileSync(file, "utf8"));
  const [mistake] = document.errors;
  if (mistake !== undefined) refuse(file, "malformed", "", mistake.message);
  const data: unknown = document.toJS();
  if (!isData(data)) return refuse(file, "malformed", "", `${file} must hold an object with ${keys}`);
  const { cloud, workload: work, ...props } = data;
  if (!clouds.includes(cloud as string)) {
    const message = `cloud must be ${clouds.join(" or ")}, got ${JSON.stringify(cloud)}; blueprints of clouds are built by warpform synth`;
    refuse(file, cloud === undefined ? "required" : "not-allowed", "cloud", message);
  }
  return { ...props, ...workload(file, work) };
}
