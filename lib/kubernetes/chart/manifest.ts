import { Document, Scalar, visit } from "yaml";
import { hasHelmValue, isHelmFile } from "./helm-value";

export interface ObjectMeta {
  readonly name: string;
  /** Left out for objects of the whole cluster. */
  readonly namespace?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** Any object of the Kubernetes API. What is inside `spec` is checked against the published schemas by the acceptance checks. */
export interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ObjectMeta;
  readonly spec?: unknown;
  readonly data?: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

/** One object as YAML, keys in the order they were written; fields that are undefined are left out. */
export function manifestYaml(object: unknown): string {
  // Helm and Kubernetes read YAML 1.1, to which y, on and 1_000 are no texts
  const document = new Document(object, { aliasDuplicateObjects: false, compat: "yaml-1.1" });
  visit(document, {
    Scalar(_, node) {
      if (typeof node.value !== "string" || !hasHelmValue(node.value)) return;
      // a value filled in later could look like a number or a boolean: always quoted; a file brings its own quotes
      node.type = isHelmFile(node.value) ? Scalar.PLAIN : Scalar.QUOTE_DOUBLE;
    },
  });
  return document.toString({ lineWidth: 0 });
}

/** Objects as a YAML stream. */
export function manifestsYaml(objects: readonly KubernetesObject[]): string {
  return objects.map(manifestYaml).join("---\n");
}
