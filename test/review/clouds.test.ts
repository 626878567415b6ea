import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Cluster } from "../../lib/model/model";
import { designOf } from "../../lib/review/design";
import { review } from "../../lib/review/review";
import { rules } from "../../lib/review/rules/list";
import { p5 } from "./p5-cluster";

const AWS_NAME = /\b(AWS|EFA|IMDS\w*|EC2|EKS|FSx|S3|IAM|EBS|DLAMI|NAT gateway|Capacity Block)/;

/** The same and what else a rule about AWS alone names, wherever it says so. */
const OF_AWS =
  /\b(AWS|EFA|IMDS\w*|EC2|EKS|FSx|S3|IAM|EBS|EFS|DLAMI|AMI|NAT gateways?|Capacity Blocks?|ODCR|Route 53|CloudWatch|Auto Scaling|Neuron|Nitro|ENI|VPCs?|flow logs|instance profile)\b/i;

/** Rules for every cloud whose texts name a service of AWS as an example, or beside those of others. */
const BESIDE_OTHERS = [
  "alarms-missing",
  "bucket-unprotected",
  "budget-below-cost",
  "capacity-zone-mismatch",
  "cold-start-long",
  "compute-in-public-subnet",
  "dataset-larger-than-store",
  "egress-share-high",
  "fabric-spans-zones",
  "fabric-unknown",
  "file-system-across-zones",
  "file-system-not-encrypted",
  "fleet-keeps-unhealthy",
  "framework-not-for-hardware",
  "head-not-recoverable",
  "image-floating",
  "instance-type-not-in-region",
  "instance-type-unknown",
  "kubernetes-endpoint-open",
  "kubernetes-secrets-plain",
  "lustre-root-not-squashed",
  "mount-path-reserved",
  "nfs-for-multi-node-training",
  "paid-capacity-behind-on-demand",
  "reservation-promised-twice",
  "resume-timeout-below-boot",
  "service-in-one-zone",
  "slurm-state-no-snapshots",
  "spot-for-deadline",
  "spot-without-fallback",
  "volume-not-encrypted",
];

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

  it("name a service of AWS in no rule for every cloud, but in those that name it beside others'", () => {
    const named = rules
      .filter(({ clouds }) => clouds === "all")
      .filter(({ title, why, fix, verify }) => OF_AWS.test([title, why, fix, verify].join(" ")));
    expect(named.map(({ id }) => id).sort()).toEqual(BESIDE_OTHERS);
  });

  it("read what only AWS has in no rule for every cloud", () => {
    const reading = rules.filter(({ id, area }) =>
      /\.aws\b(?!\.amazon)/.test(readFileSync(join(__dirname, `../../lib/review/rules/${area}/${id}.ts`), "utf8")),
    );
    expect(reading.length).toBeGreaterThan(3);
    expect(reading.filter(({ clouds }) => clouds === "all").map(({ id }) => id)).toEqual([]);
  });

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
