// Kinds that come with a published chart and are in none of ours: Node Feature Discovery, which NVIDIA's device plugin, GPU operator and network
// operator install. A rule and a node's features as its programs write them are taken by schema and API server, one with a slip is not.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import { check, find, run, skip, tail } from "../../lib/checks.mjs";

const here = join(import.meta.dirname, "..");
const GROUP = "nfd.k8s-sigs.io";
const object = (kind, spec) => ({ apiVersion: `${GROUP}/v1alpha1`, kind, metadata: { name: "gpu" }, spec });
const devices = (op) => ({
  feature: "pci.device",
  matchExpressions: { vendor: { op, value: ["10de"] }, class: { op: "In", value: ["0302"] } },
});
const nodeFeature = (elements) =>
  object("NodeFeature", {
    features: { flags: {}, attributes: {}, instances: { "pci.device": { elements } } },
    labels: { "feature.node.kubernetes.io/pci-10de.present": "true" },
  });
/** Of each kind a good one, and a bad one with what is said of it. */
const KINDS = {
  nodefeature: [nodeFeature([{ attributes: { vendor: "10de" } }]), nodeFeature([{ vendor: "10de" }]), /vendor/],
  ...Object.fromEntries(
    [
      [
        "NodeFeatureRule",
        (op) => ({ rules: [{ name: "gpu", labels: { gpu: "true" }, matchFeatures: [devices(op)] }] }),
      ],
      ["NodeFeatureGroup", (op) => ({ featureGroupRules: [{ name: "gpu", matchFeatures: [devices(op)] }] })],
    ].map(([kind, spec]) => [kind.toLowerCase(), [object(kind, spec("In")), object(kind, spec("Among")), /op/]]),
  ),
};

export const TITLE = "the API server takes objects of Node Feature Discovery, and refuses a slip in each";

/** On the API server, which has the CRDs. */
export function nodeFeatureKinds(cluster) {
  check(TITLE, () => {
    for (const [good, bad, why] of Object.values(KINDS)) {
      const dry = (of) =>
        cluster.kubectl(["apply", "--server-side", "--dry-run=server", "-n", "default", "-f", "-"], JSON.stringify(of));
      const taken = dry(good);
      if (taken.status !== 0) return `${good.kind}: ${tail(taken, 3)}`;
      const refused = dry(bad);
      if (refused.status === 0 || !why.test(refused.stderr)) return `a bad ${bad.kind}: ${tail(refused, 3) || "taken"}`;
    }
    return undefined;
  });
}

/** By kubeconform; every CRD of the group has a schema. */
export function nodeFeatureSchemas(folder) {
  const title = "kubeconform of Node Feature Discovery's kinds";
  const kubeconform = find("kubeconform");
  if (!kubeconform) return skip(title, "kubeconform is not installed; .ci/tools installs it");
  check(title, () => {
    const crds = readdirSync(join(here, "crds")).filter((name) => name.endsWith(`.${GROUP}.json`));
    const kinds = crds.map((name) => JSON.parse(readFileSync(join(here, "crds", name), "utf8")).spec.names.singular);
    if (kinds.sort().join() !== Object.keys(KINDS).sort().join()) return `the CRDs are of ${kinds}`;
    const file = join(folder, "node-features.yaml");
    const location = join(here, "schemas", "{{.Group}}", "{{.ResourceKind}}_{{.ResourceAPIVersion}}.json");
    const valid = (of) => {
      writeFileSync(file, stringify(of));
      return run(kubeconform, ["-strict", "-schema-location", location, file]).status === 0;
    };
    const wrong = Object.values(KINDS).filter(([good, bad]) => !valid(good) || valid(bad));
    return wrong.map(([{ kind }]) => `${kind} is refused, or taken with a slip`).join("; ") || undefined;
  });
}
