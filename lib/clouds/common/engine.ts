import { WarpformError } from "../../errors";

/** What the constructs run on: each entry point of the package has packages of its own. */
const ENGINES = {
  cdktf: { entry: "warpform", scope: "@cdktf", name: "CDK for Terraform", providers: ["aws", "azurerm"] },
  cdktn: { entry: "warpform/cdktn", scope: "@cdktn", name: "CDK Terrain", providers: ["aws"] },
} as const;

/** Versions to install, which are within the ranges of package.json. */
export const PEER_VERSIONS: Readonly<Record<string, string>> = {
  cdktf: "0.21",
  cdktn: "0.24",
  constructs: "10",
  "@cdktf/provider-aws": "21",
  "@cdktf/provider-azurerm": "14",
  "@cdktn/provider-aws": "25",
};

const install = (packages: readonly string[]) =>
  `npm install ${packages.map((peer) => (PEER_VERSIONS[peer] ? `${peer}@${PEER_VERSIONS[peer]}` : peer)).join(" ")}`;

type Engine = keyof typeof ENGINES;

/**
 * What is wrong with the packages that an engine's entry point needs: the one to import from instead where only the other's are
 * there, else the command that installs them. Of several providers one is enough; without any the bindings of none are needed.
 */
export function engineProblem(
  engine: Engine,
  isThere: (path: string) => boolean,
  providers: readonly string[] = [],
): string | undefined {
  const other: Engine = engine === "cdktf" ? "cdktn" : "cdktf";
  const bound: readonly string[] = ENGINES[engine].providers;
  if (providers.length > 0 && !providers.some((provider) => bound.includes(provider)))
    return `no bindings exist of ${providers.join(" and ")} for ${ENGINES[engine].name}; use ${ENGINES[other].name}: ${install([other, `${ENGINES[other].scope}/provider-${providers[0]}`, "constructs"])}`;
  const bindings = providers.map((provider) => `${ENGINES[engine].scope}/provider-${provider}`);
  const lacking = [
    ...(isThere(engine) ? [] : [engine]),
    ...(bindings.some((one) => isThere(`${one}/lib/provider`)) ? [] : bindings.slice(0, 1)),
    ...(isThere("constructs") ? [] : ["constructs"]),
  ];
  if (lacking.length === 0) return undefined;
  const missing = `${lacking.join(" and ")} ${lacking.length > 1 ? "are" : "is"} not installed`;
  if (lacking.includes(engine) && isThere(other))
    return `${missing}, but ${other} is; import from "${ENGINES[other].entry}" or what is below it, which is the same on ${ENGINES[other].name}`;
  return `${missing}; run ${install(lacking)}`;
}

/** @throws WarpformError where the packages of the entry point that a file of `folder` is part of aren't there */
export function requireEngine(
  folder: string,
  resolve: (path: string) => unknown,
  providers: readonly string[] = [],
): void {
  const engine = /[\\/]cdktn[\\/]clouds(?:[\\/]|$)/.test(folder) ? "cdktn" : "cdktf";
  const isThere = (path: string): boolean => {
    try {
      resolve(path);
      return true;
    } catch {
      return false;
    }
  };
  const message = engineProblem(engine, isThere, providers);
  if (message === undefined) return;
  throw new WarpformError(ENGINES[engine].entry, [{ code: "required", path: engine, message }]);
}
