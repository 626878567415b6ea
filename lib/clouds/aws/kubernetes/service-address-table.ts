import { optional, type Table } from "../../../props/field";
import { made } from "../../../props/nested-fields";
import { text, whole } from "../../../props/simple-fields";
import { DNS_NAME, HOSTED_ZONE_ID } from "../../common/dns-name";
import type { KubeRayCluster } from "./kube-ray-cluster";
import type { ServiceAddressOptions, ServiceAddressProps } from "./service-address-props";

/** What architectures take for their address. */
const ADDRESS = {
  name: text({ like: DNS_NAME, words: "a DNS name", example: "llm.example.com" }),
  hostedZoneId: text({ like: HOSTED_ZONE_ID, words: "a Route 53 hosted zone's id", example: "Z0123456789ABCDEFGHIJ" }),
  weight: optional(whole({ min: 0, max: 255 })),
} satisfies Table<ServiceAddressOptions>;

/** What a ServiceAddress takes; which models there are is checked with `ray`. */
export const SERVICE_ADDRESS = {
  ray: made<KubeRayCluster>("a KubeRayCluster", (value) => "workloads" in value),
  service: text(),
  ...ADDRESS,
} satisfies Table<ServiceAddressProps>;
