import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

// The files as AWS writes them, cut to a few rows and, of EC2's 90 columns, those around the price (order and quotes as of version 20250912225308):
// https://docs.aws.amazon.com/awsaccountbilling/latest/aboutv2/reading-service-price-list-file-for-services.html
const DISCLAIMER =
  "This pricing list is for informational purposes only. All prices are subject to the additional terms included in the pricing pages on http://aws.amazon.com";
const about = (code: string, quote: (cell: string) => string) =>
  [
    ["FormatVersion", "v1.0"],
    ["Disclaimer", `${DISCLAIMER}. All Free Tier prices are also subject to the terms`],
    ["Publication Date", "2026-11-24T22:53:08Z"],
    ["Version", "20261124225308"],
    ["OfferCode", code],
  ].map((row) => row.map(quote).join(","));
const quoted = (cell: string) => (cell === "" ? "" : `"${cell.replaceAll('"', '""')}"`);
const plain = (cell: string) => cell;

const EC2 = [
  ...["SKU", "OfferTermCode", "RateCode", "TermType", "PriceDescription", "EffectiveDate", "StartingRange"],
  ...["EndingRange", "Unit", "PricePerUnit", "Currency", "Product Family", "Instance Type", "Storage", "Tenancy"],
  ...["Operating System", "usageType", "operation", "CapacityStatus", "MarketOption", "Pre Installed S/W"],
  "Region Code",
];
type Cells = Readonly<Record<string, string>>;
const line = (columns: readonly string[], cells: Cells, quote: (cell: string) => string) =>
  columns.map((column) => quote(cells[column] ?? "")).join(",");

export const p5: Cells = {
  SKU: "2223B6PCG6QAUYY6",
  TermType: "OnDemand",
  PriceDescription: "$61.2 per On Demand Linux p5.48xlarge Instance Hour",
  Unit: "Hrs",
  PricePerUnit: "61.2000000000",
  Currency: "USD",
  "Product Family": "Compute Instance",
  "Instance Type": "p5.48xlarge",
  Storage: '8 x 3.8TB "NVMe", SSD',
  Tenancy: "Shared",
  "Operating System": "Linux",
  usageType: "APN1-BoxUsage:p5.48xlarge",
  operation: "RunInstances",
  CapacityStatus: "Used",
  MarketOption: "OnDemand",
  "Pre Installed S/W": "NA",
  "Region Code": "ap-northeast-1",
};
const service = (usageType: string, Unit: string, PricePerUnit: string): Cells => ({
  SKU: "9F25CQRR8AA58QZS",
  TermType: "OnDemand",
  Unit,
  PricePerUnit,
  Currency: "USD",
  usageType,
  "Region Code": "ap-northeast-1",
});

/** EC2's list of a Region; other tenancies, systems, terms and unused capacity beside the plain row. */
export const ec2 = (row: Cells = p5): string =>
  `${[
    ...about("AmazonEC2", quoted),
    EC2.map(quoted).join(","),
    ...[
      { ...p5, Tenancy: "Dedicated", PricePerUnit: "67.3" },
      { ...p5, "Operating System": "Windows", PricePerUnit: "70.1" },
      { ...p5, TermType: "Reserved", PricePerUnit: "30.2" },
      { ...p5, CapacityStatus: "UnusedCapacityReservation" },
      { ...p5, PricePerUnit: "0.0000000000" },
      row,
      service("APN1-NatGateway-Bytes", "GB", "0.0520000000"),
      service("APN1-NatGateway-Hours", "Hrs", "0.0520000000"),
      service("APN1-EBS:VolumeUsage.gp3", "GB-Mo", "0.0952000000"),
    ].map((cells) => line(EC2, cells, quoted)),
  ].join("\n")}\n`;

const FSX = [
  ...["SKU", "OfferTermCode", "RateCode", "TermType", "PriceDescription", "EffectiveDate", "Unit", "PricePerUnit"],
  ...["Currency", "Product Family", "usageType", "operation", "Region Code", "File system type", "Throughput capacity"],
];
export const fsx = (): string =>
  `${[
    ...about("AmazonFSx", quoted),
    FSX.map(quoted).join(","),
    ...[
      { ...service("APN1-Storage", "GB-Mo", "0.1690000000"), operation: "CreateFileSystem:Lustre" },
      { ...service("APN1-Storage.SSD.250", "GB-Mo", "0.2530000000"), operation: "CreateFileSystem:Lustre" },
      { ...service("APN1-Storage.SSD.250", "GB-Mo", "9.9900000000"), operation: "CreateFileSystem:OpenZFS" },
    ].map((cells) => line(FSX, cells, quoted)),
  ].join("\n")}\n`;

const PLAN = [
  ...["SKU", "RateCode", "Unit", "EffectiveDate", "DiscountedRate", "Currency", "DiscountedSKU"],
  ...["DiscountedServiceCode", "DiscountedUsageType", "DiscountedOperation", "PurchaseOption", "LeaseContractLength"],
  ...["LeaseContractLengthUnit", "ServiceCode", "UsageType", "Operation", "Description", "Instance Family", "Location"],
  ...["Location Type", "Granularity", "Product Family", "DiscountedRegionCode", "DiscountedInstanceType"],
];
const plan: Cells = {
  SKU: "2JT7C3ZD2AXA73Q4",
  Unit: "Hrs",
  DiscountedRate: "44.7",
  Currency: "USD",
  DiscountedServiceCode: "AmazonEC2",
  DiscountedUsageType: "APN1-BoxUsage:p5.48xlarge",
  DiscountedOperation: "RunInstances",
  PurchaseOption: "No Upfront",
  LeaseContractLength: "1",
  LeaseContractLengthUnit: "year",
  "Product Family": "ComputeSavingsPlans",
  DiscountedRegionCode: "ap-northeast-1",
  DiscountedInstanceType: "p5.48xlarge",
};
export const plans = (): string =>
  `${[
    ...about("AmazonComputeSavingsPlan", plain),
    PLAN.join(","),
    ...[
      { ...plan, "Product Family": "EC2InstanceSavingsPlans", DiscountedRate: "40.1" },
      { ...plan, PurchaseOption: "All Upfront", DiscountedRate: "41.5" },
      { ...plan, DiscountedUsageType: "APN1-UnusedBox:p5.48xlarge", DiscountedRate: "44.9" },
      plan,
      { ...plan, LeaseContractLength: "3", DiscountedRate: "27.9" },
    ].map((cells) => line(PLAN, cells, plain)),
  ].join("\n")}\n`;

const INDEX = "/savingsPlan/v1.0/aws/AWSComputeSavingsPlan/current/region_index.json";
const VERSION = "/savingsPlan/v1.0/aws/AWSComputeSavingsPlan/20261124184447/ap-northeast-1";

/** Paths of the public lists with what AWS answers at each. */
export const ANSWERS: Readonly<Record<string, string>> = {
  "/offers/v1.0/aws/AmazonEC2/current/ap-northeast-1/index.csv": ec2(),
  "/offers/v1.0/aws/AmazonFSx/current/ap-northeast-1/index.csv": fsx(),
  [INDEX]: JSON.stringify({ regions: [{ regionCode: "ap-northeast-1", versionUrl: `${VERSION}/index.json` }] }),
  [`${VERSION}/index.csv`]: plans(),
};

/** A server with the answers of `answersOf`, 404 for all else; `half` sends half of what it announced. */
export async function priceListServer(
  answersOf: () => Readonly<Record<string, string>>,
  half: () => boolean = () => false,
): Promise<{ readonly server: Server; readonly url: string }> {
  const server = createServer((request, response) => {
    const text = answersOf()[request.url ?? ""];
    if (text === undefined) {
      response.writeHead(404, { "content-type": "application/xml" }).end("<Error><Code>NoSuchKey</Code></Error>");
      return;
    }
    response.writeHead(200, { "content-type": "text/csv", "content-length": Buffer.byteLength(text) });
    if (!half()) response.end(text);
    else response.write(text.slice(0, text.length / 2), () => response.destroy());
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
