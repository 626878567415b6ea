import type * as pulumi from "@pulumi/pulumi";
import { ServiceAddress as Construct } from "../../clouds/aws/kubernetes/service-address";
import type { ServiceAddressProps } from "../../clouds/aws/kubernetes/service-address-props";
import type { ConstructKind } from "./compose";
import type { ArgTable, ConstructArgs } from "./construct-args";
import { ConstructComponent } from "./construct-component";

export const ADDRESS_TABLE = {
  ray: "plain",
  service: "plain",
  name: "input",
  hostedZoneId: "input",
  weight: "plain",
} as const satisfies ArgTable<ServiceAddressProps>;

export type ServiceAddressArgs = ConstructArgs<ServiceAddressProps, typeof ADDRESS_TABLE>;

interface Outputs extends Record<string, unknown> {
  readonly fqdn: string;
  readonly loadBalancerDnsName: string;
}

const KIND: ConstructKind<Construct, Outputs> = {
  name: "ServiceAddress",
  args: ADDRESS_TABLE,
  make: (scope, id, props) => new Construct(scope, id, props),
  outputs: {
    fqdn: ({ record }) => record.fqdn,
    loadBalancerDnsName: ({ loadBalancer }) => loadBalancer.dnsName,
  },
};

/** A served model's DNS name, one region's part of it, in a ClusterScope. @throws WarpformError as its construct, and on wrong arguments */
export class ServiceAddress extends ConstructComponent<Construct, Outputs> {
  /** The name that clients of all regions use. */
  public readonly fqdn: pulumi.Output<string>;
  /** DNS name of this region's load balancer. */
  public readonly loadBalancerDnsName: pulumi.Output<string>;

  constructor(id: string, args: ServiceAddressArgs, options?: pulumi.ComponentResourceOptions) {
    super(KIND, id, args, options);
    this.fqdn = this.later.fqdn;
    this.loadBalancerDnsName = this.later.loadBalancerDnsName;
  }
}
