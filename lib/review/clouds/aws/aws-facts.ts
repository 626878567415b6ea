import { acceleratedInstanceTypes } from "../../../catalog/instance-types";
import { servicePrice } from "../../../catalog/prices";
import { AWS_REGIONS } from "../../../catalog/regions";
import { serviceQuota } from "../../../catalog/service-quotas";
import { DETAILED_MONITORING, ROOT_VOLUME } from "../../../model/aws/pool-defaults";
import { GIB } from "../../../units/bytes";
import type { CloudFacts } from "../cloud-facts";
import { FSX_LUSTRE } from "../fsx-lustre";
import { metricLines } from "./bill/metric-bill";
import { NETWORK_BILL } from "./bill/network-bill";
import { POOL_BILL } from "./bill/pool-bill";
import { pieceLines } from "./bill/resource-bill";
import { FLEET_BILL, KUBERNETES_BILL, SLURM_BILL } from "./bill/scheduler-bill";
import { FILE_SYSTEM_BILL } from "./bill/storage-bill";
import { awsClaims } from "./claims";

/** GB of egress that are free each month over all Regions. @see https://aws.amazon.com/ec2/pricing/on-demand/#Data_Transfer */
const FREE_GB = 100;

/** What the review has to know of AWS. */
export const awsFacts: CloudFacts = {
  name: "aws",
  lustreExport: ({ dataRepositories }) =>
    `add a data repository association for the checkpoint directory with autoExport NEW, CHANGED and DELETED to dataRepositories${dataRepositories.some(({ path }) => path === "/") ? ", in place of importFrom" : ""}`,
  title: "AWS",
  priceList: "https://aws.amazon.com/ec2/pricing/on-demand/",
  regions: AWS_REGIONS,
  acceleratedTypes: acceleratedInstanceTypes,
  exampleRegion: "us-east-2",
  referenceRegion: "us-east-1",
  price: servicePrice,
  // of 2024, over all its data centers
  pue: { value: 1.15, source: "https://sustainability.aboutamazon.com/products-services/aws-cloud" },
  bill: {
    fileSystems: FILE_SYSTEM_BILL,
    pools: POOL_BILL,
    networks: NETWORK_BILL,
    slurm: SLURM_BILL,
    kubernetes: KUBERNETES_BILL,
    fleets: FLEET_BILL,
    metrics: metricLines,
    pieces: pieceLines,
  },
  // The Standard tier at its first 50 TB, which other tiers and amounts are below.
  contentItem: "s3-standard-gb-month",
  traffic: {
    bytesPerGb: GIB,
    betweenZones: { item: "availability-zone-transfer-gb", times: 2 },
    throughNat: { item: "nat-gateway-gb" },
    egress: [
      { item: "internet-egress-gb", fromGb: FREE_GB },
      { item: "internet-egress-over-10tb-gb", fromGb: 10 * 1024 },
      { item: "internet-egress-over-50tb-gb", fromGb: 50 * 1024 },
      { item: "internet-egress-over-150tb-gb", fromGb: 150 * 1024 },
    ],
  },
  quotas: {
    claims: awsClaims,
    row: serviceQuota,
    unlisted: {
      service: "ec2",
      source: "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-resource-limits.html",
    },
  },
  everyAdopter: true,
  servesRegions: true,
  refreshesPrices: true,
  words: { objectStorage: "S3", access: "Session Manager", kubernetesBudget: true },
  types: {
    head: { x86_64: "m7i.2xlarge", arm64: "m7g.2xlarge" },
    nvlink: "p4d.24xlarge or p5.48xlarge",
    eightBit: "g6e or p5",
    fourBit: "p6-b200.48xlarge",
  },
  candidate: {
    fabric: { kind: "efa" },
    nodes: {
      image: { family: "dlami-ubuntu-24.04", pinned: false },
      rootVolumeGiB: ROOT_VOLUME.sizeGiB,
      rootVolumeIops: ROOT_VOLUME.iops,
      rootVolumeMBps: ROOT_VOLUME.throughputMBps,
      aws: {
        networkInterfaces: [],
        imdsV2Required: true,
        imdsHopLimit: 2,
        detailedMonitoring: DETAILED_MONITORING,
      },
    },
    lustre: { deploymentType: "PERSISTENT_2", storageType: "SSD", ...FSX_LUSTRE },
    zoneOf: (region) => `${region}a`,
  },
};
