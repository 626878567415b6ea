/** The CDK that this copy of the command line runs on; the copy for CDK Terrain says cdktn (scripts/cdktn-entry.mjs). */
export type NativeEngine = "cdktf" | "cdktn";

export const NATIVE_ENGINE: NativeEngine = "cdktf";
