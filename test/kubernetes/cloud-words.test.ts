import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const FOLDER = join(__dirname, "../../lib/kubernetes");

/** Words of one cloud. Comments count too: a writer that knows no cloud has no reason to name one. */
const AWS = /\b(aws|amazonaws|efa|eks|ec2|fsx|s3|acm|nlb|alb|iam|karpenter\.k8s\.aws|k8s\.aws)\b/i;

describe("lib/kubernetes", () => {
  it("does not name AWS: what is of a cloud comes from its Platform", () => {
    const files = readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
    const lines = files.flatMap((name) =>
      readFileSync(join(FOLDER, name), "utf8")
        .split("\n")
        .flatMap((line, i) => (AWS.test(line) ? [`${name}:${i + 1}: ${line.trim()}`] : [])),
    );
    expect(lines).toEqual([]);
  });
});
