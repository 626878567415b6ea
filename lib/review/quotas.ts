import type { Claim } from "./clouds/claim";
import type { CloudFacts } from "./clouds/cloud-facts";
import { factsOf } from "./clouds/list";
import type { Design } from "./design";

/** What an account must allow for the design to run at its largest, on top of what already runs there. */
export interface QuotaNeed {
  readonly service: string;
  /** `L-417A185B`; `unknown` where the catalog knows no code of the quota. */
  readonly code: string;
  readonly name: string;
  readonly unit: string;
  /** What this design takes at its largest. */
  readonly needed: number;
  /** What accounts start with; null where that differs or is not known. */
  readonly default: number | null;
  /** What takes it: `17 x p5.48xlarge of pool h100`. */
  readonly because: readonly string[];
  readonly source: string;
}

/** Whether the design needs more than accounts start with; where that is not published, whether it needs any. */
export function isRaised({ needed, default: given }: Pick<QuotaNeed, "needed" | "default">): boolean {
  return needed > (given ?? 0);
}

/** Those to request before the others, else as they are. */
export function raisedFirst(quotas: readonly QuotaNeed[]): QuotaNeed[] {
  return [...quotas.filter(isRaised), ...quotas.filter((q) => !isRaised(q))];
}

/** A quota that the cloud's list has no row of: never left out, since the design needs it all the same. */
function unlisted(
  { quotas }: CloudFacts,
  code: string | null,
  [first]: readonly Claim[],
): Omit<QuotaNeed, "needed" | "because"> {
  const name = first?.limits ?? `quota ${code}`;
  return {
    ...quotas.unlisted,
    code: code ?? "unknown",
    name,
    unit: /vCPUs/.test(name) ? "vCPUs" : "units",
    default: null,
  };
}

/** The quotas that the design needs, by service and code; none where nobody sells by the hour. */
export function quotasOf(design: Design): QuotaNeed[] {
  const facts = factsOf(design);
  if (facts === null) return [];
  const byCode = new Map<string, Claim[]>();
  for (const claim of facts.quotas.claims(design)) {
    if (claim.needed <= 0) continue;
    const key = claim.code ?? `unknown: ${claim.limits}`;
    byCode.set(key, [...(byCode.get(key) ?? []), claim]);
  }
  return [...byCode.values()]
    .map((parts) => {
      const code = parts[0]?.code ?? null;
      const quota = (code === null ? undefined : facts.quotas.row(code)) ?? unlisted(facts, code, parts);
      const { service, name, unit, source } = quota;
      const needed = Math.ceil(parts.reduce((sum, p) => sum + p.needed, 0));
      const because = parts.map((p) => p.because);
      return { service, code: quota.code, name, unit, needed, default: quota.default, because, source };
    })
    .sort((a, b) => (`${a.service} ${a.code} ${a.name}` < `${b.service} ${b.code} ${b.name}` ? -1 : 1));
}
