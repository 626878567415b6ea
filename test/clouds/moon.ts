import { TerraformProvider, TerraformResource, type TerraformStack } from "cdktf";
import { Construct } from "constructs";
import { findInstanceType } from "../../lib/catalog/instance-types";
import type { InstanceType } from "../../lib/catalog/types";
import type { Cloud } from "../../lib/clouds/cloud";
import { describeAs } from "../../lib/clouds/common/cluster-model";
import type { NodePool } from "../../lib/model/model";
import { awsFacts } from "../../lib/review/clouds/aws/aws-facts";
import { type Bill, free } from "../../lib/review/clouds/bill";
import type { CloudFacts } from "../../lib/review/clouds/cloud-facts";

/** A resource of the made-up provider. */
class MoonResource extends TerraformResource {
  constructor(
    scope: Construct,
    id: string,
    type: string,
    private readonly attributes: Record<string, unknown>,
  ) {
    super(scope, id, { terraformResourceType: `moon_${type}` });
  }

  protected override synthesizeAttributes() {
    return this.attributes;
  }
}

class MoonProvider extends TerraformProvider {
  constructor(
    stack: TerraformStack,
    private readonly region: string,
  ) {
    super(stack, "moon", { terraformResourceType: "moon", terraformProviderSource: "example/moon" });
  }

  protected override synthesizeAttributes() {
    return { region: this.region };
  }
}

const regionOf = (zone: string) => /^([a-z]+-\d)[a-z]$/.exec(zone)?.[1];

class ClusterNetwork extends Construct {
  public readonly region: string;
  public readonly clusterName: string;
  public readonly availabilityZone: string;

  constructor(scope: Construct, id: string, props: { availabilityZone: string; clusterName: string }) {
    super(scope, id);
    const region = regionOf(props.availabilityZone)!;
    const name = props.clusterName;
    this.region = region;
    this.availabilityZone = props.availabilityZone;
    this.clusterName = name;
    new MoonResource(this, "Resource", "network", { name, zone: props.availabilityZone });
    describeAs(this, () => ({
      cloud: "moon",
      networks: [
        {
          name,
          region,
          existing: false,
          egress: "nat",
          natGateways: 0,
          objectStorageEndpoint: false,
          privateEndpoints: [],
          flowLogs: true,
          dnsSupport: true,
          dnsHostnames: true,
          computeSubnets: [{ availabilityZone: props.availabilityZone, usableAddresses: 1000, public: false }],
        },
      ],
    }));
  }
}

class InfiniBandFabric extends Construct {
  constructor(scope: Construct, id: string, { network }: { network: ClusterNetwork }) {
    super(scope, id);
    new MoonResource(this, "Resource", "fabric", { network: network.clusterName });
    describeAs(this, () => ({
      fabrics: [
        {
          name: id,
          kind: "infiniband",
          availabilityZone: null,
        },
      ],
    }));
  }
}

interface PoolProps {
  readonly instanceType: string;
  readonly nodes: NodePool["nodes"];
  readonly fabric?: InfiniBandFabric;
}

class GpuNodePool extends Construct {
  public readonly name: string;
  public readonly instanceType: InstanceType;
  public readonly nodes: NodePool["nodes"];

  constructor(scope: Construct, id: string, { instanceType, nodes, fabric }: PoolProps) {
    super(scope, id);
    this.name = id;
    this.instanceType = findInstanceType(instanceType)!;
    this.nodes = nodes;
    new MoonResource(this, "Resource", "scale_set", { instance_type: instanceType, instances: nodes.max });
    const pool: NodePool = {
      name: id,
      instanceType,
      nodes,
      capacity: [
        { kind: "on-demand", reservationId: null, nodes: null, availabilityZone: null, startsOn: null, endsOn: null },
      ],
      fabric: fabric ? { name: fabric.node.id, devices: null, gbpsEach: null, gpuDirect: null } : null,
      placement: "none",
      availabilityZone: null,
      image: { family: "moon-linux", pinned: true },
      sharing: { kind: "none" },
      nvmeCache: null,
      mounts: [],
      rootVolumeGiB: 100,
      encrypted: true,
      healthChecked: true,
      labels: {},
      bootSeconds: 60,
      adoptedBy: null,
    };
    describeAs(this, () => ({ pools: [pool] }));
  }
}

const SOURCE = { source: "https://example.com/moon", checkedOn: "2026-11-23" };

/** A bill of the same attributes as another, none of which costs anything. */
const freeBill = <T>(of: Bill<T>) =>
  Object.fromEntries(Object.keys(of).map((key) => [key, free("not sold on the Moon")])) as unknown as Bill<T>;

/** A root volume costs by the piece and month; gateways and the like cost nothing. */
const pools: Bill<NodePool> = {
  ...freeBill(awsFacts.bill.pools),
  rootVolumeGiB: {
    lines: ({ name, nodes }) => [
      { name: `boulders of ${name}`, kind: "storage", item: "boulder-hour", perHour: nodes.max, idleShare: 0 },
    ],
  },
};

/** What the review has to know of it. */
const facts: CloudFacts = {
  name: "moon",
  title: "Moon",
  priceList: "https://example.com/moon",
  regions: ["mare-1", "mare-2"],
  acceleratedTypes: () => [],
  exampleRegion: "mare-1",
  referenceRegion: "mare-2",
  price: (item, region) =>
    item === "boulder-hour" ? { ...SOURCE, item, region, usd: 0.5, unit: "hour", pricedOn: "2026-11-01" } : undefined,
  bill: {
    pools,
    fileSystems: freeBill(awsFacts.bill.fileSystems),
    networks: freeBill(awsFacts.bill.networks),
    slurm: freeBill(awsFacts.bill.slurm),
    kubernetes: freeBill(awsFacts.bill.kubernetes),
    fleets: freeBill(awsFacts.bill.fleets),
    metrics: () => [],
    pieces: () => [],
  },
  contentItem: "dust-gb-month",
  traffic: { bytesPerGb: 1e9, betweenZones: null, throughNat: null, egress: [] },
  quotas: {
    claims: ({ pools: all }) =>
      all.map(({ pool }) => ({ code: "rocks", needed: pool.nodes.max, because: `nodes of ${pool.name}` })),
    row: (code) => ({ ...SOURCE, service: "surface", code, name: "Rocks", unit: "nodes", default: 2 }),
    unlisted: { service: "surface", source: SOURCE.source },
  },
  words: { objectStorage: "crater", access: "airlock", kubernetesBudget: false },
  candidate: {
    fabric: { kind: "infiniband" },
    nodes: { image: { family: "moon-linux", pinned: true }, rootVolumeGiB: 0 },
    lustre: { ...awsFacts.candidate.lustre, deploymentType: null, storageType: null },
    zoneOf: (region) => `${region}a`,
  },
};

/** A made-up cloud that has a network, a fabric and pools, and nothing else. */
export const moon: Cloud = {
  name: "moon",
  facts,
  title: "Moon",
  module: "warpform/moon",
  parts: { ClusterNetwork, InfiniBandFabric, GpuNodePool },
  catalog: { capacity: ["on-demand"], fileSystems: [] },
  adopters: [],
  bucketAccess: {
    grantRead: () => undefined,
    grantReadWrite: () => undefined,
    program: () => "",
    uri: () => "",
    uriProgram: () => "",
    behindLustre: () => ({}),
  },
  namePattern: /^[a-z]+$/,
  regionOf,
  declareProvider: (stack, region) => void new MoonProvider(stack, region),
  providerProgram: () => ({ import: "", statement: "" }),
};
