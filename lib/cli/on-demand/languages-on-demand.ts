import { createRequire, Module } from "node:module";

/** Where zod's messages in other languages are, and how zod loads them; undefined where zod is not installed. */
function languagesOf(): { readonly load: NodeJS.Require; readonly path: string } | undefined {
  try {
    const load = createRequire(require.resolve("zod"));
    return { load, path: load.resolve("zod/v4/locales") };
  } catch {
    return undefined;
  }
}

/**
 * Zod loads its messages in fifty languages, of which blueprints use the English ones: half of the time that zod takes to load. With this they
 * are loaded when one is asked for. Call it before zod is loaded.
 */
export function languagesOnDemand(): void {
  const zod = languagesOf();
  if (zod === undefined || require.cache[zod.path] !== undefined) return;
  const { load, path } = zod;
  const stand = new Module(path);
  const languages = (): object => {
    if (require.cache[path] === stand) delete require.cache[path];
    return load(path) as object;
  };
  stand.loaded = true;
  stand.exports = new Proxy(
    {},
    {
      get: (_, name) => (name === "__esModule" ? true : Reflect.get(languages(), name)),
      has: (_, name) => Reflect.has(languages(), name),
      ownKeys: () => Reflect.ownKeys(languages()),
      getOwnPropertyDescriptor: (_, name) => ({
        value: Reflect.get(languages(), name),
        enumerable: true,
        configurable: true,
      }),
    },
  );
  require.cache[path] = stand;
}
