/**
 * Names of AWS' regions, those of China, GovCloud and the European Sovereign Cloud among them; checked on 2026-11-21.
 * @see https://docs.aws.amazon.com/global-infrastructure/latest/regions/aws-regions.html
 */
export const AWS_REGIONS: readonly string[] = [
  ...["us-east-1", "us-east-2", "us-west-1", "us-west-2", "us-gov-east-1", "us-gov-west-1"],
  ...["ca-central-1", "ca-west-1", "mx-central-1", "sa-east-1"],
  ...["eu-central-1", "eu-central-2", "eu-north-1", "eu-south-1", "eu-south-2", "eu-west-1", "eu-west-2", "eu-west-3"],
  ...["eusc-de-east-1", "il-central-1", "me-central-1", "me-south-1", "af-south-1"],
  ...["ap-east-1", "ap-east-2", "ap-northeast-1", "ap-northeast-2", "ap-northeast-3", "ap-south-1", "ap-south-2"],
  ...["ap-southeast-1", "ap-southeast-2", "ap-southeast-3", "ap-southeast-4", "ap-southeast-5", "ap-southeast-6"],
  ...["ap-southeast-7", "cn-north-1", "cn-northwest-1"],
];

/**
 * Names of Azure's public Regions; those of governments and China, of tests and stages are left out.
 * @see https://learn.microsoft.com/azure/reliability/regions-list, SpareCores/sc-data-dumps data/region/azure (2026-01-31)
 */
export const AZURE_REGIONS: readonly string[] = [
  ...["australiacentral", "australiacentral2", "australiaeast", "australiasoutheast", "austriaeast", "belgiumcentral"],
  ...["brazilsouth", "brazilsoutheast", "canadacentral", "canadaeast", "centralindia", "centralus"],
  ...["chilecentral", "eastasia", "eastus", "eastus2", "francecentral", "francesouth"],
  ...["germanynorth", "germanywestcentral", "indonesiacentral", "israelcentral", "italynorth", "japaneast"],
  ...["japanwest", "jioindiacentral", "jioindiawest", "koreacentral", "koreasouth", "malaysiawest"],
  ...["mexicocentral", "newzealandnorth", "northcentralus", "northeurope", "norwayeast", "norwaywest"],
  ...["polandcentral", "qatarcentral", "southafricanorth", "southafricawest", "southcentralus", "southeastasia"],
  ...["southindia", "spaincentral", "swedencentral", "switzerlandnorth", "switzerlandwest", "uaecentral"],
  ...["uaenorth", "uksouth", "ukwest", "westcentralus", "westeurope", "westindia"],
  ...["westus", "westus2", "westus3"],
];

/**
 * Those of them that have no availability zones, where a resource with a zone is refused.
 * @see https://learn.microsoft.com/azure/reliability/regions-list (column "Availability zone support"; the Jio Regions are not in it)
 */
export const AZURE_REGIONS_WITHOUT_ZONES: readonly string[] = [
  ...["australiacentral", "australiacentral2", "australiasoutheast", "brazilsoutheast", "canadaeast", "francesouth"],
  ...["germanynorth", "koreasouth", "northcentralus", "norwaywest", "southafricawest", "southindia"],
  ...["switzerlandwest", "uaecentral", "ukwest", "westcentralus", "westindia", "westus"],
];

/** The first zone of a Region, `eastus-1`; the Region alone where it has no zones. */
export const azureZoneOf = (region: string): string =>
  AZURE_REGIONS_WITHOUT_ZONES.includes(region) ? region : `${region}-1`;
