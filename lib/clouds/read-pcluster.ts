import type { Cluster } from "../model/model";
import type { WordsOf } from "../review/review";
import type { Rule } from "../review/rule";
import { blueprintOfPcluster, type ImportedBlueprint } from "./aws/reading/pcluster/blueprint-of";
import { clusterOfPcluster } from "./aws/reading/pcluster/cluster";
import { isPcluster } from "./aws/reading/pcluster/config";
import { SEEN_RULES } from "./aws/reading/pcluster/seen-rules";
import { unreadOf, whyNoNodes } from "./aws/reading/pcluster/unread";
import { pclusterWords } from "./aws/reading/pcluster/words";

/** A cluster read from an AWS ParallelCluster configuration. */
export interface ReadPcluster {
  readonly cluster: Cluster;
  /** What of the configuration is not read. */
  readonly unread: readonly string[];
  /** Why no compute resource is read, where none is. */
  readonly whyNoNodes: string;
}

/** How a review words fixes of a configuration. */
export const wordsOfPcluster: WordsOf = pclusterWords;

/** Rules that a configuration decides, of those given. */
export const rulesSeenInPcluster = (rules: readonly Rule[]): Rule[] => rules.filter(({ id }) => SEEN_RULES.has(id));

/** Reads a configuration of ParallelCluster 3; undefined for anything else. */
export function readPcluster(name: string, value: unknown): ReadPcluster | undefined {
  return isPcluster(value)
    ? { cluster: clusterOfPcluster(name, value), unread: unreadOf(value), whyNoNodes: whyNoNodes(value) }
    : undefined;
}

/** The blueprint of a configuration of ParallelCluster 3, in an Availability Zone; undefined for anything else. */
export function importPcluster(name: string, value: unknown, availabilityZone: string): ImportedBlueprint | undefined {
  return isPcluster(value) ? blueprintOfPcluster(name, value, availabilityZone) : undefined;
}
