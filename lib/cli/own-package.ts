import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** What commands read of warpform's own package.json. */
export interface OwnPackage {
  readonly version: string;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

/** The nearest package.json above this file: to find it through the package's own name takes node several times as long. */
export function ownPackage(): OwnPackage {
  let folder = __dirname;
  while (!existsSync(join(folder, "package.json"))) folder = dirname(folder);
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as OwnPackage;
}
