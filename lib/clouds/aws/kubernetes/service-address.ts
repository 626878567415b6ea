import { DataAwsLb } from "@cdktf/provider-aws/lib/data-aws-lb";
import { Route53Record } from "@cdktf/provider-aws/lib/route53-record";
import { Construct } from "constructs";
import { Problems } from "../../../errors";
import { hasHelmValue } from "../../../kubernetes/chart/helm-value";
import { DNS_NAME, HOSTED_ZONE_ID } from "../../common/dns-name";
import { isKnown } from "../../common/terraform-text";
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
    super(scope, id);
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
  const problems = new Problems();
  const { name, hostedZoneId, weight, ray, service } = props;
  if (isKnown(name) && !DNS_NAME.test(name)) {
    problems.add("malformed", "name", `name must be a DNS name, got "${name}"; use "llm.example.com"`);
  }
  if (isKnown(hostedZoneId) && !HOSTED_ZONE_ID.test(hostedZoneId)) {
    const message = `hostedZoneId must be a Route 53 hosted zone's id such as "Z0123456789ABCDEFGHIJ", got "${hostedZoneId}"`;
    problems.add("malformed", "hostedZoneId", message);
  }
  if (weight !== undefined && !(Number.isInteger(weight) && weight >= 0 && weight <= 255)) {
    problems.add("out-of-range", "weight", `weight must be a whole number from 0 to 255, got ${weight}; use 100`);
  }
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
    const message = `service "${service}" is reached inside the cluster alone, so that DNS has nothing to name; give it exposure "internal" or "public"`;
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
