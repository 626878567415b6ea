import { readPcluster, rulesSeenInPcluster, wordsOfPcluster } from "../../clouds/read-pcluster";
import { type Design, designOf } from "../../review/design";
import { type Review, reviewDesign } from "../../review/review";
import { rules } from "../../review/rules/list";
import { refuse } from "../command-error";
import { errorText } from "../terminal/error-text";
import { clusterNameOf, pclusterValue } from "./pcluster-file";

/** Keys that are named in the line about what was not read. */
const MOST_NAMED = 8;

/** Reviews an AWS ParallelCluster configuration by the rules that it decides, and says what it does not show. */
export function reviewPcluster(path: string): { readonly design: Design; readonly result: Review } {
  const read = readPcluster(clusterNameOf(path), pclusterValue("review", path));
  if (read === undefined || (read.cluster.pools.length === 0 && read.cluster.fileSystems.length === 0)) {
    const why = read === undefined ? "" : `: ${read.whyNoNodes}`;
    return refuse(
      "review",
      "not-allowed",
      "blueprint",
      `${path} has no compute resource and no shared file system to review${why}`,
    );
  }
  const seen = rulesSeenInPcluster(rules);
  const named = read.unread.slice(0, MOST_NAMED).join(", ");
  const rest = read.unread.length > MOST_NAMED ? `, and ${read.unread.length - MOST_NAMED} more` : "";
  console.error(
    errorText(
      `warpform review: a ParallelCluster configuration decides ${seen.length} of ${rules.length} rules; not seen: subnets, security groups, head node's state, alarms, budgets, workload${named === "" ? "" : `; not read: ${named}${rest}`}`,
    ),
  );
  const design = designOf(read.cluster);
  return { design, result: reviewDesign(design, [], seen, wordsOfPcluster) };
}
