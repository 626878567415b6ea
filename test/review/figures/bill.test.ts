import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import services from "../../../lib/catalog/data/service-prices.json";
import { launchFacts } from "../../../lib/model/aws/launch-facts";
import { UNUSED_ITEMS } from "../../../lib/review/clouds/aws/bill/unused-items";
import { designOf } from "../../../lib/review/design";
import { costFigures } from "../../../lib/review/figures/cost";
import { quotasOf } from "../../../lib/review/quotas";
import { p5 } from "../p5-cluster";
import { ray } from "../ray-cluster";

const MONTH = 730;
const cost = (cluster: Parameters<typeof designOf>[0]) => costFigures(designOf(cluster));
const part = (cluster: Parameters<typeof designOf>[0], name: RegExp) =>
  cost(cluster).parts.find((p) => name.test(p.name))!;

describe("the bill", () => {
  it("counts metadata IOPS that are provisioned", () => {
    const without = cost(p5()).usdPerHour;
    const more = cost(p5({ scratch: { metadataIops: 192_000 } })).usdPerHour;
    expect((more - without) * MONTH).toBeCloseTo(192_000 * 0.055, 6);
  });

  it("counts the throughput of Intelligent-Tiering, and names the data that nobody knows", () => {
    const scratch = {
      storageType: "INTELLIGENT_TIERING",
      capacityGiB: null,
      throughputPerTiB: null,
      throughputMBps: 40_000,
    };
    expect(part(p5({ scratch }), /MB\/s of/).usdPerHour! * MONTH).toBeCloseTo(40_000 * 0.52, 6);
    expect(cost(p5({ scratch })).unpriced).toContain("data stored in Lustre scratch and its requests");
  });

  it("names a read cache that AWS sizes by the throughput, which has no published size", () => {
    const scratch = { storageType: "INTELLIGENT_TIERING", capacityGiB: null, throughputPerTiB: null };
    expect(cost(p5({ scratch: { ...scratch, readCacheGiB: "proportional" as const } })).unpriced).toContain(
      "SSD read cache of scratch, sized by its throughput",
    );
    expect(cost(p5({ scratch })).unpriced.filter((name) => /cache/.test(name))).toEqual([]);
  });

  it("counts public IP addresses of Azure, and names what has no price there", () => {
    const resources = { azurerm_public_ip: 2, azurerm_private_dns_zone: 1 };
    const azure = { ...p5({ cluster: { region: "westus", resources, schedulers: [] } }), cloud: "azure" as const };
    const addresses = part(azure, /public IP address/);
    expect(addresses.usdPerHour).toBeCloseTo(0.01);
    expect(addresses.note).toBe("0.005 USD per hour in eastus, 2026-04-03");
    expect(cost(azure).unpriced.join()).toMatch(/NAT gateway.*private DNS zone/);
  });

  describe("of the CloudWatch agent", () => {
    const agentPools = ["h100"];

    it("counts 326 metrics of a p5.48xlarge: 3 of the node, 64 of its GPUs, 256 of 32 EFA devices, 2 of Lustre and its health", () => {
      const metrics = part(
        p5({ monitoring: { agentPools }, pool: { nodes: { min: 0, max: 2 } } }),
        /metrics of 2 nodes/,
      );
      expect(metrics.name).toBe("652 CloudWatch metrics of 2 nodes (h100)");
      // 0.30 USD a month each, while nodes send them
      expect(metrics.usdPerHour! * MONTH).toBeCloseTo(195.6, 6);
      expect(metrics.usdPerHourIdle).toBe(0);
    });

    it("counts metrics above the first 10,000 at 0.10 USD", () => {
      const { parts } = cost(p5({ monitoring: { agentPools }, pool: { nodes: { min: 0, max: 64 } } }));
      const sum = parts
        .filter(({ name }) => / CloudWatch metrics /.test(name))
        .reduce((all, p) => all + p.usdPerHour!, 0);
      // 64 x 326 and 2 of the log group: 20,866
      expect(sum * MONTH).toBeCloseTo(10_000 * 0.3 + 10_866 * 0.1, 6);
    });

    it("names the logs of nodes, whose size nobody knows, and counts nothing of a pool without the agent", () => {
      expect(cost(p5({ monitoring: { agentPools } })).unpriced).toContain("logs and metric requests of nodes");
      expect(part(p5(), /CloudWatch metrics/)).toBeUndefined();
    });
  });

  it("has no head of a site's own Slurm, nor its database", () => {
    const { parts } = cost(
      p5({ slurm: { headInstanceType: "", accounting: "external", joins: "dc1", loginNodes: 0 } }),
    );
    expect(parts.filter(({ kind }) => kind === "head")).toEqual([]);
  });

  it("counts what root volumes are provisioned for beyond gp3's own", () => {
    const pool = { rootVolumeIops: 6000, rootVolumeMBps: 500 };
    const more = cost(p5({ pool })).usdPerHour - cost(p5()).usdPerHour;
    expect((more * MONTH) / p5().pools[0]!.nodes.max).toBeCloseTo(3000 * 0.005 + 375 * 0.04, 6);
  });

  const systemNodes = { instanceType: "m7i.2xlarge", nodes: 3, rootVolumeGiB: 100 };

  it("counts the system nodes of EKS, with nodes up and without, and in the quotas", () => {
    const design = ray({ kubernetes: { systemNodes } });
    const before = cost(ray({}));
    const volumes = (300 * 0.08) / MONTH;
    expect(cost(design).usdPerHourIdle - before.usdPerHourIdle).toBeCloseTo(3 * 0.4032 + volumes, 6);
    expect(quotasOf(designOf(design)).find(({ code }) => code === "L-1216C47A")).toMatchObject({ needed: 24 });
  });

  it("counts the nodes of Valkey and load balancers, and names a node type without a price", () => {
    const kubernetes = { stateStore: { nodeType: "cache.t4g.medium", nodes: 2 }, loadBalancers: 2 };
    const { parts } = cost(ray({ kubernetes }));
    expect(parts.find(({ name }) => name.includes("Valkey"))!.usdPerHour).toBeCloseTo(2 * 0.052, 9);
    const unknown = { stateStore: { nodeType: "cache.m9g.large", nodes: 2 }, loadBalancers: 0 };
    expect(cost(ray({ kubernetes: unknown })).unpriced).toContain("2 x cache.m9g.large, Valkey (ray)");
    expect(parts.find(({ name }) => name.startsWith("2 x load balancer"))!.usdPerHour).toBeCloseTo(0.045);
  });

  it("counts detailed monitoring by seven metrics a node, and as many fewer as nodes go", () => {
    const aws = { ...p5().pools[0]!.aws!, detailedMonitoring: true };
    const { nodes } = p5().pools[0]!;
    const [with_, without] = [
      cost(p5({ pool: { aws } })),
      cost(p5({ pool: { aws: { ...aws, detailedMonitoring: false } } })),
    ];
    expect(with_.usdPerHour - without.usdPerHour).toBeCloseTo((nodes.max * 7 * 0.3) / MONTH, 6);
    expect(with_.usdPerHourIdle - without.usdPerHourIdle).toBeCloseTo((nodes.min * 7 * 0.3) / MONTH, 6);
  });

  it("counts the link to a site: the tunnel, the attachment, two addresses of each resolver endpoint, and zones", () => {
    const resources = {
      aws_vpn_connection: 1,
      aws_ec2_transit_gateway_vpc_attachment: 1,
      aws_route53_resolver_endpoint: 2,
      aws_route53_zone: 1,
    };
    const more = cost(p5({ cluster: { resources } }));
    expect(more.usdPerHour - cost(p5()).usdPerHour).toBeCloseTo(0.05 + 0.05 + 2 * 2 * 0.125 + 0.5 / MONTH, 6);
    expect(more.unpriced.filter((name) => /VPN|transit|Route 53/.test(name))).toEqual([]);
  });

  it("counts resources that cost the same each", () => {
    const cluster = p5({ cluster: { resources: { aws_kms_key: 3, aws_secretsmanager_secret: 2, aws_eip: 1 } } });
    const more = cost(cluster).usdPerHour - cost(p5()).usdPerHour;
    expect(more).toBeCloseTo(3 / MONTH + 0.8 / MONTH + 0.005, 6);
  });

  it("names every item of the price list, or says why not", () => {
    const folder = join(__dirname, "../../../lib/review");
    const text = readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts") && !file.endsWith("unused-items.ts"))
      .map((file) => readFileSync(join(folder, file), "utf8"))
      .join("\n");
    const launches = launchFacts.map(([, { billed }]) => ("item" in billed ? billed.item : null));
    const named = (item: string) => text.includes(`"${item}"`) || launches.includes(item);
    const tier = /^(fsx-lustre-(persistent|scratch)|elasticache-valkey)/;
    const unnamed = services.map(({ item }) => item).filter((item) => !tier.test(item) && !named(item));
    expect(unnamed.sort()).toEqual(Object.keys(UNUSED_ITEMS).sort());
  });
});
