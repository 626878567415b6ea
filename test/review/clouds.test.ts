import type { Cluster } from "../../lib/model/model";
import { designOf } from "../../lib/review/design";
import { review } from "../../lib/review/review";
import { rules } from "../../lib/review/rules/list";
import { p5 } from "./p5-cluster";

const AWS_NAME = /\b(AWS|EFA|IMDS\w*|EC2|EKS|FSx|S3|IAM|EBS|DLAMI|NAT gateway|Capacity Block)/;

const onlyAws = rules.filter(({ clouds }) => clouds !== "all" && clouds.every((cloud) => cloud === "aws"));
const elsewhere: readonly Cluster["cloud"][] = ["azure", "gcp", "onprem"];

describe("rules and clouds", () => {
  it("have rules for every cluster and rules about AWS", () => {
    expect(onlyAws.length).toBeGreaterThan(30);
    expect(rules.length - onlyAws.length).toBeGreaterThan(60);
  });

  it.each(rules.filter(({ clouds }) => clouds === "all"))(
    "$id, which holds everywhere, is about no service of AWS",
    (rule) => {
      expect(rule.id).not.toMatch(/\b(efa|imds|ec2|eks|fsx|s3|iam|ebs|nat|vpc)\b/);
      expect(rule.title).not.toMatch(AWS_NAME);
    },
  );

  it.each(elsewhere)("evaluate no rule about AWS for a p5 design on %s", (cloud) => {
    const design: Cluster = { ...p5(), cloud };
    const evaluated = review(design).results.filter(({ outcome }) => outcome !== "does-not-apply");
    expect(evaluated.length).toBeGreaterThan(20);
    expect(evaluated.filter(({ rule }) => onlyAws.some(({ id }) => id === rule))).toEqual([]);
  });

  it("would find rules about AWS in that very design", () => {
    const evaluated = onlyAws.filter((rule) => rule.check(designOf(p5(), null)) !== "does-not-apply");
    expect(evaluated.length).toBeGreaterThan(10);
  });
});
