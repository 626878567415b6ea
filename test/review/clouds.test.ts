import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Cluster } from "../../lib/model/model";
import { programWords } from "../../lib/remedies/program-words";
import { wordedFix } from "../../lib/remedies/remedy";
import { worded } from "../../lib/remedies/sentence";
import { designOf } from "../../lib/review/design";
import { review } from "../../lib/review/review";
import { DOES_NOT_APPLY, type Rule } from "../../lib/review/rule";
import { rules } from "../../lib/review/rules/list";
import { p5 } from "./p5-cluster";
import { given, type RuleCases } from "./rule-cases";

const AWS_NAME = /\b(AWS|EFA|IMDS\w*|EC2|EKS|FSx|S3|IAM|EBS|DLAMI|NAT gateway|Capacity Block)/;

/** The same and what else a rule about AWS alone names, wherever it says so. */
const OF_AWS =
  /\b(AWS|EFA|IMDS\w*|EC2|EKS|FSx|S3|IAM|EBS|EFS|DLAMI|AMI|NAT gateways?|Capacity Blocks?|ODCR|Route 53|CloudWatch|Auto Scaling|Neuron|Nitro|ENI|VPCs?|flow logs|instance profile)\b/i;

/** Instance types of AWS, with or without their size. */
const TYPES_OF_AWS = /\b(p[2-6][a-z]*|g[4-7][a-z]*|[cmr][5-8][a-z]*|trn\d[a-z]*|inf\d)(\.\w+|-[a-z]\w+)?\b/;

const ANY_OF_AWS = new RegExp(`${OF_AWS.source}|${TYPES_OF_AWS.source}`, "g");

/** Rules for every cloud whose texts name a service of AWS as an example, or beside those of others. */
const BESIDE_OTHERS = [
  "alarms-missing",
  "bucket-unprotected",
  "budget-below-cost",
  "capacity-zone-mismatch",
  "compute-in-public-subnet",
  "dataset-larger-than-store",
  "egress-share-high",
  "fabric-spans-zones",
  "fabric-unknown",
  "file-system-across-zones",
  "file-system-not-encrypted",
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
  "pool-not-adopted",
  "reservation-promised-twice",
  "resume-timeout-below-boot",
  "service-in-one-zone",
  "slurm-state-no-snapshots",
  "spot-for-deadline",
  "spot-without-fallback",
  "volume-not-encrypted",
];

const onlyAws = rules.filter(({ clouds }) => clouds !== "all" && clouds.every((cloud) => cloud === "aws"));
/** Rules whose findings name types or vendors that are in the case's own design, or near to what is. */
const OF_THE_CASE = ["cheaper-instance-type", "framework-not-for-hardware", "instance-type-unknown"];
const everywhere = rules.filter(({ clouds }) => clouds === "all").map((rule) => [rule.id, rule] as const);
const elsewhere: readonly Cluster["cloud"][] = ["azure", "gcp", "onprem"];

/** Whether its name or title is of a service of AWS. */
const isCalledByAws = ({ id, title }: Rule): boolean =>
  /\b(efa|imds|ec2|eks|fsx|s3|iam|ebs|nat|vpc)\b/.test(id) || AWS_NAME.test(title);

/** Whether its texts name something of AWS. */
const namesAws = ({ title, why, fix, verify }: Rule): boolean =>
  [OF_AWS, TYPES_OF_AWS].some((names) => names.test([title, why, fix, verify].join(" ")));

/** Whether it reads what only AWS has: objects of its name, and resources that exist already, which only AWS's designs name. */
const readsAws = ({ id, area }: Rule): boolean =>
  /\.aws\b(?!\.amazon)|"[./]+\/(model\/aws|review\/existing|existing)\//.test(
    readFileSync(join(__dirname, `../../lib/review/rules/${area}/${id}.ts`), "utf8"),
  );

describe("rules and clouds", () => {
  it("have rules for every cluster and rules about AWS", () => {
    expect(onlyAws.length).toBeGreaterThan(30);
    expect(rules.length - onlyAws.length).toBeGreaterThan(60);
  });

  it.each(rules.filter(({ clouds }) => clouds === "all"))(
    "$id, which holds everywhere, is about no service of AWS",
    (rule) => {
      expect(isCalledByAws(rule)).toBe(false);
    },
  );

  it("name a service of AWS in no rule for every cloud, but in those that name it beside others'", () => {
    const named = rules.filter(({ clouds }) => clouds === "all").filter(namesAws);
    expect(named.map(({ id }) => id).sort()).toEqual(BESIDE_OTHERS);
  });

  it("read what only AWS has in no rule for every cloud", () => {
    const reading = rules.filter(readsAws);
    expect(reading.length).toBeGreaterThan(3);
    expect(reading.filter(({ clouds }) => clouds === "all").map(({ id }) => id)).toEqual([]);
  });

  it.each(onlyAws)("would show $id, which is about AWS, were it for every cloud", (rule) => {
    expect(isCalledByAws(rule) || namesAws(rule) || readsAws(rule)).toBe(true);
  });

  it.each(everywhere.filter(([id]) => !OF_THE_CASE.includes(id)))(
    "tell designs of Azure of no service and no type of AWS: %s",
    (_, rule) => {
      const { fails } = (require(`./rules/${rule.area}/${rule.id}`) as { cases: RuleCases }).cases;
      for (const [design] of Object.values(fails)) {
        const { cluster, workload } = given(design);
        const asked = designOf({ ...cluster, cloud: "azure" }, workload);
        const breaches = rule.check(asked);
        const said = (breaches === DOES_NOT_APPLY ? [] : breaches).flatMap(({ fix, allowed }) => [
          wordedFix(fix, programWords),
          worded(allowed, programWords),
        ]);
        // what the design itself is made of is AWS's in these cases
        const own = JSON.stringify(cluster);
        const names = said.flatMap((text) => [...text.matchAll(ANY_OF_AWS)].map(([name]) => name));
        expect(names.filter((name) => !own.includes(name))).toEqual([]);
      }
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
