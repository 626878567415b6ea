import { standIn } from "./stand-in";

/**
 * Zod loads its messages in fifty languages, of which blueprints use the English ones: half of the time that zod takes to load. With this they
 * are loaded when one is asked for. Call it before zod is loaded.
 */
export function languagesOnDemand(): void {
  standIn("zod", "zod/v4/locales", (whole) => {
    const languages = () => whole() as object;
    return new Proxy(
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
  });
}
