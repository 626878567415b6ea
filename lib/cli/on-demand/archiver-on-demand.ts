import { createRequire, Module } from "node:module";

type Archiver = (...given: unknown[]) => unknown;

/** CDKTF's way to load modules, and where its archiver is; undefined where either is not installed. */
function engineOf(): { readonly load: NodeJS.Require; readonly path: string } | undefined {
  try {
    const load = createRequire(require.resolve("cdktf"));
    return { load, path: load.resolve("archiver") };
  } catch {
    return undefined;
  }
}

/**
 * CDKTF loads archiver, and with it 200 modules, for assets that it packs into an archive: a tenth of the time of a review, which packs none.
 * With this it is loaded when CDKTF calls it. Call it before CDKTF is loaded.
 */
export function archiverOnDemand(): void {
  const engine = engineOf();
  if (engine === undefined || require.cache[engine.path] !== undefined) return;
  const { load, path } = engine;
  const stand = new Module(path);
  stand.loaded = true;
  stand.exports = (...given: unknown[]) => {
    if (require.cache[path] === stand) delete require.cache[path];
    return (load("archiver") as Archiver)(...given);
  };
  require.cache[path] = stand;
}
