import { readFileSync, statSync } from "node:fs";
import { ownPackage } from "./own-package";
import { cdkPackages, type Place, pulumiPackages } from "./projects/engine-packages";

/** Which packages a missing one belongs to. */
const ENGINES: readonly { readonly engine: RegExp; readonly packages: (place: Place) => readonly string[] }[] = [
  { engine: /^(cdktn|@cdktn\/)/, packages: (place) => cdkPackages("cdktn", place) },
  { engine: /^@pulumi\//, packages: pulumiPackages },
  { engine: /^@modelcontextprotocol\//, packages: () => ["@modelcontextprotocol/sdk"] },
  { engine: /^(cdktf|@cdktf\/|constructs)/, packages: (place) => cdkPackages("cdktf", place) },
];

/** The cloud of the first blueprint among the arguments of a command that names one; AWS where none does. */
export function placeOf(args: readonly string[]): Place {
  for (const path of args.filter((arg) => /\.ya?ml$/.test(arg))) {
    const text = statSync(path, { throwIfNoEntry: false })?.isFile() ? readFileSync(path, "utf8") : "";
    const cloud = /^cloud:\s*["']?(aws|azure|kubernetes|onprem)\b/m.exec(text)?.[1];
    if (cloud !== undefined) return cloud as Place;
  }
  return "aws";
}

/**
 * One line for a peer package that is not installed, with the command that installs what the cloud at hand needs; undefined for
 * any other error, that of a file of warpform itself included.
 */
export function missingPeer(error: unknown, place: Place = "aws"): string | undefined {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (code !== "MODULE_NOT_FOUND" || typeof message !== "string") return undefined;
  const name = /^Cannot find module '([^'./][^']*)'/.exec(message)?.[1];
  if (name === undefined) return undefined;
  const cloud = /^@(pulumi\/azure|cdktf\/provider-azurerm)\b/.test(name) ? "azure" : place;
  const packages = ENGINES.find(({ engine }) => engine.test(name))?.packages(cloud);
  if (packages === undefined) return undefined;
  const { peerDependencies } = ownPackage();
  // ^0.21.0 is 0.21, ^21.15.0 is 21: what npm installs for these is in the peer's range.
  const version = (peer: string) => /^\^?(0\.\d+|\d+)/.exec(peerDependencies[peer]!)![1];
  const install = packages.map((peer) => `${peer}@${version(peer)}`).join(" ");
  const whole = /^(@[^/]+\/)?[^/]+/.exec(name)![0];
  return `this command needs the package ${whole}, which is not installed; run: npm install ${install}`;
}
