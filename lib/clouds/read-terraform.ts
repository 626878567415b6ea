import type { Cluster } from "../model/model";
import type { WordsOf } from "../review/review";
import { clusterOfTerraform } from "./aws/reading/cluster-of-stack";
import { hclWords } from "./aws/reading/hcl-words";
import type { TerraformJson } from "./aws/reading/raw-resource";
import { isRawState, shownOfState } from "./aws/reading/raw-state";
import { READ_TYPES } from "./aws/reading/read-types";
import { isObject, isShownTerraform, jsonOfShown } from "./aws/reading/shown-terraform";

/** A cluster read from Terraform, and what of the program the reading does not look at. */
export interface ReadTerraform {
  readonly cluster: Cluster;
  /** Address of the resource that each part was read from: `pools.gpu` → `aws_launch_template.gpu`. */
  readonly addresses: ReadonlyMap<string, string>;
  /** How many resources were looked at, and of how many. */
  readonly read: number;
  readonly resources: number;
  /** Types that were not looked at, the most frequent first. */
  readonly unread: readonly { readonly type: string; readonly count: number }[];
  /** Whether it is a plan or a state, which do not show `lifecycle`. */
  readonly shown: boolean;
}

/** How a review words fixes of resources, and names the one that a finding is about. */
export const wordsOfTerraform =
  ({ addresses }: Pick<ReadTerraform, "addresses">): WordsOf =>
  (rule, breach) => ({
    ...hclWords(rule, breach),
    address: addresses.get(breach.path.split(".").slice(0, 2).join(".")),
  });

/** Reads a plan or a state as `terraform show -json` prints it, a state file, or a *.tf.json file; undefined for anything else. */
export function readTerraform(name: string, value: unknown): ReadTerraform | undefined {
  const shown = isRawState(value) ? shownOfState(value) : isShownTerraform(value) ? value : undefined;
  const program = isObject(value) && isObject(value.resource) ? value : undefined;
  const json = shown === undefined ? program : jsonOfShown(shown);
  if (json === undefined) return undefined;
  const counts = Object.entries((json as TerraformJson).resource ?? {}).map(([type, named]) => ({
    type,
    count: Object.keys(named).length,
  }));
  const sum = (of: typeof counts) => of.reduce((total, { count }) => total + count, 0);
  const unread = counts.filter(({ type }) => !READ_TYPES.has(type));
  return {
    shown: shown !== undefined,
    ...clusterOfTerraform(name, json as TerraformJson),
    read: sum(counts) - sum(unread),
    resources: sum(counts),
    unread: unread.sort((a, b) => b.count - a.count || (a.type < b.type ? -1 : 1)),
  };
}
