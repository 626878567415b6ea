import { readdirSync } from "node:fs";
import { join } from "node:path";
import { reviewedInput } from "../../lib/cli/reviewed-input";
import { reviewJson } from "../../lib/review/report/json";
import { reviewMarkdown } from "../../lib/review/report/markdown";
import { rules } from "../../lib/review/rules/list";

const examples = join(__dirname, "../../examples");
const files = [
  "on-premises/site.yaml",
  "blueprints/azure-training-nd-h100.yaml",
  ...readdirSync(join(examples, "any-kubernetes"))
    .filter((name) => name.endsWith(".yaml"))
    .map((name) => `any-kubernetes/${name}`),
];

/** What only AWS has. */
const AWS = /\b(AWS|EFA|IMDSv?\d?|EC2|EKS|FSx|S3|IAM|EBS|EFS|DLAMI|AMI|Route 53|CloudWatch|Capacity Block|aws|efa)\b/;

describe("the review of a design outside AWS", () => {
  it.each(files)("%s names nothing of AWS", (file) => {
    const { reviews } = reviewedInput([join(examples, file)], { set: [] });
    for (const { design, result } of reviews) {
      const text = reviewMarkdown(result) + JSON.stringify({ ...JSON.parse(reviewJson(result)), results: [] });
      expect(text.split(/\n|","|"\}/).filter((line) => AWS.test(line))).toEqual([]);
      const onlyAws = rules
        .filter(({ clouds }) => clouds !== "all" && !clouds.includes(design.cluster.cloud))
        .map(({ id }) => id);
      const evaluated = result.results.filter(({ outcome }) => outcome !== "does-not-apply").map(({ rule }) => rule);
      expect(evaluated.filter((id) => onlyAws.includes(id))).toEqual([]);
    }
  });
});
