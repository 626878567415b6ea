import type * as pulumi from "@pulumi/pulumi";
import { SERVICE_ADDRESS } from "../../../../clouds/aws-tables";
import {
  type ServiceAddress as Construct,
  defaultCloud,
  type ServiceAddressProps,
} from "../../../../clouds/default-cloud";
import { argKinds, type ConstructKind } from "../../../components/compose";
import type { OutputArgs } from "../../../components/construct-args";
import { ConstructComponent } from "../../../components/construct-component";
import { aws } from "../aws";
import type { ConstructArgs } from "../construct-args";

export const ADDRESS_OUTPUTS = {
  name: "input",
  hostedZoneId: "input",
} as const satisfies OutputArgs<ServiceAddressProps>;

export type ServiceAddressArgs = ConstructArgs<ServiceAddressProps, typeof ADDRESS_OUTPUTS>;

interface Outputs extends Record<string, unknown> {
  readonly fqdn: string;
  readonly loadBalancerDnsName: string;
}

const KIND: ConstructKind<Construct, Outputs> = {
  cloud: aws,
  name: "ServiceAddress",
  args: argKinds(SERVICE_ADDRESS, ADDRESS_OUTPUTS),
  make: (scope, id, props) => new defaultCloud.parts.ServiceAddress(scope, id, props),
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
