import { createRequire } from "node:module";
import { basename, dirname } from "node:path";
import { WarpformError } from "../../errors";

/** What the constructs run on: each entry point of the package has packages of its own. */
const ENGINES = {
  cdktf: { entry: "warpform", provider: "@cdktf/provider-aws", name: "CDK for Terraform" },
  cdktn: { entry: "warpform/cdktn", provider: "@cdktn/provider-aws", name: "CDK Terrain" },
} as const;

type Engine = keyof typeof ENGINES;

/**
 * What is wrong with the packages that an engine's entry point needs: the one to import from instead where only the other's are
 * there, else the command that installs them.
 */
export function engineProblem(engine: Engine, isThere: (path: string) => boolean): string | undefined {
  const other: Engine = engine === "cdktf" ? "cdktn" : "cdktf";
  const { provider } = ENGINES[engine];
  const lacking = [
    ...(isThere(engine) ? [] : [engine]),
    ...(isThere(`${provider}/lib/provider`) ? [] : [provider]),
    ...(isThere("constructs") ? [] : ["constructs"]),
  ];
  if (lacking.length === 0) return undefined;
  const missing = `${lacking.join(" and ")} ${lacking.length > 1 ? "are" : "is"} not installed`;
  if (lacking.includes(engine) && isThere(other))
    return `${missing}, but ${other} is; import from "${ENGINES[other].entry}" or what is below it, which is the same on ${ENGINES[other].name}`;
  return `${missing}; run npm install ${lacking.join(" ")}`;
}

/** @throws WarpformError where the packages of the entry point that this file is part of aren't there. */
export function requireEngine(folder: string, resolve: (path: string) => unknown): void {
  const engine = basename(dirname(dirname(folder))) === "cdktn" ? "cdktn" : "cdktf";
  const message = engineProblem(engine, (path) => {
    try {
      resolve(path);
      return true;
    } catch {
      return false;
    }
  });
  if (message === undefined) return;
  throw new WarpformError(ENGINES[engine].entry, [{ code: "required", path: engine, message }]);
}

// before the first construct is loaded, so that a missing package is told plainly
requireEngine(__dirname, createRequire(__filename).resolve);
