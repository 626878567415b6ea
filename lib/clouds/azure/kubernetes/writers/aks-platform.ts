import { join } from "node:path";
import { interconnectSpansNodes } from "../../../../catalog/instance-types";
import { POOL_LABEL, SYSTEM_POOL } from "../../../../kubernetes/chart/names";
import type { Platform } from "../../../../kubernetes/platform/platform";
import { usableOnAks } from "./aks-nodes";
import { infinibandDriver } from "./infiniband-driver";

/** Has a load balancer take an address of the network, and not a public one. @see https://learn.microsoft.com/azure/aks/internal-lb */
const INTERNAL = { "service.beta.kubernetes.io/azure-load-balancer-internal": "true" };

/** Azure Kubernetes Service, as the writers of charts see it. */
export const aksPlatform: Platform = {
  name: "AKS",
  cloud: "azure",
  fabric: infinibandDriver,
  balancers: {
    annotations: ({ exposure }) => (exposure === "internal" ? INTERNAL : {}),
    // Azure's load balancers end no TLS
    certificate: null,
    gateway: null,
  },
  objects: {
    scheme: "https://",
    example: "https://<account>.blob.core.windows.net/<container>/<prefix>",
    image: "mcr.microsoft.com/azure-cli:2.77.0",
    program: { folder: join(__dirname, "programs"), name: "fetch_blobs.sh" },
  },
  pythonImage: "docker.io/library/python:3.13-slim",
  systemNodes: { [POOL_LABEL]: SYSTEM_POOL },
  ownLabels: ["kubernetes.azure.com"],
  apiPorts: [443],
  credentials: null,
  // the webhook of workload identity gives such pods a token of their account. @see https://learn.microsoft.com/azure/aks/workload-identity-overview
  identityLabels: { "azure.workload.identity/use": "true" },
  secretInstead: (variable) =>
    `make a Secret in the namespace and write secretEnv: { ${variable}: { secret: "<its name>", key: "<its key>" } }`,
  nvlinkSpansNodes: interconnectSpansNodes,
  usable: usableOnAks,
};
