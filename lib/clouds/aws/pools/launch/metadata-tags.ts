import { Problems } from "../../../../errors";

/** Keys that instances can carry while their metadata shows them; with another key they do not start. */
const KEY = /^(?!(?:\.|\.\.|_index)$)[\w+\-=.,:@]+$/;

/**
 * Checks tags of instances whose launch template shows tags in the instance metadata, as `NodeFleet` and Slurm's do: a node reads
 * its fleet from there, without a permission on EC2.
 *
 * @throws WarpformError naming every key that EC2 refuses there
 * @see https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/work-with-tags-in-IMDS.html (checked 2026-11-21)
 */
export function validateMetadataTags(
  path: string,
  tags: Readonly<Record<string, string>>,
  networkTags: Readonly<Record<string, string>>,
): void {
  const problems = new Problems();
  const keys = [
    ...Object.keys(tags).map((key) => ["tags", key] as const),
    ...Object.keys(networkTags).map((key) => ["network.tags", key] as const),
  ];
  for (const [prop, key] of keys.filter(([, key]) => !KEY.test(key))) {
    const cleaned = key.replace(/[^\w+\-=.,:@]+/g, "-");
    const advice = KEY.test(cleaned) ? `use "${cleaned}"` : "use another key";
    problems.add(
      "malformed",
      prop.split(".")[0]!,
      `${prop} must have keys of letters, digits and + - = . , _ : @, since nodes read them from their metadata, got "${key}"; ${advice}`,
    );
  }
  problems.throwIfAny(`GpuNodePool "${path}"`);
}
