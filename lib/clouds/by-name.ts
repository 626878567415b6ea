import type { Cloud } from "./cloud";
import { defaultCloud } from "./default-cloud";

/** Clouds that a blueprint can be built in, by its key `cloud`; the first where it says none. */
export const BUILT_CLOUDS = ["aws", "azure"] as const satisfies readonly Cloud["name"][];

export type BuiltCloud = (typeof BUILT_CLOUDS)[number];

/** A cloud's constructs, loaded when a blueprint is built of them: other clouds' packages are not needed. */
const LISTED: Readonly<Record<BuiltCloud, () => Cloud>> = {
  aws: () => defaultCloud,
  azure: () => (require("./azure/parts") as typeof import("./azure/parts")).azure,
};

/** The cloud that a blueprint names. */
export const cloudNamed = (name: BuiltCloud = BUILT_CLOUDS[0]): Cloud => LISTED[name]();

/** What people call the clouds. */
export const CLOUD_TITLES: Readonly<Record<BuiltCloud, string>> = { aws: "AWS", azure: "Azure" };

/** Bindings that a program for Terraform needs. */
export const CLOUD_BINDINGS: Readonly<Record<BuiltCloud, string>> = {
  aws: "@cdktf/provider-aws",
  azure: "@cdktf/provider-azurerm",
};
