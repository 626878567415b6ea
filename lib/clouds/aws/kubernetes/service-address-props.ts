import type { KubeRayCluster } from "./kube-ray-cluster";

export interface ServiceAddressOptions {
  /** DNS name that clients of all regions use, within the hosted zone: `llm.example.com`. */
  readonly name: string;
  /** Id of the hosted zone, `Z…`: a private one of the clients' networks for an internal service, else a public one. */
  readonly hostedZoneId: string;
  /**
   * Share of the answers that name this region, relative to the others', a whole number from 0 to 255. All regions have one, or
   * none of them.
   * @default - none: clients are sent to the region with the least latency
   */
  readonly weight?: number;
}

export interface ServiceAddressProps extends ServiceAddressOptions {
  /** Cluster that serves the model. */
  readonly ray: KubeRayCluster;
  /** Name of the model in `ray`'s `serving`. */
  readonly service: string;
}
