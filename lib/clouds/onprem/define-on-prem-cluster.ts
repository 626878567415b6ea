import type { Problems } from "../../errors";
import { checkedProps } from "../../props/check-props";
import { withDefaults } from "../../props/with-defaults";
import { checkWorkload } from "../../review/check-workload";
import { checkOwnership } from "../../sizing/cost/ownership-quote";
import { planCables } from "./fabric/cabling";
import { type PlannedTree, planTree } from "./fabric/plan-fabric";
import { growthSteps, planWiring } from "./fabric/plan-growth";
import { planRouting } from "./fabric/plan-routing";
import { readGuids } from "./fabric/port-guids";
import { tenantsOf } from "./fabric/tenants";
import { hostAddresses, readRanges } from "./network/address-plan";
import { checkServices } from "./network/check-services";
import { cephDevices } from "./pools/ceph-devices";
import { readHosts } from "./pools/host-records";
import { planPools } from "./pools/plan-pools";
import { domainNodes, purchasesOf } from "./pools/purchases";
import { placesOf, planRacks } from "./pools/rack-plan";
import { planProvisioning } from "./provisioning/plan-provisioning";
import type { OnPremClusterProps, SiteOptions } from "./shared/on-prem-cluster-props";
import { FABRIC, FILE_SYSTEM, ON_PREM_CLUSTER, ROUTING, SITE, SLURM } from "./shared/on-prem-cluster-table";
import type {
  OnPremDefinition,
  OnPremFabric,
  OnPremFileSystem,
  OnPremNode,
  OnPremPool,
  Place,
  Rack,
  ServiceHost,
  Site,
} from "./shared/on-prem-definition";
import type { PlannedPool } from "./shared/planned-pool";
import { checkSlurm, defineSlurm } from "./slurm/define-slurm";
import { checkSources } from "./storage/check-sources";
import { cephMount, type PlannedCeph, placedCeph, planCeph } from "./storage/plan-ceph";

function siteOf(name: string, given: SiteOptions): Site {
  return {
    ...withDefaults(SITE, given),
    name,
    rackCoolingKilowatts: given.rackCoolingKilowatts ?? given.rackKilowatts,
    powerKilowatts: given.powerKilowatts ?? null,
  };
}

/** Racks that cannot take one of a pool's servers, a whole NVLink domain where that is of several, or the storage's: by height, power or cooling. */
function checkRacks(problems: Problems, site: Site, pools: readonly PlannedPool[], storage?: PlannedCeph): void {
  const servers = [
    ...pools.map(({ name, type, names }) => {
      const together = Math.max(1, Math.min(domainNodes(type), names.length));
      return {
        at: `pools.${name}.machine`,
        name: together > 1 ? `NVLink domain of ${together} ${type.name}` : type.name,
        units: type.rackUnits * together,
        watts: type.nameplateWatts * together,
      };
    }),
    ...(storage === undefined
      ? []
      : [
          {
            at: "ceph.server",
            name: storage.server.model,
            units: storage.server.rackUnits,
            watts: storage.server.watts ?? 0,
          },
        ]),
  ];
  for (const { at, name, units, watts } of servers) {
    const limits = [
      ["site.rackUnits", units, site.rackUnits, "rack units"],
      ["site.rackKilowatts", watts / 1000, site.rackKilowatts, "kW"],
      ["site.rackCoolingKilowatts", watts / 1000, site.rackCoolingKilowatts, "kW"],
    ] as const;
    for (const [limit, needs, has, unit] of limits) {
      // Cooling is that of the power where it is not given: one mistake.
      if (needs <= has || (limit === "site.rackCoolingKilowatts" && has === site.rackKilowatts)) continue;
      problems.add(
        "conflict",
        limit,
        `${limit} must be at least the ${needs} ${unit} of one ${name} (${at}), got ${has}; use racks of ${Math.ceil(needs)} ${unit} or more`,
      );
    }
  }
}

function servicesOf(
  problems: Problems,
  props: OnPremClusterProps,
  ranges: ReturnType<typeof readRanges>,
  storage: readonly string[],
): ServiceHost[] {
  const hosts = [
    ...(props.slurm?.controllers ?? []).map((name) => ({ name, role: "controller" as const })),
    ...(props.slurm?.loginNodes ?? []).map((name) => ({ name, role: "login" as const })),
    ...(props.fabric?.subnetManagers ?? [])
      .filter((name) => !props.slurm?.controllers.includes(name))
      .map((name) => ({ name, role: "subnet-manager" as const })),
    ...storage.map((name) => ({ name, role: "storage" as const })),
  ];
  const addresses = ranges ? hostAddresses(problems, "serviceCidr", ranges.serviceCidr, hosts.length) : [];
  return hosts.map((host, index) => ({ ...host, address: addresses[index] ?? "" }));
}

/** Where a fabric is. */
interface FabricSite {
  readonly site: Site;
  /** Those of later purchases too. */
  readonly racks: readonly Rack[];
  readonly places: ReadonlyMap<string, Place>;
  readonly pools: readonly PlannedPool[];
}

function fabricOf(
  problems: Problems,
  props: OnPremClusterProps,
  planned: PlannedTree,
  nodes: readonly OnPremNode[],
  { site, racks, places, pools }: FabricSite,
): OnPremFabric {
  const { model, tree } = planned;
  const options = withDefaults(FABRIC, props.fabric!);
  const nodeNames = nodes.map(({ name }) => name);
  const all = planWiring(planned, nodeNames);
  const wiring = all.at(nodes.length);
  const ports = [
    ...nodes.map(({ name, type }) => ({ name, ports: type.fabric.ports })),
    ...[...(options.subnetManagers ?? []), ...wiring.extras].map((name) => ({ name, ports: 1 })),
  ];
  const switchNames = wiring.switches.map(({ name }) => name);
  const guids = options.guids === undefined ? undefined : readGuids(problems, options.guids, ports, switchNames);
  if (options.tenants !== undefined && guids === undefined)
    problems.add(
      "required",
      "fabric.guids",
      "fabric.guids is required with tenants, whose members are port GUIDs; give the CSV device,port,guid that ibstat's output fills",
    );
  const known = guids?.ports ?? new Map<string, readonly string[]>();
  const switches = wiring.switches.map((planned) => ({
    name: planned.name,
    planned,
    ...places.get(planned.name)!,
    guid: guids?.switches.get(planned.name) ?? null,
  }));
  const cabling = planCables(all, wiring, places, racks, {
    site,
    model,
    types: new Map(nodes.map(({ name, type }) => [name, type])),
    subnetManagers: options.subnetManagers ?? [],
  });
  return {
    model,
    tree,
    growth: growthSteps(planned, all, nodes.length, pools, racks),
    oversubscription: Math.max(1, tree.oversubscription.leaf),
    subnetManager: options.subnetManager,
    switches,
    ...cabling,
    portGuids: Object.fromEntries(known),
    tenants: guids === undefined ? [] : tenantsOf(problems, options.tenants ?? {}, nodeNames, known),
    routing:
      options.routing === undefined
        ? null
        : planRouting(
            problems,
            { network: props.network, routing: withDefaults(ROUTING, options.routing) },
            { model, tree, switches, cables: cabling.cables },
            all.whole,
            (node) => nodes.find(({ name }) => name === node)?.type.fabric.linkGbps,
          ),
  };
}

/** What a file system is, with every default. */
function fileSystemsOf({ fileSystems = {} }: OnPremClusterProps): readonly OnPremFileSystem[] {
  return Object.entries(fileSystems).map(([name, given]) => ({
    name,
    ...withDefaults(FILE_SYSTEM, given),
    capacityTiB: given.capacityTiB ?? null,
    throughputMBps: given.throughputMBps ?? null,
  }));
}

/**
 * A cluster on premises with every default and derived value.
 * @throws WarpformError with all problems of the props at once
 */
export function defineOnPremCluster(props: OnPremClusterProps, where = "OnPremCluster"): OnPremDefinition {
  const problems = checkedProps(where, ON_PREM_CLUSTER, props);
  const site = siteOf(props.site.name ?? props.name, props.site);
  const planned = planPools(problems, props.pools);
  const { ownership, workload } = props;
  if (ownership !== undefined) checkOwnership(problems, ownership);
  if (workload !== undefined) problems.attempt(() => checkWorkload(workload));
  const ranges = readRanges(problems, props.network);
  const tree = props.fabric ? planTree(problems, props.fabric, planned) : undefined;
  const storage = planCeph(problems, props.ceph);
  checkRacks(problems, site, planned, storage);
  const services = servicesOf(problems, props, ranges, storage?.names ?? []);
  const names = planned.flatMap((pool) => pool.names);
  checkServices(problems, services, names);
  if (storage !== undefined && props.fileSystems?.[storage.name] !== undefined)
    problems.add(
      "duplicate",
      "ceph.name",
      `ceph.name must differ from those of fileSystems, got ${storage.name}; use another`,
    );
  checkSources(problems, props);
  const hosts = props.hosts === undefined ? undefined : readHosts(problems, props.hosts, names);
  const addresses = ranges ? hostAddresses(problems, "nodeCidr", ranges.nodeCidr, names.length) : [];
  const bmcs = ranges?.bmcCidr ? hostAddresses(problems, "bmcCidr", ranges.bmcCidr, names.length) : [];
  const racks = planRacks(site, purchasesOf(planned, tree, services, cephDevices(storage)));
  const places = placesOf(racks);
  const ceph = placedCeph(storage, services, places);
  const bought = tree?.steps.indexOf(names.length) ?? 0;
  let index = 0;
  const pools: readonly OnPremPool[] = planned.map(({ name: pool, type, names: own, spares, labels }) => ({
    name: pool,
    type,
    labels,
    nodes: own.map((name, seat) => {
      const at = index++;
      const record = hosts?.get(name) ?? { serial: null, bmcMac: null, bootMac: null };
      const spare = seat >= own.length - spares;
      return {
        name,
        pool,
        type,
        spare,
        address: addresses[at] ?? "0.0.0.0",
        bmcAddress: bmcs[at] ?? null,
        ...places.get(name)!,
        ...record,
      };
    }),
  }));
  const nodes = pools.flatMap((pool) => pool.nodes);
  // Names that are missing or there twice can be placed nowhere; all that is wrong beside them is told too.
  const named = planned.length === Object.keys(props.pools).length && planned.every((pool) => pool.names.length > 0);
  const placed = named && new Set(names).size === names.length;
  const fabric =
    tree && placed ? fabricOf(problems, props, tree, nodes, { site, racks, places, pools: planned }) : null;
  // Of pools with problems of their own, the scheduler would report the same in other words.
  const sound = placed && !problems.all.some(({ path }) => path.startsWith("pools"));
  const before = problems.all.length;
  if (props.slurm) checkSlurm(problems, props.slurm, Object.keys(props.pools));
  const slurm =
    props.slurm && sound && problems.all.length === before
      ? defineSlurm(problems, props.name, props.slurm, pools, nodes, tree ?? null)
      : null;
  const provisioning = planProvisioning(problems, props, nodes);
  problems.throwIfAny(where);
  return {
    name: props.name,
    domain: props.network.domain,
    cidrs: { node: props.network.nodeCidr, bmc: props.network.bmcCidr ?? null, service: props.network.serviceCidr },
    site,
    purchase: bought,
    racks: racks.filter(({ purchase }) => purchase <= bought),
    pools,
    nodes,
    services,
    fabric,
    slurm,
    ceph,
    fileSystems: [...fileSystemsOf(props), ...(storage && ceph ? [cephMount(storage, ceph.monitors, props.name)] : [])],
    burst: props.slurm?.burst ?? SLURM.burst.default,
    provisioning,
    netbox: props.netbox ?? ON_PREM_CLUSTER.netbox.default,
    alertmanagers: props.alertmanagers ?? [],
    workload: workload ?? null,
    ownership: ownership ?? null,
  };
}
