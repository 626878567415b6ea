import { reviewJson } from "../../../lib/review/report/json";
import { reviewMarkdown } from "../../../lib/review/report/markdown";
import { review } from "../../../lib/review/review";
import { p5 } from "../p5-cluster";

describe("reviewMarkdown", () => {
  it("leads with the verdict", () => {
    expect(reviewMarkdown(review(p5()))).toMatch(/^# Design review of p5\n\n\*\*Ready: no errors or warnings/);
  });

  it("shows what was found, what is allowed and the fix", () => {
    const text = reviewMarkdown(review(p5({ scratch: { capacityGiB: 5000 } })));
    expect(text).toContain("### lustre-capacity-not-multiple at `fileSystems.scratch.capacityGiB`");
    expect(text).toContain(
      "- found: 5000 GiB\n- expected: 1200, or multiples of 2400 GiB\n- fix: set capacityTiB to 7.2",
    );
  });

  it("keeps accepted findings in sight with their reasons", () => {
    const suppress = [{ rule: "imds-v1-allowed", reason: "the licence daemon | needs version 1" }];
    const text = reviewMarkdown(review(p5({ ec2: { imdsV2Required: false } }), { suppress }));
    expect(text).toContain(
      "| imds-v1-allowed | pools.h100.imdsV2Required | false | the licence daemon \\| needs version 1 |",
    );
  });
});

describe("reviewJson", () => {
  it("holds the whole review", () => {
    const result = review(p5({ pool: { encrypted: false } }));
    expect(JSON.parse(reviewJson(result))).toEqual(JSON.parse(JSON.stringify(result)));
    expect(JSON.parse(reviewJson(result)).findings[0]).toMatchObject({ rule: "volume-not-encrypted" });
  });
});
