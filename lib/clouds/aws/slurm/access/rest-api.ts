import { Lb } from "@cdktf/provider-aws/lib/lb";
import { LbListener } from "@cdktf/provider-aws/lib/lb-listener";
import { LbTargetGroup } from "@cdktf/provider-aws/lib/lb-target-group";
import { LbTargetGroupAttachment } from "@cdktf/provider-aws/lib/lb-target-group-attachment";
import { SecurityGroup } from "@cdktf/provider-aws/lib/security-group";
import { VpcSecurityGroupEgressRule } from "@cdktf/provider-aws/lib/vpc-security-group-egress-rule";
import { VpcSecurityGroupIngressRule } from "@cdktf/provider-aws/lib/vpc-security-group-ingress-rule";
import { Construct } from "constructs";
import type { Problems } from "../../../../errors";
import { parseCidr } from "../../../../units/cidr";
import { checkovSkip } from "../../../common/checkov";
import { REST_PORT } from "../../../common/slurm/rest-port";
import { isKnown } from "../../../common/terraform-text";
import type { IClusterNetwork } from "../../network/i-cluster-network";
import type { Controller } from "../controller";
import type { SlurmRestApiProps } from "./rest-api-props";

const HTTPS = 443;
/** TLS 1.2 and 1.3: https://docs.aws.amazon.com/elasticloadbalancing/latest/network/describe-ssl-policies.html */
const TLS_POLICY = "ELBSecurityPolicy-TLS13-1-2-2021-06";

export interface RestApiProps extends SlurmRestApiProps {
  readonly network: IClusterNetwork;
  readonly name: string;
}

const tcp = (port: number) => ({ ipProtocol: "tcp", fromPort: port, toPort: port });

/** HTTPS to slurmrestd: a load balancer that holds the certificate, before the controllers. Only where address blocks are given. */
export class RestApi extends Construct {
  /** Its DNS name is what your own name of the API points to. */
  public readonly loadBalancer: Lb;
  /** Group of the controllers that lets the load balancer in. */
  public readonly controllerGroupId: string;
  private readonly targetArn: string;

  constructor(
    scope: Construct,
    id: string,
    private readonly props: RestApiProps,
  ) {
    super(scope, id);
    const { network, name, subnetIds = [] } = props;
    const tags = network.tagsFor(`${name}-rest-api`);
    const { balancer, controllers } = this.groups();
    this.controllerGroupId = controllers;
    this.loadBalancer = new Lb(this, "balancer", {
      namePrefix: "slurm-",
      loadBalancerType: "network",
      internal: subnetIds.length === 0,
      subnets: subnetIds.length === 0 ? [network.computeSubnetId] : [...subnetIds],
      securityGroups: [balancer],
      enableDeletionProtection: false,
      tags,
    });
    checkovSkip(this.loadBalancer, "CKV_AWS_91", "slurmctld logs who asks for what");
    checkovSkip(this.loadBalancer, "CKV_AWS_150", "it holds nothing; an apply recreates it");
    checkovSkip(this.loadBalancer, "CKV_AWS_152", "the controllers are in the cluster's one zone");
    this.targetArn = this.listen(tags);
  }

  /** Sends requests to the controllers. */
  public serve(controllers: readonly Controller[]): void {
    controllers.forEach(({ instance, node }) => {
      new LbTargetGroupAttachment(this, `to-${node.id}`, { targetGroupArn: this.targetArn, targetId: instance.id });
    });
  }

  private listen(tags: Record<string, string>): string {
    const target = new LbTargetGroup(this, "target", {
      namePrefix: "slurm-",
      port: REST_PORT,
      protocol: "TCP",
      vpcId: this.props.network.vpcId,
      healthCheck: { protocol: "TCP", port: String(REST_PORT) },
      tags,
    });
    new LbListener(this, "listener", {
      loadBalancerArn: this.loadBalancer.arn,
      port: HTTPS,
      protocol: "TLS",
      sslPolicy: TLS_POLICY,
      certificateArn: this.props.certificateArn,
      defaultAction: [{ type: "forward", targetGroupArn: target.arn }],
      tags,
    });
    return target.arn;
  }

  private groups(): { readonly balancer: string; readonly controllers: string } {
    const { network, name, cidrs = [] } = this.props;
    const group = (id: string, text: string) =>
      new SecurityGroup(this, id, {
        name: `${network.clusterName}-${name}-${id}`,
        description: text,
        vpcId: network.vpcId,
        tags: network.tagsFor(`${name}-${id}`),
      }).id;
    const balancer = group("rest-api", "HTTPS to the load balancer of the REST API of Slurm");
    const controllers = group("rest-controllers", "REST API of Slurm from its load balancer");
    for (const cidr of cidrs) {
      new VpcSecurityGroupIngressRule(this, `https-from-${cidr.replaceAll(/[^0-9a-f]/g, "-")}`, {
        securityGroupId: balancer,
        description: `HTTPS from ${cidr}`,
        cidrIpv4: cidr,
        ...tcp(HTTPS),
      });
    }
    new VpcSecurityGroupEgressRule(this, "to-controllers", {
      securityGroupId: balancer,
      description: "REST API on the controllers",
      referencedSecurityGroupId: controllers,
      ...tcp(REST_PORT),
    });
    new VpcSecurityGroupIngressRule(this, "from-balancer", {
      securityGroupId: controllers,
      description: "REST API from the load balancer",
      referencedSecurityGroupId: balancer,
      ...tcp(REST_PORT),
    });
    return { balancer, controllers };
  }
}

/** Shell variables for `rest-api`. */
export function restApiSettings(restApi: SlurmRestApiProps | undefined): Record<string, string> {
  if (restApi === undefined) return { REST_API: "no" };
  return { REST_API: "yes", REST_LISTEN: `${isOpen(restApi) ? "0.0.0.0" : "127.0.0.1"}:${REST_PORT}` };
}

export const isOpen = ({ cidrs = [] }: SlurmRestApiProps): boolean => cidrs.length > 0;

/** What can be wrong with `restApi`. */
export function checkRestApi(restApi: SlurmRestApiProps | undefined, problems: Problems): void {
  if (restApi === undefined) return;
  const { cidrs = [], certificateArn, subnetIds = [] } = restApi;
  if (cidrs.length > 0 && certificateArn === undefined) {
    problems.add(
      "required",
      "restApi.certificateArn",
      "restApi.certificateArn is required with cidrs, since tokens must not travel in clear text; give the ARN of a certificate, or leave cidrs out and use port forwarding",
    );
  }
  if (cidrs.length === 0 && (certificateArn !== undefined || subnetIds.length > 0)) {
    const prop = certificateArn === undefined ? "subnetIds" : "certificateArn";
    problems.add(
      "conflict",
      `restApi.${prop}`,
      `restApi.${prop} is for a load balancer, which cidrs asks for; give cidrs, or leave it out`,
    );
  }
  cidrs.forEach((cidr, index) => {
    if (!isKnown(cidr)) return;
    const path = `restApi.cidrs[${index}]`;
    const block = parseCidr(cidr);
    if (block === undefined) {
      problems.add(
        "malformed",
        path,
        `${path} must be an IPv4 CIDR block, got "${cidr}"; use "203.0.113.0/24", for example`,
      );
    } else if (/\/[0-7]$/.test(cidr)) {
      problems.add(
        "not-allowed",
        path,
        `${path} must be your own networks, since whoever has a token can run programs, got "${cidr}"; use a prefix of /8 or longer`,
      );
    }
  });
}
