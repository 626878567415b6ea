import { Module } from "node:module";
import { join } from "node:path";
import { moduleOf } from "./bindings";

type Load = (request: string, parent: unknown, isMain: boolean) => unknown;
type Resolve = (request: string, ...rest: unknown[]) => string;

/** How Node loads modules; what hooks such as this one replace, for years now. */
const loader = Module as unknown as { _load: Load; _resolveFilename: Resolve };

/** The packages that stand behind a cloud's constructs: either engine with its bindings, and the tree that both are built on. */
const ENGINE = /^cdkt[fn]$/;
const BINDINGS = /^@cdkt[fn]\/provider-(\w+)\/lib\/([\w-]+)$/;

/** What the design engine has in place of a package's module; undefined for all others. */
export function standIn(request: string): object | undefined {
  if (ENGINE.test(request)) return require("./cdktf") as object;
  if (request === "constructs") return require("./tree") as object;
  const [, provider, module] = BINDINGS.exec(request) ?? [];
  return provider === undefined ? undefined : moduleOf(provider, module!);
}

/** A module of an engine itself; what stands in for one of its dependencies says nothing of the engine. */
const LOADED = /[\\/]node_modules[\\/](cdkt[fn]|constructs)[\\/](?!.*[\\/]node_modules[\\/])/;

const modules = new Map<string, object | undefined>();

function moduleFor(request: string): object | undefined {
  if (!modules.has(request)) modules.set(request, standIn(request));
  return modules.get(request);
}

let installed = false;

/**
 * From here on, constructs of this process are designs: they decide, check and describe themselves as ever, and no Terraform can be
 * written of them. Neither CDK for Terraform nor a provider's bindings are loaded, so neither has to be installed. Where the process
 * has loaded the engine already, it stays.
 */
export function designsOnly(): void {
  if (installed || Object.keys(require.cache).some((file) => LOADED.test(file))) return;
  installed = true;
  const { _load, _resolveFilename } = loader;
  loader._load = (request, parent, isMain) => moduleFor(request) ?? _load.call(Module, request, parent, isMain);
  loader._resolveFilename = (request, ...rest) =>
    moduleFor(request) === undefined
      ? _resolveFilename.call(Module, request, ...rest)
      : join(__dirname, `${request.replaceAll(/\W/g, "-")}.js`);
}
