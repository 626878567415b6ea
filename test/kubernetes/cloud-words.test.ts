import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const FOLDER = join(__dirname, "../../lib/kubernetes");

/** Words of one cloud. Comments count too: a writer that knows no cloud has no reason to name one. */
const AWS = /\b(aws|amazonaws|efa|eks|ec2|fsx|s3|acm|nlb|alb|iam|karpenter\.k8s\.aws|k8s\.aws)\b/gi;

/** Occurrences today. Lower it with each part that goes behind an interface of the cloud; never raise it. */
const MOST = 178;

describe("lib/kubernetes", () => {
  it("names AWS no more often than before", () => {
    const files = readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
    const words = files.flatMap((name) => readFileSync(join(FOLDER, name), "utf8").match(AWS) ?? []);
    expect(words.length).toBeLessThanOrEqual(MOST);
  });
});
