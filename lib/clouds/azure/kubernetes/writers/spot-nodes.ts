/** Taint of Spot nodes, which AKS sets itself; their label has the same key and value. @see https://learn.microsoft.com/azure/aks/spot-node-pool */
export const SPOT_TAINT = {
  key: "kubernetes.azure.com/scalesetpriority",
  value: "spot",
  effect: "NoSchedule",
} as const;
