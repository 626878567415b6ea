import "../aws/engine";

export { BlueprintError, type BlueprintProblem } from "./blueprint-error";
export { type BuiltBlueprint, buildBlueprint } from "./build";
export { ejectBlueprint } from "./eject";
export { expandBlueprint } from "./expand";
export { blueprintJsonSchema } from "./json-schema";
export { type BlueprintText, type LoadedBlueprint, loadBlueprint, parseBlueprint } from "./load";
export { API_VERSION, type Blueprint, blueprintSchema } from "./schema";
export type { Location } from "./source";
