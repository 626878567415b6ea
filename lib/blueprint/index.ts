import "../clouds/any-provider-there";

export { type BuiltBlueprint, buildBlueprint } from "./build";
export { ejectBlueprint } from "./eject";
export { expandBlueprint } from "./expand";
export { type LoadedBlueprint, loadBlueprint, parseBlueprint, type ReadBlueprint, readBlueprint } from "./load";
export { BlueprintError, type BlueprintProblem } from "./reader/blueprint-error";
export type { BlueprintText } from "./reader/read-texts";
export type { Location } from "./reader/source";
export { blueprintJsonSchema } from "./schema/json-schema";
export { API_VERSION, type Blueprint, blueprintSchema } from "./schema/schema";
