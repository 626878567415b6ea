import { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import { IamRolePolicy } from "@cdktf/provider-aws/lib/iam-role-policy";
import { RolesanywhereProfile } from "@cdktf/provider-aws/lib/rolesanywhere-profile";
import { RolesanywhereTrustAnchor } from "@cdktf/provider-aws/lib/rolesanywhere-trust-anchor";
import { Construct } from "constructs";
import type { IClusterNetwork } from "../network/i-cluster-network";
import { checkRoleName } from "../shared/names";
import { type PolicyStatement, policyDocument } from "../shared/policy";
import type { SiteProps } from "./hybrid-cluster-props";

export interface SiteIdentityProps {
  readonly network: IClusterNetwork;
  readonly site: SiteProps;
  /** PEM of the authority, for a trust anchor that is made here. */
  readonly caCertificate?: string;
  readonly trustAnchorArn?: string;
  readonly permissionsBoundaryArn?: string;
  readonly statements: readonly PolicyStatement[];
}

/** Seconds that credentials hold; the programs ask anew for each run. */
const SESSION_SECONDS = 3600;

/**
 * The role of the site's controllers, which they take by a certificate (IAM Roles Anywhere): no access key exists. Only certificates of the
 * trust anchor whose common name is a controller's are let in.
 * @see https://docs.aws.amazon.com/rolesanywhere/latest/userguide/trust-model.html
 */
export class SiteIdentity extends Construct {
  public readonly role: IamRole;
  public readonly profile: RolesanywhereProfile;
  public readonly trustAnchorArn: string;

  constructor(scope: Construct, id: string, props: SiteIdentityProps) {
    super(scope, id);
    const { network, site, caCertificate } = props;
    const tags = network.tagsFor("site");
    const name = `${network.clusterName}-site`;
    checkRoleName("role", this.node.path, network.clusterName, "site");
    this.trustAnchorArn =
      props.trustAnchorArn ??
      new RolesanywhereTrustAnchor(this, "trust-anchor", {
        name,
        enabled: true,
        source: { sourceType: "CERTIFICATE_BUNDLE", sourceData: { x509CertificateData: caCertificate } },
        tags,
      }).arn;
    this.role = new IamRole(this, "Resource", {
      name,
      assumeRolePolicy: policyDocument([
        {
          Effect: "Allow",
          Action: ["sts:AssumeRole", "sts:TagSession", "sts:SetSourceIdentity"],
          Principal: { Service: "rolesanywhere.amazonaws.com" },
          Condition: {
            ArnEquals: { "aws:SourceArn": this.trustAnchorArn },
            StringEquals: { "aws:PrincipalTag/x509Subject/CN": site.controllers.map((controller) => controller.name) },
          },
        },
      ]),
      permissionsBoundary: props.permissionsBoundaryArn,
      tags,
    });
    new IamRolePolicy(this, "policy", { name, role: this.role.id, policy: policyDocument(props.statements) });
    this.profile = new RolesanywhereProfile(this, "profile", {
      name,
      enabled: true,
      roleArns: [this.role.arn],
      durationSeconds: SESSION_SECONDS,
      tags,
    });
  }
}
