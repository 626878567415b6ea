import { type KubernetesObject, manifestYaml } from "../../chart/manifest";
import { RESTRICTED_CONTAINER } from "../../security/pod-security";
import type { ServingEngine } from "../serving-engine";
import { proxyConfiguration } from "./router-proxy";

/** llm-d's endpoint picker. @see llm-d/llm-d-router@v0.9.0 .github/ISSUE_TEMPLATE/new-release.md (the image of a release) */
export const PICKER_IMAGE = "ghcr.io/llm-d/llm-d-router-endpoint-picker:v0.9.0";

/** Envoy as that release of the picker is shipped with. @see llm-d/llm-d-router@v0.9.0 config/charts/llm-d-router-standalone/values.yaml */
export const PROXY_IMAGE = "docker.io/envoyproxy/envoy:distroless-v1.33.2";

/** Label of the router's pods. */
const ROUTER_LABEL = "warpform/router";

const HTTP = 8000;
const PICKER = 9002;
const PICKER_HEALTH = 9003;

export interface EndpointPickerProps {
  readonly name: string;
  readonly namespace: string;
  readonly engine: ServingEngine;
  /** Labels of the pods that answer, on port 8000. */
  readonly selector: Readonly<Record<string, string>>;
  readonly healthPath: string;
  /** Nodes without GPUs. */
  readonly systemNodes: Readonly<Record<string, string>>;
}

/** Name of a model's router and of all that belongs to it. */
export const routerName = (model: string): string => `${model}-router`;

/** Pods behind the model's Service in the place of the engine's own. */
export const routerSelector = (name: string): Readonly<Record<string, string>> => ({ [ROUTER_LABEL]: name });

/** What a picker goes by: the prompt's prefix in a replica's cache first, then free cache and waiting requests. */
function pickerConfiguration(engine: ServingEngine): unknown {
  return {
    apiVersion: "llm-d.ai/v1alpha1",
    kind: "EndpointPickerConfig",
    plugins: [
      { type: "queue-scorer" },
      { type: "kv-cache-utilization-scorer" },
      { type: "prefix-cache-scorer" },
      { type: "metrics-data-source", parameters: { scheme: "http", path: "/metrics" } },
      {
        type: "core-metrics-extractor",
        ...(engine === "sglang" ? { parameters: { defaultEngine: "sglang" } } : {}),
      },
    ],
    schedulingProfiles: [
      {
        name: "default",
        plugins: [
          { pluginRef: "queue-scorer", weight: 2 },
          { pluginRef: "kv-cache-utilization-scorer", weight: 2 },
          { pluginRef: "prefix-cache-scorer", weight: 3 },
        ],
      },
    ],
  };
}

/**
 * A way in that knows the replicas: Envoy asks llm-d's endpoint picker, the reference of the Gateway API Inference Extension, which
 * pod has the prompt's prefix in its cache and room for it. It finds pods by their labels, so that no gateway that knows
 * InferencePools is needed: not every platform's controller knows them. Two pods work at once, each with its own memory of prefixes.
 * @see https://github.com/llm-d/llm-d-router (standalone mode)
 */
export function endpointPicker(props: EndpointPickerProps): KubernetesObject[] {
  const { namespace } = props;
  const name = routerName(props.name);
  const labels = routerSelector(props.name);
  const metadata = { name, namespace };
  const rules = [{ apiGroups: [""], resources: ["pods"], verbs: ["get", "watch", "list"] }];
  return [
    { apiVersion: "v1", kind: "ServiceAccount", metadata },
    { apiVersion: "rbac.authorization.k8s.io/v1", kind: "Role", metadata, rules },
    {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "RoleBinding",
      metadata,
      subjects: [{ kind: "ServiceAccount", name, namespace }],
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name },
    },
    {
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata,
      data: {
        "picker.yaml": manifestYaml(pickerConfiguration(props.engine)),
        "envoy.yaml": manifestYaml(proxyConfiguration({ http: HTTP, picker: PICKER, healthPath: props.healthPath })),
      },
    },
    {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata,
      spec: {
        replicas: 2,
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: routerPod(props, name, labels) },
      },
    },
    {
      apiVersion: "policy/v1",
      kind: "PodDisruptionBudget",
      metadata,
      spec: { maxUnavailable: 1, selector: { matchLabels: labels } },
    },
  ];
}

function routerPod(props: EndpointPickerProps, name: string, labels: Readonly<Record<string, string>>) {
  const resources = (cpu: string, memory: string) => ({ requests: { cpu, memory }, limits: { memory } });
  const volumeMounts = [{ name: "config", mountPath: "/config", readOnly: true }];
  const selector = Object.entries(props.selector).map(([key, value]) => `${key}=${value}`);
  const probe = { grpc: { port: PICKER_HEALTH, service: "inference-extension" }, periodSeconds: 10 };
  return {
    serviceAccountName: name,
    nodeSelector: props.systemNodes,
    securityContext: { runAsNonRoot: true, runAsUser: 65_532, seccompProfile: { type: "RuntimeDefault" } },
    // an answer that is under way is let end
    terminationGracePeriodSeconds: 130,
    topologySpreadConstraints: [
      {
        maxSkew: 1,
        topologyKey: "kubernetes.io/hostname",
        whenUnsatisfiable: "ScheduleAnyway",
        labelSelector: { matchLabels: labels },
      },
    ],
    containers: [
      {
        name: "proxy",
        image: PROXY_IMAGE,
        command: ["envoy"],
        args: ["-c", "/config/envoy.yaml", "--log-level", "warn", "--drain-strategy", "immediate"],
        ports: [{ name: "http", containerPort: HTTP }],
        readinessProbe: { httpGet: { path: props.healthPath, port: HTTP }, periodSeconds: 5 },
        resources: resources("500m", "1Gi"),
        securityContext: RESTRICTED_CONTAINER,
        volumeMounts,
      },
      {
        name: "picker",
        image: PICKER_IMAGE,
        args: [
          ["endpoint-selector", selector.join(",")],
          ["endpoint-target-ports", "8000"],
          ["config-file", "/config/picker.yaml"],
          ["grpc-port", PICKER],
          ["grpc-health-port", PICKER_HEALTH],
          // Envoy is in the same pod
          ["secure-serving", false],
          ["metrics-endpoint-auth", false],
          ["tracing", false],
          ["enable-pprof", false],
        ].map(([flag, value]) => `--${flag}=${value}`),
        env: [
          { name: "NAMESPACE", valueFrom: { fieldRef: { fieldPath: "metadata.namespace" } } },
          { name: "POD_NAME", valueFrom: { fieldRef: { fieldPath: "metadata.name" } } },
        ],
        ports: [{ name: "picker-metrics", containerPort: 9090 }],
        readinessProbe: probe,
        livenessProbe: { ...probe, initialDelaySeconds: 5 },
        resources: resources("1", "2Gi"),
        securityContext: RESTRICTED_CONTAINER,
        volumeMounts,
      },
    ],
    volumes: [{ name: "config", configMap: { name } }],
  };
}
