import { designOf } from "../../../lib/review/design";
import { reviewSarif } from "../../../lib/review/report/sarif";
import { reviewSummary } from "../../../lib/review/report/summary";
import { reviewDesign } from "../../../lib/review/review";
import { LLAMA_70B, p5 } from "../p5-cluster";

const reviewed = (changes: Parameters<typeof p5>[0], suppress: Parameters<typeof reviewDesign>[1] = []) =>
  reviewDesign(designOf(p5(changes), LLAMA_70B), suppress);
const open = { slurm: { loginCidrs: ["0.0.0.0/0"] } };

describe("reviewSarif", () => {
  it("has each finding at its place, its rule once, and accepted ones with their reason", () => {
    const reason = "the tunnel of the test account";
    const review = reviewed(open, [{ rule: "login-open-to-world", reason }]);
    const log = JSON.parse(reviewSarif([review], () => ({ file: "cluster.yaml", line: 3, column: 5 }), "0.1.0"));
    const [{ tool, results }] = log.runs;
    const found = results.find(({ ruleId }: { ruleId: string }) => ruleId === "login-open-to-world");
    expect(found).toMatchObject({
      level: "error",
      suppressions: [{ kind: "external", justification: reason }],
      locations: [
        { physicalLocation: { artifactLocation: { uri: "cluster.yaml" }, region: { startLine: 3, startColumn: 5 } } },
      ],
    });
    const ids = tool.driver.rules.map(({ id }: { id: string }) => id);
    expect(new Set(ids)).toEqual(new Set(results.map(({ ruleId }: { ruleId: string }) => ruleId)));
    expect(ids).toHaveLength(new Set(ids).size);
  });
});

describe("reviewSummary", () => {
  it("shows what has changed since an earlier review", () => {
    const text = reviewSummary(reviewed(open), reviewed({}));
    expect(text).toContain("| Verdict | ready | not-ready |");
    expect(text).toContain("Findings: 1 new, 0 resolved.");
    expect(text).toContain("| error | login-open-to-world | schedulers.slurm.loginCidrs |");
    expect(reviewSummary(reviewed({}), reviewed({}))).toContain("No figure or finding has changed.");
  });

  it("names the Region of the prices that stand in where the design's own has none", () => {
    expect(reviewSummary(reviewed({ cluster: { region: "ap-northeast-1" } }))).toMatch(
      /List prices of .*, \d+ items? at prices of us-east-1\./,
    );
    expect(reviewSummary(reviewed({ cluster: { region: "us-east-1" } }))).toMatch(
      /List prices of [\d-]+ to [\d-]+\.\n/,
    );
  });
});
