/** A cloud whose nodes are rented and whose clusters exist already. */
interface GpuCloud {
  readonly title: string;
  /** Kind of fabric that joins its nodes. */
  readonly fabric: "infiniband" | "roce";
  /** Who rents its nodes, as the catalog names it. @default - the name of the cloud */
  readonly provider?: string;
  /** Region whose price stands for all. @default - prices are the same everywhere */
  readonly region?: string;
}

/** By the name that the model has for them. */
export const GPU_CLOUDS: Readonly<Record<string, GpuCloud>> = {
  coreweave: { title: "CoreWeave", fabric: "infiniband" },
  crusoe: { title: "Crusoe", fabric: "infiniband" },
  digitalocean: { title: "DigitalOcean", fabric: "roce" },
  gcp: { title: "Google Cloud", fabric: "roce", provider: "google-cloud", region: "us-central1" },
  lambda: { title: "Lambda", fabric: "infiniband" },
  nebius: { title: "Nebius", fabric: "infiniband" },
  oci: { title: "Oracle Cloud", fabric: "roce" },
  together: { title: "Together AI", fabric: "infiniband" },
  vultr: { title: "Vultr", fabric: "roce" },
};
