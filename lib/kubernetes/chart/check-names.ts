import type { Problems } from "../../errors";
import { exampleAddress, type ObjectStore } from "../platform/object-store";
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

/** Namespaces that Kubernetes (all of `kube-`), its platforms and the charts keep for themselves. */
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
  "jobset-system",
  "kubeflow-system",
  "pod-logs",
  "keda",
  "warpform",
  "gpu-operator",
  "nvidia-device-plugin",
  "cert-manager",
  "gateway",
  "slinky",
  "kai-scheduler",
  "kai-resource-reservation",
];

export function checkNamespace(problems: Problems, path: string, namespace: string): void {
  const meant = repaired(namespace);
  if (!TAKEN.includes(meant) && !meant.startsWith("kube-")) checkName(problems, path, namespace);
  else
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

/** Name of an image, its tag and digest. @see https://github.com/distribution/reference/blob/main/reference.go */
const IMAGE =
  /^([a-zA-Z0-9-]+(\.[a-zA-Z0-9-]+)*(:\d+)?\/)?[a-z0-9]+([._-]+[a-z0-9]+)*(\/[a-z0-9]+([._-]+[a-z0-9]+)*)*(:\w[\w.-]{0,127})?(@sha256:[0-9a-f]{64})?$/;

/** Checks an image: its form, and a tag or a digest, so that two nodes never run two versions. */
export function checkImage(problems: Problems, path: string, image: string): void {
  if (!hasHelmValue(image) && !IMAGE.test(image)) {
    problems.add(
      "malformed",
      path,
      `${path} must be an image as a registry names it, in lower case, without a scheme, with a tag or a whole digest, got "${image}"; write it like "registry.example.com/team/train:1"`,
    );
    return;
  }
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

/** What a shell or a list of words would read as something else: addresses and names go into command lines. */
const NOT_IN_WORDS = /[\s"'`$\\;&|<>(){}*?!#~]/;

/** Checks a text that stands in a command line as one word; false where it cannot. */
export function checkWord(problems: Problems, path: string, text: string): boolean {
  if (text !== "" && !NOT_IN_WORDS.test(text)) return true;
  problems.add(
    "malformed",
    path,
    `${path} must be one word without spaces, quotes and shell metacharacters, got "${text}"; use letters, digits, dashes, dots and slashes`,
  );
  return false;
}

/** Checks where data lies: a bucket or a mount. */
export function checkAddress(problems: Problems, path: string, address: string, objects: ObjectStore | null): void {
  if (!checkWord(problems, path, address)) return;
  if (address.startsWith("/")) return;
  if (objects === null) {
    problems.add(
      "malformed",
      path,
      `${path} must be an absolute path on a mount, got "${address}"; copy the files to a shared file system and use "/data/${address.split("/").at(-1)}"`,
    );
    return;
  }
  const { scheme } = objects;
  const example = exampleAddress(objects);
  if (/^https?:\/\//.test(address) && !address.startsWith(scheme)) {
    problems.add(
      "malformed",
      path,
      `${path} must be "${example}" or an absolute path on a mount, got "${address}", which nodes do not fetch from; copy the files there, and write "${example}"`,
    );
    return;
  }
  checkBucket(problems, path, address, scheme);
  if (address.startsWith(scheme) && /^[^/]+(\/.*)?$/.test(address.slice(scheme.length))) return;
  const rest = address.replace(/^[a-z0-9]+:\/*/, "");
  // the name of a bucket of another store is no host
  const meant = rest === "" || scheme === "https://" ? example : `${scheme}${rest}`;
  problems.add(
    "malformed",
    path,
    `${path} must be "${example}" or an absolute path on a mount, got "${address}"; use "${meant}"`,
  );
}

/** Buckets and containers of all stores take these alone; an empty folder name is one by itself, in which nothing lies. */
function checkBucket(problems: Problems, path: string, address: string, scheme: string): void {
  if (!address.startsWith(scheme) || hasHelmValue(address)) return;
  const [bucket = "", ...folders] = address.slice(scheme.length).split("/");
  if (bucket !== "" && !/^[a-z0-9.-]+$/.test(bucket))
    problems.add(
      "malformed",
      path,
      `${path} must have a bucket of lower-case letters, digits, dots and dashes, got "${bucket}"; write the bucket's own name`,
    );
  const dots = folders.find((folder) => folder === "." || folder === "..");
  if (dots !== undefined)
    problems.add(
      "malformed",
      path,
      `${path} must have no folder "${dots}", which an object store takes as a name, got "${address}"; write the whole path`,
    );
  if (folders.slice(0, -1).includes(""))
    problems.add(
      "malformed",
      path,
      `${path} must have no empty folder, got "${address}"; use "${scheme}${[bucket, ...folders.filter((folder) => folder !== "")].join("/")}"`,
    );
}

/** Files that are one of several of a model, and not the folder of all. */
const ONE_FILE = /\.(safetensors|bin|pt|pth|gguf|onnx|plan|engine|pbtxt|json)$/;

/** Checks that an address of an object store is a folder: its files are fetched as a whole. */
export function checkFolder(problems: Problems, path: string, address: string): void {
  if (address.startsWith("/") || !ONE_FILE.test(address)) return;
  problems.add(
    "malformed",
    path,
    `${path} must be the folder with all files of the model, got the file "${address}"; use "${address.slice(0, address.lastIndexOf("/"))}"`,
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

/** @see https://kubernetes.io/docs/concepts/overview/working-with-objects/names/#dns-subdomain-names */
const SUBDOMAIN = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/;

/** Checks the Secret of a variable, and its key. @see https://kubernetes.io/docs/concepts/configuration/secret/#restriction-names-data */
function checkKeyRef(problems: Problems, at: string, { name, key }: { readonly name: string; readonly key: string }) {
  if (!hasHelmValue(name) && (!SUBDOMAIN.test(name) || name.length > 253))
    problems.add(
      "malformed",
      `${at}.secret`,
      `${at}.secret must be the name of a Secret, lower-case letters, digits, dashes and dots, got "${name}"; use "${repaired(name)}"`,
    );
  if (!/^[-._a-zA-Z0-9]{1,253}$/.test(key))
    problems.add(
      "malformed",
      `${at}.key`,
      `${at}.key must be letters, digits, dashes, underscores and dots, got "${key}"; give a key that the Secret has`,
    );
}

/** Checks names of variables, and where their values come from. */
export function checkEnvironment(problems: Problems, path: string, env: readonly EnvironmentVariable[]): void {
  for (const { name, value, valueFrom } of env) {
    const at = `${path}.${valueFrom === undefined ? "env" : "secretEnv"}`;
    // what Kubernetes takes since 1.32: printable ASCII without "="
    if (!/^[ -<>-~]+$/.test(name))
      problems.add(
        "malformed",
        at,
        `${at} must have names of variables, in ASCII and without "=", got "${name}"; use "${name.replaceAll(/\W+/g, "_") || "NAME"}"`,
      );
    // a process cannot be given the first, and JSON cannot hold the second
    if (value !== undefined && /\0|\p{Surrogate}/u.test(value))
      problems.add(
        "malformed",
        `${at}.${name}`,
        `${at}.${name} must be text without NUL and unpaired surrogates, got ${JSON.stringify(value)}; encode it, such as in base64`,
      );
    if (valueFrom !== undefined && "secretKeyRef" in valueFrom)
      checkKeyRef(problems, `${at}.${name}`, valueFrom.secretKeyRef);
  }
}
