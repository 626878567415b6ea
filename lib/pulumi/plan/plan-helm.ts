import type { Properties } from "./kinds";
import type { PlannedValue } from "./plan";
import type { ValuePlanner } from "./plan-value";

/** Attributes of `helm_release` (provider 3.x) that a Release takes as they are; `chart`, `values` and `wait` are apart. */
export const HELM_RELEASE: Properties = {
  name: ["name", "string", "required"],
  chart: ["chart", "string", "required"],
  version: ["version", "string"],
  namespace: ["namespace", "string"],
  create_namespace: ["createNamespace", "boolean"],
  atomic: ["atomic", "boolean"],
  timeout: ["timeout", "number"],
  max_history: ["maxHistory", "number"],
  description: ["description", "string"],
  skip_crds: ["skipCrds", "boolean"],
  wait_for_jobs: ["waitForJobs", "boolean"],
  dependency_update: ["dependencyUpdate", "boolean"],
  cleanup_on_fail: ["cleanupOnFail", "boolean"],
  force_update: ["forceUpdate", "boolean"],
  recreate_pods: ["recreatePods", "boolean"],
  replace: ["replace", "boolean"],
  reset_values: ["resetValues", "boolean"],
  reuse_values: ["reuseValues", "boolean"],
  disable_webhooks: ["disableWebhooks", "boolean"],
};

/** Arguments of a Release. @see https://www.pulumi.com/registry/packages/kubernetes/api-docs/helm/v3/release/ */
export function releaseArgs(
  values: Readonly<Record<string, unknown>>,
  planner: ValuePlanner,
): [string, PlannedValue][] {
  const { repository, values: texts, wait, chart, ...plain } = values;
  const isLocal = repository === undefined && typeof chart === "string" && !/^(oci|https?):/.test(chart);
  const args = planner.block({ ...plain, chart }, HELM_RELEASE, "");
  if (isLocal) {
    const at = args.findIndex(([name]) => name === "chart");
    if (at >= 0) args[at] = ["chart", { kind: "file", path: chart }];
  }
  if (repository !== undefined) {
    const repo = planner.value(repository, "string", "repository");
    if (repo !== undefined) args.push(["repositoryOpts", { kind: "object", entries: [["repo", repo]] }]);
  }
  if (texts !== undefined) {
    const list = planner.value(texts, { list: "string" }, "values");
    if (list !== undefined) args.push(["values", { kind: "helm-values", texts: list }]);
  }
  // Terraform says whether to wait, Pulumi whether not to
  if (typeof wait === "boolean") args.push(["skipAwait", { kind: "literal", value: !wait }]);
  else if (wait !== undefined) planner.block({ wait }, {}, "");
  return args;
}

/** Arguments of the Kubernetes provider: a kubeconfig of what the Helm provider was told, with no token in it. */
export function kubernetesProviderArgs(
  values: Readonly<Record<string, unknown>>,
  planner: ValuePlanner,
): [string, PlannedValue][] {
  const { kubernetes, ...rest } = values;
  planner.block(rest, {}, "");
  const settings = planner.value(kubernetes, { block: KUBERNETES }, "kubernetes");
  if (settings?.kind !== "object") return [];
  const setting = (name: string) => settings.entries.find(([key]) => key === name)?.[1];
  const literal = (value: string): PlannedValue => ({ kind: "literal", value });
  const named = (name: string, key: string, value: PlannedValue): [string, PlannedValue][] => [
    ["name", literal(name)],
    [key, value],
  ];
  const list = (entries: [string, PlannedValue][]): PlannedValue => ({
    kind: "list",
    items: [{ kind: "object", entries }],
  });
  const cluster: PlannedValue = {
    kind: "object",
    entries: [
      ["server", setting("host")!],
      ["certificate-authority-data", { kind: "call", name: "base64encode", args: [setting("clusterCaCertificate")!] }],
    ],
  };
  const kubeconfig: PlannedValue = {
    kind: "object",
    entries: [
      ["apiVersion", literal("v1")],
      ["kind", literal("Config")],
      ["current-context", literal("cluster")],
      ["clusters", list(named("cluster", "cluster", cluster))],
      [
        "contexts",
        list(
          named("cluster", "context", {
            kind: "object",
            entries: [
              ["cluster", literal("cluster")],
              ["user", literal("cluster")],
            ],
          }),
        ),
      ],
      ["users", list(named("cluster", "user", { kind: "object", entries: [["exec", setting("exec")!]] }))],
    ],
  };
  return [["kubeconfig", { kind: "call", name: "jsonencode", args: [kubeconfig] }]];
}

const KUBERNETES: Properties = {
  host: ["host", "string", "required"],
  cluster_ca_certificate: ["clusterCaCertificate", "string", "required"],
  exec: [
    "exec",
    {
      block: {
        api_version: ["apiVersion", "string", "required"],
        command: ["command", "string", "required"],
        args: ["args", { list: "string" }],
      },
    },
    "required",
  ],
};
