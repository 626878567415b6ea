import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

const FOLDER = join(__dirname, "../../lib/kubernetes");

/**
 * Words of one cloud, alone or as a part of a name (`efa_exporter`, `fsxClaim`). Comments count too: a writer that knows no cloud
 * has no reason to name one. Azure's names in what it writes come from its Platform, as AWS's do.
 */
const WORDS =
  "aws|amazonaws|amazon|efa|eks|ec2|fsx|s3|acm|nlb|alb|iam|irsa|imds|elasticache|secretsmanager|cloudwatch|azure|aks|gke";
const CLOUD = new RegExp(`(?<![a-z0-9])(${WORDS})(?![a-z0-9])`, "i");
/** Names in camel case: `useEfa`, `s3Address`. */
const IN_NAMES =
  /(?<=[a-z0-9])(Efa|Eks|Ec2|Fsx|Acm|Nlb|Alb|Imds|Aws|Azure|Aks)(?![a-z])|\b(efa|eks|ec2|fsx|s3|acm|nlb|aws|azure|aks)[A-Z]/;

const files = readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).filter((name) =>
  statSync(join(FOLDER, name)).isFile(),
);

describe("lib/kubernetes", () => {
  it("does not name a cloud, in code, programs or names of files: what is of one comes from its Platform", () => {
    const lines = files.flatMap((name) => [
      ...(CLOUD.test(name) ? [name] : []),
      ...readFileSync(join(FOLDER, name), "utf8")
        .split("\n")
        .flatMap((line, i) => (CLOUD.test(line) || IN_NAMES.test(line) ? [`${name}:${i + 1}: ${line.trim()}`] : [])),
    ]);
    expect(lines).toEqual([]);
  });
});
