import { WarpformError } from "../../../errors";
import { shown } from "../../../props/shown";
import { isKnown } from "../../common/terraform-text";

/** @throws WarpformError for what has no identity that a role could be given to */
export function checkGrantee(where: string, grantee: unknown): void {
  if (typeof grantee === "object" && grantee !== null && "identity" in grantee) return;
  const message = `grantee must be a GpuNodePool, or a KubeRayCluster or a namespace of it, got ${shown(grantee)}; write bucket.grantReadWrite(pool)`;
  throw new WarpformError(where, [{ code: "malformed", path: "grantee", message }]);
}

/** @throws WarpformError for what is no path in a container */
export function checkBlobPath(where: string, path: unknown): void {
  if (typeof path === "string" && (!isKnown(path) || /^[^/\s][^\s]*$/.test(path))) return;
  const fix = typeof path === "string" ? path.trim().replace(/^\/+/, "").replaceAll(/\s+/g, "-") : "";
  const message = `path must be text without a slash first and without spaces, got ${shown(path)}; use "${fix || "weights/llama"}"`;
  throw new WarpformError(where, [{ code: "malformed", path: "path", message }]);
}
