import { Problems } from "../../errors";
import { LINK } from "../inputs/check-inputs";
import { nearestDivisor } from "../inputs/check-model";
import { checkNumber } from "../inputs/check-number";
import { members, oneOf } from "../inputs/check-shape";
import type { Interconnect } from "./interconnect";
import type { Collective, RankGroup } from "./rank-group";

const COLLECTIVE = oneOf(["all-reduce", "all-gather", "reduce-scatter", "all-to-all", "send-receive"]);
const GROUP = members({});

/** Fails for sizes and groups that make no sense, with all that is wrong at once. */
export function requireGroup(
  where: string,
  kind: Collective,
  bytes: number,
  group: RankGroup,
  link: Interconnect,
  least: { readonly bytes: number; readonly ranks: number },
): void {
  const problems = new Problems();
  COLLECTIVE(problems, "kind", kind);
  const size = least.bytes > 0 ? { above: 0 } : { min: 0 };
  checkNumber(problems, "bytes", bytes, { ...size, max: 1e18, unit: "bytes", use: "use the size of the buffer" });
  const linked = LINK(problems, "link", link);
  if (!GROUP(problems, "group", group)) problems.throwIfAny(where);
  const counted = checkNumber(problems, "ranks", group.ranks, { min: least.ranks, max: 10_000_000, whole: true });
  const most = linked ? link.gpusPerDomain : undefined;
  const placed = checkNumber(problems, "ranksPerDomain", group.ranksPerDomain, { min: 1, max: most, whole: true });
  if (placed && counted && linked && group.ranks > 1) {
    if (group.ranks % group.ranksPerDomain !== 0)
      problems.add(
        "conflict",
        "ranksPerDomain",
        `ranksPerDomain must divide the ${group.ranks} ranks, got ${group.ranksPerDomain}; use ${nearestDivisor(group.ranks, group.ranksPerDomain)}`,
      );
    if (group.ranks > group.ranksPerDomain && !(link.fabricBytesPerSecondPerGpu > 0))
      problems.add(
        "conflict",
        "fabricBytesPerSecondPerGpu",
        `fabricBytesPerSecondPerGpu must be above 0 bytes/s for a group of more than one domain, got ${link.fabricBytesPerSecondPerGpu}; use a type with a network`,
      );
  }
  problems.throwIfAny(where);
}
