import type { IConstruct } from "constructs";
import { describeAs as describeIn } from "../../common/cluster-model";
import type { ClusterPart } from "../../common/cluster-part";
import { AZURE_TEXTS } from "./resource-text-rules";

/** Lets a construct say what it is, and checks names, descriptions and tags of what it makes by what Azure takes. */
export function describeAs(construct: IConstruct, describe: () => ClusterPart): void {
  describeIn(construct, describe, AZURE_TEXTS);
}
