import type { Problems } from "../../../errors";
import { isLabelKey, isLabelValue } from "../../../model/kubernetes/label-form";
import { GPU_TAINT, type NodeTaint } from "../../../model/kubernetes/node-taint";

/** Prefixes of taints that Kubernetes and its autoscalers set and take off. */
const RESERVED = /(^|\.)(kubernetes\.io|k8s\.io|karpenter\.sh)$/;

/** Checks taints that a user puts on the nodes of a pool. `clouds` are prefixes that a cloud sets itself. */
export function checkTaints(
  problems: Problems,
  taints: readonly NodeTaint[] = [],
  clouds: readonly string[] = [],
): void {
  const names = taints.map(({ key, effect }) => `${key} ${effect}`);
  taints.forEach(({ key, value = "", effect }, i) => {
    const at = `taints[${i}]`;
    const prefix = key.split("/").slice(0, -1).join("/");
    if (key === GPU_TAINT.key)
      problems.add("not-allowed", `${at}.key`, `${at}.key "${key}" is on nodes with GPUs already; leave it out`);
    else if (RESERVED.test(prefix) || clouds.includes(prefix))
      problems.add(
        "not-allowed",
        `${at}.key`,
        `${at}.key must not be "${key}": Kubernetes and clouds set and remove taints of ${prefix} themselves; use a name without that prefix`,
      );
    else if (!isLabelKey(key))
      problems.add(
        "malformed",
        `${at}.key`,
        `${at}.key must be up to 63 letters, digits, "-", "_" and ".", optionally after a DNS name and "/", got ${JSON.stringify(key)}; use "dedicated", for example`,
      );
    if (!isLabelValue(value))
      problems.add(
        "malformed",
        `${at}.value`,
        `${at}.value must be up to 63 letters, digits, "-", "_" and ".", got ${JSON.stringify(value)}; use "research", for example`,
      );
    const first = names.indexOf(`${key} ${effect}`);
    if (first < i)
      problems.add(
        "duplicate",
        at,
        `${at} has the key and effect of taints[${first}], and a node bears one of both; leave one out`,
      );
  });
}
