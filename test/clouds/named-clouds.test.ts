import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const lib = join(__dirname, "../../lib");

/** Names of clouds and of what only one of them has. */
const NAMES =
  /\b(AWS|EFA|IMDS\w*|EC2|EKS|FSx|S3|IAM|EBS|EFS|DLAMI|AMI|CloudWatch|Route 53|Azure|AKS|aws|efa|ec2|eks|fsx|azure)\b|[a-z](Efa|Imds)[A-Z]|\befa[A-Z]/;

/** Folders that serve every cloud, and the most lines of code in each that name one; docs/architecture-details.md says which these are. May shrink. */
const MOST: Readonly<Record<string, number>> = {
  units: 0,
  props: 0,
  remedies: 0,
  engine: 0,
  testing: 0,
  kubernetes: 0,
  model: 7,
  sizing: 14,
  slurm: 9,
  architectures: 3,
  pulumi: 0,
  "review/figures": 6,
  "review/picture": 3,
  "review/report": 3,
};

/** Lines of code, not of comments or imports, that name a cloud. */
function naming(folder: string): string[] {
  // the model has a folder per cloud for what is in the objects of its name
  const files = readdirSync(join(lib, folder), { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !/^(aws|clouds\/\w+)\//.test(file),
  );
  return files.flatMap((file) =>
    readFileSync(join(lib, folder, file), "utf8")
      .replaceAll(/\/\*[\s\S]*?\*\//g, "")
      .split("\n")
      .map((line) => line.replace(/(^|\s)\/\/.*$/, ""))
      .filter(
        (line) => !/^(import|export) .* from |^\} from "/.test(line) && NAMES.test(line.replaceAll(/https?:\S+/g, "")),
      )
      .map((line) => `${folder}/${file}: ${line.trim()}`),
  );
}

describe("lines that name a cloud outside its room", () => {
  it.each(Object.entries(MOST))("in %s are at most %d", (folder, most) => {
    const found = naming(folder);
    expect(found.length > most ? found : []).toEqual([]);
  });
});
