import { bound, TerraformDataSource, TerraformProvider, TerraformResource } from "./elements";
import type { Construct } from "./tree";

/** A provider's own settings are as they were given. */
const providerOf = (provider: string) =>
  class extends TerraformProvider {
    constructor(scope: Construct, id: string, config: object) {
      super(scope, id, { terraformResourceType: provider });
      Object.assign(this, config);
    }
  };

/**
 * The class of a module of a provider's bindings: AWS's `vpc` has that of `aws_vpc`, `data-aws-lb` that of the data source `aws_lb`.
 */
export function classOf(provider: string, module: string): unknown {
  if (module === "provider") return providerOf(provider);
  const words = module.replaceAll("-", "_");
  return words.startsWith(`data_${provider}_`)
    ? bound(TerraformDataSource, words.slice("data_".length))
    : bound(TerraformResource, `${provider}_${words}`);
}

/** The module itself: a class by whatever name it is asked for, since each has one. */
export function moduleOf(provider: string, module: string): object {
  const made = classOf(provider, module);
  return new Proxy(
    {},
    { get: (_, name) => (name === "__esModule" ? true : typeof name === "symbol" ? undefined : made) },
  );
}
