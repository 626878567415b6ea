import { createRequire, Module } from "node:module";

/** A package's way to load modules, and where the one that it asks for is; undefined where either is not installed. */
function placeOf(owner: string, module: string): { readonly load: NodeJS.Require; readonly path: string } | undefined {
  try {
    const load = createRequire(require.resolve(owner));
    return { load, path: load.resolve(module) };
  } catch {
    return undefined;
  }
}

/**
 * Has a package find something in place of a module, which is loaded when `exports` asks for `whole()`. Nothing is done where the module is loaded
 * already or not installed. Call it before the package is loaded.
 */
export function standIn(owner: string, module: string, exports: (whole: () => unknown) => unknown): void {
  const place = placeOf(owner, module);
  if (place === undefined || require.cache[place.path] !== undefined) return;
  const { load, path } = place;
  const stand = new Module(path);
  stand.loaded = true;
  stand.exports = exports(() => {
    if (require.cache[path] === stand) delete require.cache[path];
    return load(path) as unknown;
  });
  require.cache[path] = stand;
}
