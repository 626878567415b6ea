/** Where a cluster is made, as the key `cloud` of a blueprint has it. */
export type Place = "aws" | "azure" | "kubernetes" | "onprem";

/** Provider's bindings for each CDK; a cluster that exists needs none. */
const BINDINGS: Readonly<Record<Place, Readonly<Record<"cdktf" | "cdktn", readonly string[]>>>> = {
  aws: { cdktf: ["@cdktf/provider-aws"], cdktn: ["@cdktn/provider-aws"] },
  azure: { cdktf: ["@cdktf/provider-azurerm"], cdktn: [] },
  kubernetes: { cdktf: [], cdktn: [] },
  onprem: { cdktf: [], cdktn: [] },
};

/** Providers of Pulumi; growth of Azure Managed Lustre is a `Command`. */
const PULUMI: Readonly<Record<Place, readonly string[]>> = {
  aws: ["@pulumi/aws", "@pulumi/kubernetes"],
  azure: ["@pulumi/azure", "@pulumi/command", "@pulumi/kubernetes"],
  kubernetes: ["@pulumi/kubernetes"],
  onprem: [],
};

/** The packages that a CDK needs for a cloud: optional peers of warpform, so that nobody installs those of a cloud not in use. */
export const cdkPackages = (cdk: "cdktf" | "cdktn", place: Place = "aws"): readonly string[] => [
  cdk,
  ...BINDINGS[place][cdk],
  "constructs",
];

/** The same for Pulumi, without the CDK that declares the cluster. */
export const pulumiPackages = (place: Place = "aws"): readonly string[] => ["@pulumi/pulumi", ...PULUMI[place]];
