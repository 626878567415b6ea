import { createRequire } from "node:module";
import { WarpformError } from "../errors";
import { CLOUD_PROVIDERS } from "./clouds/providers";

/** Packages that a Pulumi program brings along; none of them is installed with this library. */
export type Peer = `@pulumi/${string}`;

/** Lowest versions: those of the clouds that their mappings were read from, the lowest that acceptance runs with of the others. The same as in package.json. */
export const LOWEST_VERSIONS: Readonly<Record<Peer, string>> = {
  "@pulumi/pulumi": "3.142.0",
  "@pulumi/kubernetes": "4.18.0",
  "@pulumi/command": "1.2.1",
  ...Object.fromEntries(CLOUD_PROVIDERS.map((cloud) => [cloud.package, cloud.lowest])),
};

const load = createRequire(__filename);
const checked = new Set<Peer>();

/**
 * A module of a peer, loaded when it is needed: one class costs milliseconds, the whole package seconds.
 *
 * @throws WarpformError with the command that installs a peer which is missing or too old.
 */
export function loadPeer(peer: Peer, module = "", from: (path: string) => unknown = load): Record<string, unknown> {
  if (!checked.has(peer) || from !== load) checkVersion(peer, from);
  checked.add(peer);
  const path = module === "" ? peer : `${peer}/${module}`;
  return required(path, from, `${path} is not installed; run npm install ${atMajor(peer)}`, peer);
}

/** A peer with the major version that is served: `@pulumi/aws@7`. */
const atMajor = (peer: Peer) => `${peer}@${LOWEST_VERSIONS[peer]!.split(".")[0]}`;

function checkVersion(peer: Peer, from: (path: string) => unknown): void {
  const missing = `${peer} is not installed; run npm install ${atMajor(peer)}`;
  const { version } = required(`${peer}/package.json`, from, missing, peer) as { version: string };
  const lowest = LOWEST_VERSIONS[peer]!;
  if (isServedBy(version, lowest)) return;
  const [major] = lowest.split(".");
  throw wrongPeer(
    peer,
    `${peer} must be ${lowest} or a later ${major}.x, got ${version}; run npm install ${peer}@^${lowest}`,
  );
}

/** Whether a version is of the same major and not below, a prerelease counting as its release. */
function isServedBy(version: string, lowest: string): boolean {
  const numbers = (text: string) => text.split(/[.+-]/).slice(0, 3).map(Number) as [number, number, number];
  const [has, needs] = [numbers(version), numbers(lowest)];
  if (has[0] !== needs[0]) return false;
  return has[1] > needs[1] || (has[1] === needs[1] && has[2] >= needs[2]);
}

function required(path: string, from: (path: string) => unknown, message: string, peer: Peer): Record<string, unknown> {
  try {
    return from(path) as Record<string, unknown>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "MODULE_NOT_FOUND") throw error;
    if (!String((error as Error).message).includes(path)) throw error;
    throw wrongPeer(peer, message);
  }
}

const wrongPeer = (peer: Peer, message: string) =>
  new WarpformError("warpform/pulumi", [{ code: "required", path: peer, message }]);

// the first thing that warpform/pulumi does, so that a missing package is told plainly
loadPeer("@pulumi/pulumi");
