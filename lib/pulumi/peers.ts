import { createRequire } from "node:module";
import { WarpformError } from "../errors";

/** Packages that a Pulumi program brings along; none of them is installed with this library. */
export type Peer = "@pulumi/pulumi" | "@pulumi/aws" | "@pulumi/kubernetes";

const load = createRequire(__filename);

/**
 * A module of a peer, loaded when it is needed: one class costs milliseconds, the whole package seconds.
 *
 * @throws WarpformError with the command that installs a peer which is missing.
 */
export function loadPeer(peer: Peer, module = "", from: (path: string) => unknown = load): Record<string, unknown> {
  const path = module === "" ? peer : `${peer}/${module}`;
  try {
    return from(path) as Record<string, unknown>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "MODULE_NOT_FOUND") throw error;
    if (!String((error as Error).message).includes(path)) throw error;
    throw new WarpformError("warpform/pulumi", [
      {
        code: "required",
        path: peer,
        message:
          module === ""
            ? `${peer} is not installed; run npm install ${peer}`
            : `${path} is not there; run npm install ${peer}@latest`,
      },
    ]);
  }
}

// the first thing that warpform/pulumi does, so that a missing package is told plainly
loadPeer("@pulumi/pulumi");
