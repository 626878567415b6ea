import type { Finding } from "./finding";
import { otherKeys } from "./json-changes";
import { objectChanges, objectSentences } from "./judge-objects";
import type { ResourceChange } from "./plan";
import type { StackResource, TerraformStack } from "./terraform-stack";
import { some } from "./wording";

/** Attributes that tell Helm how to apply a release; what runs stays as it is. */
const HANDLING = /^(atomic|cleanup_on_fail|description|lint|max_history|timeout|wait|wait_for_jobs)$/;

/** The values of a release, as the library writes them: one JSON text, or the first of several. */
function valuesOf(resource: StackResource | undefined): string {
  const { values } = resource?.block ?? {};
  const first: unknown = Array.isArray(values) ? values[0] : undefined;
  return typeof first === "string" ? first : "";
}

function changed({ attributes, before, after }: ResourceChange): string {
  return attributes
    .map(({ path, before: old, after: now }) => {
      if (path === "version") return `version ${old ?? "-"} to ${now ?? "-"}`;
      const keys = path === "values" ? otherKeys(valuesOf(before), valuesOf(after), 2) : [];
      return keys.length > 0 ? `values ${some(keys)}` : path;
    })
    .join("; ");
}

/** What a change of a Helm release does to the programs on Kubernetes; its values are decoded. */
export function judgeRelease(change: ResourceChange, old: TerraformStack, now: TerraformStack): readonly Finding[] {
  const { address, action, attributes, because } = change;
  const { path } = (change.after ?? change.before)!;
  const release = `release ${path.replace(/\/Resource$/, "")}`;
  if (action === "destroy")
    return [
      { impact: "programs-restarted", says: `${release} is uninstalled, with what it made`, addresses: [address] },
    ];
  if (action === "replace" || action === "may-replace") {
    const certain = action === "replace" ? "is" : "may be";
    const says = `${release} ${certain} uninstalled and installed again (because of ${some(because)})`;
    return [{ impact: "programs-restarted", says, addresses: [address] }];
  }
  const [before, after] = [chartOf(change.before, old), chartOf(change.after, now)];
  if (before !== undefined && after !== undefined) {
    const others = attributes.filter(
      ({ path: name }) => name !== "chart" && !(name === "values" && onlyNumbered(change)),
    );
    const found = objectSentences(objectChanges(before, after)).map(
      ([impact, says]): Finding => ({ impact, says: `${release}: ${says}`, addresses: [address] }),
    );
    return others.length === 0 ? found : [...found, ...judgeAttributes({ ...change, attributes: others }, release)];
  }
  return judgeAttributes(change, release);
}

/** Whether a release's values differ in what Terraform gives the chart alone: the objects that refer to it are compared with it. */
function onlyNumbered({ before, after }: ResourceChange): boolean {
  const keys = otherKeys(valuesOf(before), valuesOf(after), 2);
  return keys.length > 0 && keys.every((key) => /^terraform(\.|$)/.test(key));
}

/** The objects of a release's local chart; undefined for a chart of a repository. */
const chartOf = (resource: StackResource | undefined, { charts }: TerraformStack) =>
  charts.get(String(resource?.block.chart ?? ""));

function judgeAttributes(change: ResourceChange, release: string): readonly Finding[] {
  const { address, attributes } = change;
  const onlyHandling = attributes.every(({ path: name }) => HANDLING.test(name));
  const says = `${release}: ${changed(change)}`;
  return [{ impact: onlyHandling ? "settings-changed" : "programs-restarted", says, addresses: [address] }];
}
