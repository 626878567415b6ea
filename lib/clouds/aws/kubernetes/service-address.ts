import { DataAwsLb } from "@cdktf/provider-aws/lib/data-aws-lb";
import { Route53Record } from "@cdktf/provider-aws/lib/route53-record";
import { Construct } from "constructs";
import { hasHelmValue } from "../../../kubernetes/chart/helm-value";
import { checkProps } from "../../common/check-props";
import { placed } from "../../common/placed";
import { isKnown } from "../../common/terraform-text";
import type { ServiceAddressProps } from "./service-address-props";
import { SERVICE_ADDRESS } from "./service-address-table";

/**
 * One region's part of a service's DNS name: an alias of its load balancer, chosen by latency or by weight among the regions
 * that answer. Its health is that of the load balancer's targets, and a target is healthy while its node has a replica that answers; without any, clients get another region's addresses within a minute or two.
 *
 * Kubernetes makes the load balancer and chooses its name, so Terraform finds it by its tags, once everything is installed.
 * @see https://docs.aws.amazon.com/Route53/latest/DeveloperGuide/dns-failover-complex-configs.html
 */
export class ServiceAddress extends Construct {
  public readonly loadBalancer: DataAwsLb;
  public readonly record: Route53Record;

  constructor(scope: Construct, id: string, props: ServiceAddressProps) {
    super(...placed(new.target, scope, id));
    validateServiceAddress(this.node.path, props);
    const { ray, service, name, hostedZoneId, weight } = props;
    const { region } = ray.network;
    const model = ray.workloads.serving.find((of) => of.name === service)!;
    this.loadBalancer = new DataAwsLb(this, "load-balancer", {
      tags: model.exposure === "gateway" ? ray.workloads.gateway!.tags : model.loadBalancerTags,
      dependsOn: [ray.releases.byName.workloads!],
    });
    this.record = new Route53Record(this, "Resource", {
      zoneId: hostedZoneId,
      name,
      type: "A",
      setIdentifier: region,
      alias: { name: this.loadBalancer.dnsName, zoneId: this.loadBalancer.zoneId, evaluateTargetHealth: true },
      ...(weight === undefined ? { latencyRoutingPolicy: { region } } : { weightedRoutingPolicy: { weight } }),
    });
  }
}

function validateServiceAddress(where: string, props: ServiceAddressProps): void {
  const problems = checkProps(where, SERVICE_ADDRESS, props);
  const { name, ray, service } = props;
  const served = ray.workloads.serving;
  const model = served.find((of) => of.name === service);
  const domain = model?.gatewayDomain ?? "";
  if (model === undefined) {
    const names = served.map((of) => of.name).join(", ") || "nothing";
    problems.add(
      "unknown-name",
      "service",
      `service must be a model that ray serves, got "${service}"; it serves ${names}`,
    );
  } else if (model.exposure === "cluster") {
    const message = `service "${service}" is reached only inside the cluster, so that DNS has nothing to name; give it exposure "internal" or "public"`;
    problems.add("conflict", "service", message);
  } else if (
    model.exposure === "gateway" &&
    isKnown(name) &&
    !hasHelmValue(domain) &&
    name !== `${service}.${domain}`
  ) {
    const message = `name must be "${service}.${domain}", by which the gateway knows the model, got "${name}"`;
    problems.add("conflict", "name", message);
  }
  problems.throwIfAny(where);
}
