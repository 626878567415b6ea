import fc from "fast-check";
import type { Cluster } from "../../lib/model/model";
import { RENAMED_RULES } from "../../lib/review/renamed-rules";
import { outcomeText } from "../../lib/review/report/verdict";
import { review } from "../../lib/review/review";
import type { Finding, Rule } from "../../lib/review/rule";
import { DOES_NOT_APPLY } from "../../lib/review/rule";
import { rules } from "../../lib/review/rules/list";
import { applySuppressions, checkSuppressions } from "../../lib/review/suppression";
import { LLAMA_70B, p5 } from "./p5-cluster";

/** Every list of a design whose order means nothing, in another order. */
function shuffled(value: unknown, seed: number, key = ""): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item, i) => shuffled(item, seed + i, key));
    if (key === "capacity") return items;
    const rank = items.map((item, i) => [Math.sin(seed * 999 + i * 7919), item] as const);
    return rank.sort(([a], [b]) => a - b).map(([, item]) => item);
  }
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, shuffled(v, seed, k)]));
}

/** A design with two of everything, and much wrong with it. */
function crowded(): Cluster {
  const good = p5();
  const bad = p5({
    pool: {
      name: "b300",
      instanceType: "p6-b300.48xlarge",
      placement: "cluster",
      fabric: { name: "other", devices: 16, gbpsEach: 400, gpuDirect: true },
    },
    fabric: { name: "other", availabilityZone: "us-east-2b" },
    efa: { selfEgress: false },
    scratch: { name: "data", encrypted: false, deletionProtected: false, capacityGiB: 5000 },
    network: { name: "other", dnsSupport: false },
    slurm: { name: "other", loginCidrs: ["10.0.0.0/8", "0.0.0.0/0"] },
    bucket: { name: "other", encrypted: false },
  });
  return {
    ...good,
    networks: [...good.networks, ...bad.networks],
    fabrics: [...good.fabrics, ...bad.fabrics],
    fileSystems: [...good.fileSystems, ...bad.fileSystems],
    buckets: [...good.buckets, ...bad.buckets],
    pools: [...good.pools, ...bad.pools],
    schedulers: [...good.schedulers, ...bad.schedulers],
  };
}

const failing = (id: string, severity: Rule["severity"]): Rule => ({
  id,
  area: "operations",
  severity,
  clouds: "all",
  title: "t",
  why: "w",
  fix: "f",
  verify: "v",
  source: "https://example.com",
  check: (design) =>
    design.pools.length === 0
      ? DOES_NOT_APPLY
      : design.pools.map(({ path }) => ({ path, value: 1, allowed: "2", fix: "write 2" })),
});

describe("review", () => {
  it("gives a permuted design the same review", () => {
    const design = crowded();
    const expected = JSON.stringify(review(design, { workload: LLAMA_70B }));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), (seed) => {
        const permuted = shuffled(design, seed) as Cluster;
        expect(JSON.stringify(review(permuted, { workload: LLAMA_70B }))).toBe(expected);
      }),
      { numRuns: 8 },
    );
  });

  it("has nothing to say about a good design but the quotas to request, and what the first step decides", () => {
    const { findings } = review(p5(), { workload: LLAMA_70B });
    expect([...new Set(findings.map((f) => `${f.severity}: ${f.rule}`))]).toEqual([
      "info: memory-headroom-thin",
      "info: quota-to-request",
    ]);
  });

  it("takes its verdict from the worst open finding", () => {
    const verdict = (...severities: Rule["severity"][]) =>
      review(
        p5(),
        {},
        severities.map((s) => failing(`found-${s}`, s)),
      ).verdict;
    expect(verdict("info")).toBe("ready");
    expect(verdict("info", "warning")).toBe("ready-with-warnings");
    expect(verdict("info", "warning", "error")).toBe("not-ready");
  });

  it("states its verdict in words within a line", () => {
    expect(outcomeText("ready-with-warnings", { error: 0, warning: 1 })).toBe(
      "ready with warnings, 0 errors, 1 warning",
    );
  });

  it("puts errors before warnings before notes", () => {
    const rules = [failing("a-note", "info"), failing("b-warning", "warning"), failing("c-error", "error")];
    expect(review(p5(), {}, rules).findings.map((f) => f.rule)).toEqual(["c-error", "b-warning", "a-note"]);
  });

  it("says of each rule whether it holds, fails or does not apply", () => {
    const holding: Rule = { ...failing("always-holds", "error"), check: () => [] };
    const { results } = review(p5({ cluster: { pools: [] } }), {}, [failing("pool-problem", "error"), holding]);
    expect(results).toEqual([
      { rule: "always-holds", outcome: "holds" },
      { rule: "pool-problem", outcome: "does-not-apply" },
    ]);
  });
});

describe("suppression", () => {
  const rules = [failing("pool-problem", "error")];
  const reason = "agreed with the platform team until March";

  it("keeps a suppressed finding visible with its reason and out of the verdict", () => {
    const result = review(p5(), { suppress: [{ rule: "pool-problem", reason }] }, rules);
    expect(result.verdict).toBe("ready");
    expect(result.findings).toEqual([]);
    expect(result.suppressed).toEqual([expect.objectContaining({ rule: "pool-problem", path: "pools.h100", reason })]);
    expect(result.results).toEqual([{ rule: "pool-problem", outcome: "fails" }]);
  });

  it("covers only its own path and what is below", () => {
    const elsewhere = review(p5(), { suppress: [{ rule: "pool-problem", reason, path: "pools.h10" }] }, rules);
    expect(elsewhere.findings).toHaveLength(1);
    const above = review(p5(), { suppress: [{ rule: "pool-problem", reason, path: "pools" }] }, rules);
    expect(above.findings).toHaveLength(0);
  });

  it("names suppressions that nothing needs", () => {
    const unused = { rule: "pool-problem", reason, path: "pools.gone" };
    expect(review(p5(), { suppress: [unused] }, rules).unusedSuppressions).toEqual([unused]);
  });

  it("rejects unknown rules and empty reasons with one error for all", () => {
    const suppress = [
      { rule: "pool-probelm", reason },
      { rule: "pool-problem", reason: "known" },
    ];
    expect(() => review(p5(), { suppress }, rules)).toThrow(
      "review has 2 problems:\n" +
        '  - suppress[0].rule must be the ID of a review rule, got "pool-probelm"; nearest are pool-problem\n' +
        '  - suppress[1].reason must explain in at least 10 characters why pool-problem is acceptable here, got "known"; give the reason that a reviewer needs',
    );
  });

  it.each([
    ["text", "pool-problem", 'suppress must be a list, got "pool-problem"; use [] for none'],
    ["a null entry", [null], "suppress[0] must be an object, got null; use one with rule, path"],
    ["a number for a path", [{ rule: "pool-problem", reason, path: 3 }], "suppress[0].path must be text, got 3"],
    ["no reason at all", [{ rule: "pool-problem" }], "suppress[0].reason must explain in at least 10 characters why"],
  ])("rejects %s by its name", (_what, suppress, message) => {
    expect(() => review(p5(), { suppress: suppress as never }, rules)).toThrow(message);
  });
});

describe("a renamed rule", () => {
  const found = [{ rule: "efa-missing", path: "pools.h100.fabric" }] as unknown as Finding[];
  const before = { "efa-lacking": "efa-missing" };

  it("is suppressed by its earlier ID too", () => {
    const suppress = [{ rule: "efa-lacking", reason: "single-node jobs only" }];
    expect(() => checkSuppressions(suppress, rules, "suppress", before)).not.toThrow();
    expect(() => checkSuppressions(suppress, rules)).toThrow("suppress[0].rule must be the ID of a review rule");
    expect(applySuppressions(found, suppress, before)).toMatchObject({ open: [], unused: [] });
  });

  it("has an ID of today, and its earlier one is no other rule's", () => {
    const ids = rules.map(({ id }) => id);
    expect(Object.values(RENAMED_RULES).filter((id) => !ids.includes(id))).toEqual([]);
    expect(Object.keys(RENAMED_RULES).filter((id) => ids.includes(id))).toEqual([]);
  });
});
