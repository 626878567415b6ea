import { regionOf } from "../aws/names";
import { findInstanceType } from "../catalog/instance-types";
import { Code, literal, Variables } from "./program-text";
import type { Blueprint } from "./schema";
import { workloadOf } from "./workload";

type Named = ReadonlyMap<string, Code>;
type Pool = Blueprint["pools"][string];
type Mounts = Pool["mounts"];
type Source = NonNullable<Pool["capacity"]>[number];

/**
 * The TypeScript program that builds what a blueprint builds: the same stack, byte for byte. It holds only what the blueprint
 * says, so that the constructs' defaults stay defaults. The blueprint must be one that `buildBlueprint` takes.
 */
export function ejectBlueprint(blueprint: Blueprint): string {
  return new Ejection(blueprint).text();
}

class Ejection {
  private readonly constructs = new Set<string>();
  private readonly variables = new Variables();
  private readonly lines: string[] = [];
  private readonly network = new Code(this.variables.name("network", "network"));
  private readonly fabric: Code | undefined;

  constructor(private readonly blueprint: Blueprint) {
    this.fabric = blueprint.fabric && new Code(this.variables.name("fabric", "fabric"));
  }

  public text(): string {
    const body = this.body();
    const { availabilityZone } = this.blueprint.network;
    const region = regionOf(availabilityZone);
    const { workload } = this.blueprint;
    return [
      ...(this.blueprint.description === undefined
        ? []
        : [`// ${this.blueprint.description.replaceAll("\n", "\n// ")}`]),
      'import { AwsProvider } from "@cdktf/provider-aws/lib/provider";',
      'import { App, TerraformStack } from "cdktf";',
      importOf([...this.constructs].sort()),
      ...(workload === undefined ? [] : ['import { modelArchitecture } from "warpform/catalog";']),
      "",
      "const app = new App();",
      `const stack = new TerraformStack(app, ${literal(this.blueprint.name)});`,
      ...(region === undefined ? [] : [`new AwsProvider(stack, "aws", { region: ${literal(region)} });`]),
      "",
      ...body,
      "",
      "app.synth();",
      "",
    ].join("\n");
  }

  private body(): string[] {
    this.addNetwork();
    if (this.fabric)
      this.make("InfiniBandFabric", "fabric", { network: this.network, ...this.blueprint.fabric }, this.fabric);
    const buckets = this.addBuckets();
    const fileSystems = this.addFileSystems(buckets);
    const pools = this.addPools(buckets, fileSystems);
    for (const [name, { pool, ...fleet }] of Object.entries(this.blueprint.fleets ?? {})) {
      this.make("NodeFleet", name, { pool: pools.get(pool), ...fleet });
    }
    this.addSlurm(pools, fileSystems);
    this.addKubeRay(pools);
    this.addMonitoring(pools, fileSystems);
    this.addReview();
    return this.lines;
  }

  private addNetwork(): void {
    const { existing, ...network } = this.blueprint.network;
    const clusterName = network.clusterName ?? this.blueprint.name;
    if (existing === undefined) {
      this.make("ClusterNetwork", "network", { ...network, clusterName }, this.network);
      return;
    }
    const { availabilityZone, egress, tags, privateZoneName } = network;
    const props = { availabilityZone, egress, tags, privateZoneName, ...existing, clusterName };
    this.constructs.add("ClusterNetwork");
    const head = `const ${this.network.text} = ClusterNetwork.import(stack, "network", `;
    this.lines.push(`${head}${literal(props, 0, head.length + 2)});`);
  }

  private addBuckets(): Named {
    const buckets = Object.entries(this.blueprint.buckets ?? {});
    return new Map(
      buckets.map(([name, props]) => {
        const variable = new Code(this.variables.name(name, "bucket"));
        this.make("CheckpointBucket", name, { network: this.network, ...props }, variable);
        return [name, variable];
      }),
    );
  }

  private addFileSystems(buckets: Named): Named {
    const fileSystems = Object.entries(this.blueprint.fileSystems ?? {});
    return new Map(
      fileSystems.map(([name, fileSystem]) => {
        const variable = new Code(this.variables.name(name, "storage"));
        if (fileSystem.kind === "efs") {
          const { kind: _, ...props } = fileSystem;
          this.make("SharedHome", name, { network: this.network, ...props }, variable);
        } else {
          const { kind: _, efa, importFrom, dataRepositories, ...props } = fileSystem;
          const repositories = dataRepositories?.map(({ bucket, ...rest }) => ({
            bucket: buckets.get(bucket),
            ...rest,
          }));
          const lustre = {
            network: this.network,
            ...props,
            fabric: efa ? this.fabric : undefined,
            importFrom: importFrom === undefined ? undefined : buckets.get(importFrom),
            dataRepositories: repositories,
          };
          this.make("LustreStorage", name, lustre, variable);
        }
        return [name, variable];
      }),
    );
  }

  private addPools(buckets: Named, fileSystems: Named): Named {
    return new Map(
      Object.entries(this.blueprint.pools).map(([name, pool]) => {
        const variable = new Code(this.variables.name(name, "pool"));
        this.make("GpuNodePool", name, this.poolProps(pool, fileSystems), variable);
        for (const bucket of pool.buckets ?? []) {
          this.lines.push(`${variable.text}.grant(...${buckets.get(bucket)!.text}.readWriteStatements());`);
        }
        return [name, variable];
      }),
    );
  }

  private poolProps(pool: Pool, fileSystems: Named): Readonly<Record<string, unknown>> {
    const { instanceType, nodes, capacity, nvmeCachePath, rootVolumeGiB, labels, permissionsBoundaryArn } = pool;
    const hasEfa = (findInstanceType(instanceType)?.maxEfaInterfaces ?? 0) > 0;
    return {
      network: this.network,
      fabric: (pool.fabric ?? hasEfa) ? this.fabric : undefined,
      instanceType,
      nodes,
      capacity: capacity?.map((source) => this.capacity(source)),
      placement: this.placement(pool),
      image: this.image(pool),
      nvmeCache: nvmeCachePath === undefined ? undefined : this.made("NvmeCache", { mountPath: nvmeCachePath }),
      mounts: this.mounts(pool.mounts, fileSystems),
      gpuSharing: this.sharing(pool),
      rootVolumeGiB,
      labels,
      permissionsBoundaryArn,
    };
  }

  private capacity(source: Source): Code {
    switch (source.kind) {
      case "block": {
        const { reservationId, kind: _, ...options } = source;
        return this.call("Capacity", "block", reservationId, options);
      }
      case "reservation":
        return this.call("Capacity", "reservation", source.reservationId, { nodes: source.nodes });
      case "spot":
        return this.call("Capacity", "spot", { nodes: source.nodes });
      case "on-demand":
        return this.call("Capacity", "onDemand", { nodes: source.nodes });
    }
  }

  private placement({ placement, placementGroupName }: Pool): Code | undefined {
    if (placementGroupName !== undefined) return this.call("Placement", "existing", placementGroupName);
    if (placement === undefined) return undefined;
    return this.call("Placement", placement);
  }

  private image({ image, instanceType }: Pool): Code | undefined {
    if (image === undefined) return undefined;
    const os = image.os ?? "ubuntu-24.04";
    if (image.amiId !== undefined) return this.call("Image", "id", image.amiId, os);
    const hasGpu = (findInstanceType(instanceType)?.acceleratorCount ?? 0) > 0;
    return this.call("Image", hasGpu ? "dlami" : "plain", os);
  }

  private sharing({ migProfile, timeSlicingReplicas }: Pool): Code | undefined {
    if (migProfile !== undefined) return this.call("GpuSharing", "mig", migProfile);
    return timeSlicingReplicas === undefined ? undefined : this.call("GpuSharing", "timeSlicing", timeSlicingReplicas);
  }

  private mounts(mounts: Mounts, fileSystems: Named): readonly Code[] | undefined {
    return mounts?.map(({ fileSystem, path, readOnly }) => {
      const options = readOnly === undefined ? "" : `, ${literal({ readOnly })}`;
      return new Code(`${fileSystems.get(fileSystem)!.text}.mount(${literal(path)}${options})`);
    });
  }

  private addSlurm(pools: Named, fileSystems: Named): void {
    const { slurm } = this.blueprint;
    if (slurm === undefined) return;
    const partitions = slurm.partitions.map((partition) => ({
      ...partition,
      pools: partition.pools.map((name) => pools.get(name)),
    }));
    const mounts = this.mounts(slurm.mounts, fileSystems);
    this.make("SlurmHeadNode", "slurm", { network: this.network, ...slurm, mounts, partitions });
  }

  private addKubeRay(pools: Named): void {
    const { kubeRay } = this.blueprint;
    if (kubeRay === undefined) return;
    const { pools: names, teams, ...props } = kubeRay;
    const found = names.map((name) => pools.get(name));
    this.make("KubeRayCluster", "ray", { network: this.network, pools: found, queues: teams && { teams }, ...props });
  }

  private addMonitoring(pools: Named, fileSystems: Named): void {
    const { monitoring } = this.blueprint;
    if (monitoring === undefined) return;
    const lustre = Object.entries(this.blueprint.fileSystems ?? {}).filter(([, { kind }]) => kind === "lustre");
    this.make("ClusterMonitoring", "monitoring", {
      network: this.network,
      pools: [...pools.values()],
      fileSystems: lustre.map(([name]) => fileSystems.get(name)),
      ...monitoring,
    });
  }

  private addReview(): void {
    const { workload, acceptedFindings } = this.blueprint;
    this.constructs.add("DesignReview");
    const props = {
      workload: workload && {
        ...workloadOf(workload),
        model: new Code(`modelArchitecture(${literal(workload.model)})`),
      },
      suppress: acceptedFindings,
    };
    const given = workload !== undefined || acceptedFindings !== undefined;
    this.lines.push("", given ? `DesignReview.of(app, ${literal(props, 0, 22)});` : "DesignReview.of(app);");
  }

  private make(construct: string, id: string, props: Readonly<Record<string, unknown>>, variable?: Code): void {
    this.constructs.add(construct);
    const used = this.references(variable);
    const head = `${used}new ${construct}(stack, ${literal(id)}, `;
    this.lines.push(`${head}${literal(props, 0, head.length + 2)});`);
  }

  private references(variable: Code | undefined): string {
    return variable === undefined ? "" : `const ${variable.text} = `;
  }

  private made(name: string, props: unknown): Code {
    this.constructs.add(name);
    return new Code(`new ${name}(${literal(props)})`);
  }

  private call(name: string, method: string, ...args: readonly unknown[]): Code {
    this.constructs.add(name);
    const shown = args.map((arg) => literal(arg)).filter((text) => text !== "{}");
    return new Code(`${name}.${method}(${shown.join(", ")})`);
  }
}

function importOf(names: readonly string[]): string {
  const line = `import { ${names.join(", ")} } from "warpform";`;
  return line.length <= 120 ? line : `import {\n${names.map((name) => `  ${name},\n`).join("")}} from "warpform";`;
}
