import { type LocalChart, localChart } from "../../../../kubernetes/chart/chart";
import type { KubernetesObject } from "../../../../kubernetes/chart/manifest";

/** Name by which volumes ask for it. */
export const LUSTRE_DRIVER = "azurelustre.csi.azure.com";

/**
 * Release of the driver and what its nodes run; its maker publishes manifests and no Helm chart.
 * @see kubernetes-sigs/azurelustre-csi-driver@v0.4.0 deploy/ (2026-04-01), charts/README.md ("currently unsupported")
 */
const IMAGES = {
  driver: "mcr.microsoft.com/oss/v2/kubernetes-csi/azurelustre-csi:v0.4.0",
  livenessProbe: "mcr.microsoft.com/oss/kubernetes-csi/livenessprobe:v2.15.0",
  registrar: "mcr.microsoft.com/oss/kubernetes-csi/csi-node-driver-registrar:v2.13.0",
};

/** Lustre clients by what AKS calls the operating system of nodes. @see the same release, deploy/csi-azurelustre-node-{jammy,noble}.yaml */
const CLIENTS = [
  { flavor: "jammy", osSku: "Ubuntu2204", version: "2.15.7", build: "33-g79ddf99" },
  { flavor: "noble", osSku: "Ubuntu2404", version: "2.16.1", build: "14-gbc76088" },
] as const;

const NAMESPACE = "kube-system";
const ACCOUNT = "csi-azurelustre-node-sa";
const HEALTH_PORT = 29763;
const PLUGIN_FOLDER = `/var/lib/kubelet/plugins/${LUSTRE_DRIVER}`;
const SIDECAR = { requests: { cpu: "10m", memory: "20Mi" }, limits: { cpu: "100m", memory: "100Mi" } };
const SOCKET = { name: "socket-dir", mountPath: "/csi" };

const READY = { exec: { command: ["/app/readinessProbe.sh"] }, initialDelaySeconds: 10 };

const liveness = {
  name: "liveness-probe",
  image: IMAGES.livenessProbe,
  args: ["--csi-address=/csi/csi.sock", "--probe-timeout=120s", `--health-port=${HEALTH_PORT}`, "--v=2"],
  volumeMounts: [SOCKET],
  resources: SIDECAR,
};

const registrar = {
  name: "node-driver-registrar",
  image: IMAGES.registrar,
  args: ["--csi-address=/csi/csi.sock", `--kubelet-registration-path=${PLUGIN_FOLDER}/csi.sock`, "--v=2"],
  volumeMounts: [SOCKET, { name: "registration-dir", mountPath: "/registration" }],
  resources: SIDECAR,
};

/** It loads the client's kernel modules, which takes a privileged container, and mounts into the kubelet's folders. */
const driver = ({ flavor, version, build }: (typeof CLIENTS)[number]) => ({
  name: "azurelustre",
  image: `${IMAGES.driver}-${flavor}`,
  args: ["-v=5", "--endpoint=unix:///csi/csi.sock", "--nodeid=$(KUBE_NODE_NAME)"],
  ports: [{ name: "healthz", containerPort: HEALTH_PORT, protocol: "TCP" }],
  env: [
    { name: "AZURELUSTRE_CSI_INSTALL_LUSTRE_CLIENT", value: "yes" },
    { name: "LUSTRE_VERSION", value: version },
    { name: "CLIENT_SHA_SUFFIX", value: build },
    { name: "KUBE_NODE_NAME", valueFrom: { fieldRef: { fieldPath: "spec.nodeName" } } },
  ],
  lifecycle: { preStop: { exec: { command: ["/bin/sh", "-c", "lustre_rmmod"] } } },
  // the client is installed and its modules are loaded meanwhile
  startupProbe: { ...READY, periodSeconds: 5, timeoutSeconds: 5, failureThreshold: 120 },
  readinessProbe: { ...READY, periodSeconds: 30, timeoutSeconds: 10, failureThreshold: 5 },
  livenessProbe: {
    httpGet: { path: "/healthz", port: "healthz" },
    initialDelaySeconds: 60,
    periodSeconds: 30,
    timeoutSeconds: 10,
    failureThreshold: 5,
  },
  securityContext: { privileged: true },
  volumeMounts: [
    SOCKET,
    { name: "mountpoint-dir", mountPath: "/var/lib/kubelet/", mountPropagation: "Bidirectional" },
    { name: "azure-cred", mountPath: "/etc/kubernetes/" },
    { name: "host-dev", mountPath: "/dev" },
    { name: "host-os-release", mountPath: "/etc/host-os-release" },
  ],
  resources: { requests: { cpu: "10m", memory: "20Mi" }, limits: { cpu: "1", memory: "200Mi" } },
});

const VOLUMES = [
  ["socket-dir", PLUGIN_FOLDER, "DirectoryOrCreate"],
  ["registration-dir", "/var/lib/kubelet/plugins_registry/", "Directory"],
  ["mountpoint-dir", "/var/lib/kubelet/", "Directory"],
  ["azure-cred", "/etc/kubernetes/", "DirectoryOrCreate"],
  ["host-dev", "/dev", "Directory"],
  ["host-os-release", "/etc/os-release", "File"],
].map(([name, path, type]) => ({ name, hostPath: { path, type } }));

function nodePlugin(client: (typeof CLIENTS)[number]): KubernetesObject {
  const labels = { app: "csi-azurelustre-node", flavor: client.flavor };
  return {
    apiVersion: "apps/v1",
    kind: "DaemonSet",
    metadata: { name: `csi-azurelustre-node-${client.flavor}`, namespace: NAMESPACE, labels },
    spec: {
      selector: { matchLabels: labels },
      updateStrategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 1 } },
      template: {
        metadata: { labels },
        spec: {
          hostNetwork: true,
          dnsPolicy: "Default",
          serviceAccountName: ACCOUNT,
          priorityClassName: "system-node-critical",
          nodeSelector: { "kubernetes.io/os": "linux", "kubernetes.azure.com/os-sku-effective": client.osSku },
          tolerations: [{ operator: "Exists" }],
          containers: [liveness, registrar, driver(client)],
          volumes: VOLUMES,
        },
      },
    },
  };
}

const ROLE = "csi-azurelustre-node-secret-role";

/** Nodes mount file systems that exist; what would make new ones is left out. */
const objects: readonly KubernetesObject[] = [
  {
    apiVersion: "storage.k8s.io/v1",
    kind: "CSIDriver",
    metadata: { name: LUSTRE_DRIVER },
    spec: { attachRequired: false, podInfoOnMount: true, fsGroupPolicy: "File" },
  },
  { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: ACCOUNT, namespace: NAMESPACE } },
  {
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "ClusterRole",
    metadata: { name: ROLE },
    // it marks nodes on which the driver is ready
    rules: [{ apiGroups: [""], resources: ["nodes"], verbs: ["get", "patch"] }],
  },
  {
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "ClusterRoleBinding",
    metadata: { name: "csi-azurelustre-node-secret-binding" },
    subjects: [{ kind: "ServiceAccount", name: ACCOUNT, namespace: NAMESPACE }],
    roleRef: { kind: "ClusterRole", name: ROLE, apiGroup: "rbac.authorization.k8s.io" },
  },
  ...CLIENTS.map(nodePlugin),
];

/** What mounts Azure Managed Lustre on nodes, as a chart. */
export const lustreDriverChart = (): LocalChart =>
  localChart({
    name: "azurelustre-csi-driver",
    description: "Driver of Azure Managed Lustre",
    groups: { driver: objects },
  });
