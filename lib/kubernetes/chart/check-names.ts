import type { Problems } from "../../errors";
import type { EnvironmentVariable } from "./environment";
import { hasHelmValue } from "./helm-value";

/** Names of Kubernetes objects that become DNS labels. @see https://kubernetes.io/docs/concepts/overview/working-with-objects/names/ */
const DNS_LABEL = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/;

/** Longest name that leaves room for what KubeRay and Karpenter put behind it (63 in all). */
const LONGEST = 40;

/** A name in the nearest shape that is allowed. */
function repaired(name: string): string {
  const text = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, "-")
    .slice(0, LONGEST)
    .replaceAll(/^-+|-+$/g, "");
  return text === "" ? "main" : text;
}

/** Checks a name that is used for objects, labels and DNS. */
export function checkName(problems: Problems, path: string, name: string): void {
  if (DNS_LABEL.test(name) && name.length <= LONGEST) return;
  problems.add(
    "malformed",
    path,
    `${path} must be 1 to ${LONGEST} lower-case letters, digits and dashes, with no dash at either end, got "${name}"; use "${repaired(name)}"`,
  );
}

/**
 * Checks a name that also becomes that of a Service, which must start with a letter; `what` is what it names: `model`.
 * @see ray-project/kuberay@v1.7.0 ray-operator/controllers/ray/utils/validation.go (`IsDNS1035Label`)
 */
export function checkServiceName(problems: Problems, path: string, name: string, what: string): void {
  checkName(problems, path, name);
  if (DNS_LABEL.test(name) && /^[0-9]/.test(name))
    problems.add(
      "malformed",
      path,
      `${path} must start with a letter, since it becomes the name of a Service, got "${name}"; use "${`${what}-${name}`.slice(0, LONGEST)}"`,
    );
}

/** Namespaces that Kubernetes, EKS and the charts keep for themselves. */
const TAKEN = [
  "default",
  "kube-system",
  "kube-public",
  "kube-node-lease",
  "node-agents",
  "monitoring",
  "kuberay-system",
  "kueue-system",
  "lws-system",
  "keda",
  "warpform",
  "gpu-operator",
  "nvidia-device-plugin",
  "cert-manager",
  "gateway",
  "kai-scheduler",
  "kai-resource-reservation",
];

export function checkNamespace(problems: Problems, path: string, namespace: string): void {
  checkName(problems, path, namespace);
  if (TAKEN.includes(namespace))
    problems.add(
      "not-allowed",
      path,
      `${path} must not be "${namespace}", which others use; give the workload a namespace of its own, such as "ray"`,
    );
}

/** Complains about each name that is there twice. */
export function checkUnique(problems: Problems, path: string, what: string, names: readonly string[]): void {
  const twice = [...new Set(names.filter((name, i) => names.indexOf(name) !== i))];
  for (const name of twice)
    problems.add("duplicate", path, `${path} has two ${what} called "${name}"; give one of them another name`);
}

/** Checks an image: a tag or a digest, so that two nodes never run two versions. */
export function checkImage(problems: Problems, path: string, image: string): void {
  const tag = /:([^/:@]+)$/.exec(image)?.[1];
  if (image.includes("@sha256:") || (tag !== undefined && tag !== "latest")) return;
  // a name that only Terraform knows has its tag or digest in it
  if (tag === undefined && hasHelmValue(image)) return;
  const name = tag === "latest" ? image.slice(0, -":latest".length) : image;
  problems.add(
    "not-allowed",
    path,
    `${path} must name a version, got "${image}"; use "${name}:<version>" or "${name}@sha256:<digest>"`,
  );
}

/** Checks a whole number within bounds. */
export function checkWhole(
  problems: Problems,
  path: string,
  value: number,
  min: number,
  max: number,
  unit = "",
): boolean {
  if (Number.isInteger(value) && value >= min && value <= max) return true;
  const nearest = Math.min(max, Math.max(min, Math.round(Number.isFinite(value) ? value : min)));
  const range = Number.isFinite(max) ? `from ${min} to ${max}` : `of at least ${min}`;
  problems.add("out-of-range", path, `${path} must be a whole number${unit} ${range}, got ${value}; use ${nearest}`);
  return false;
}

/** What a shell or a list of words would read as something else: addresses and names go into command lines. */
const NOT_IN_WORDS = /[\s"'`$\\;&|<>(){}*?!#~]/;

/** Checks a text that stands in a command line as one word; false where it can't. */
export function checkWord(problems: Problems, path: string, text: string): boolean {
  if (text !== "" && !NOT_IN_WORDS.test(text)) return true;
  problems.add(
    "malformed",
    path,
    `${path} must be one word without blanks, quotes and signs of a shell, got "${text}"; use letters, digits, dashes, dots and slashes`,
  );
  return false;
}

/** Checks where data lies: a bucket or a mount. */
export function checkAddress(problems: Problems, path: string, address: string): void {
  if (!checkWord(problems, path, address)) return;
  if (/^s3:\/\/[^/]+(\/.*)?$/.test(address) || address.startsWith("/")) return;
  problems.add(
    "malformed",
    path,
    `${path} must be "s3://bucket/prefix" or an absolute path on a mount, got "${address}"; use "s3://${address.replaceAll(/^[a-z0-9]+:\/\//g, "")}"`,
  );
}

/** Checks the name of a state of files, which goes into an annotation. */
export function checkRevision(problems: Problems, path: string, revision: string | null): void {
  if (revision === null || /^[\w][\w.-]{0,62}$/.test(revision) || hasHelmValue(revision)) return;
  problems.add(
    "malformed",
    path,
    `${path} must be 1 to 63 letters, digits, dots, dashes and underscores, got "${revision}"; use "2026-11-22" or a commit`,
  );
}

/** How tokens of hubs and clouds begin. @see https://docs.github.com/en/code-security/secret-scanning/introduction/supported-secret-scanning-patterns */
const TOKEN =
  /^(hf_[A-Za-z0-9]{20,}|sk-[\w-]{20,}|gh[pousr]_[A-Za-z0-9]{30,}|github_pat_\w{30,}|glpat-[\w-]{20,}|nvapi-[\w-]{20,}|xox[abpr]-[\w-]{10,}|(AKIA|ASIA)[A-Z0-9]{16})$/;

/** Checks that no variable holds a token: it would lie in the synthesized chart, Terraform's state and Helm's release. */
export function checkEnvironment(problems: Problems, path: string, env: readonly EnvironmentVariable[]): void {
  for (const { name, value } of env)
    if (value !== undefined && TOKEN.test(value))
      problems.add(
        "not-allowed",
        `${path}.env.${name}`,
        `${path}.env.${name} looks like a token ("${value.slice(0, 5)}…"), which the chart and Terraform's state would keep as text; make a Secret in the namespace and write secretEnv: { ${name}: { secret: "<its name>", key: "<its key>" } }`,
      );
}
