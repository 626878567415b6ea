import { TerraformStack } from "cdktf";
import { Construct } from "constructs";
import type { Cluster } from "../../model/model";
import { designOf } from "../../review/design";
import { type Review, reviewDesign } from "../../review/review";
import { describeAs } from "../common/cluster-model";
import { placed } from "../common/placed";
import { onPremBundle } from "./bundle";
import { defineOnPremCluster } from "./define-on-prem-cluster";
import { describeOnPremCluster } from "./describe-on-prem";
import { LocalFile, localProvider } from "./local-file";
import type { BundleFile } from "./shared/bundle-file";
import type { OnPremClusterProps } from "./shared/on-prem-cluster-props";
import type { OnPremDefinition } from "./shared/on-prem-definition";

/**
 * A GPU cluster where there is no cloud: nodes that are bought, racks, an InfiniBand or Ethernet fat-tree, Slurm, and file systems that
 * the site runs. Terraform writes its bundle below `<cluster>/` in the folder that it runs in.
 *
 * ```ts
 * new OnPremCluster(stack, "dc1", {
 *   name: "dc1-h100",
 *   site: { rackKilowatts: 42 },
 *   network: { domain: "dc1.example.com", nodeCidr: "10.10.0.0/20", bmcCidr: "10.20.0.0/20", serviceCidr: "10.30.0.0/24" },
 *   pools: { h100: { machine: "dgx-h100", nodes: 32, names: "dgx[001-032]" } },
 *   fabric: { switch: "QM9700" },
 *   slurm: { controllers: ["head1", "head2"], partitions: { train: { pools: ["h100"] } } },
 * });
 * ```
 */
export class OnPremCluster extends Construct {
  /** Every default and derived value. */
  public readonly definition: OnPremDefinition;
  /** Files that are written. */
  public readonly bundle: readonly BundleFile[];
  /** The cluster in the plain terms of the model. */
  public readonly model: Cluster;
  /** Resources of the files, by path in the bundle. */
  public readonly files: ReadonlyMap<string, LocalFile>;

  /** @throws WarpformError with all problems of the props at once */
  constructor(scope: Construct, id: string, props: OnPremClusterProps) {
    super(...placed(new.target, scope, id));
    this.definition = defineOnPremCluster(props, `OnPremCluster "${this.node.path}"`);
    this.bundle = onPremBundle(this.definition);
    this.model = describeOnPremCluster(this.definition);
    localProvider(TerraformStack.of(this));
    this.files = new Map(
      this.bundle.map(({ path, text, executable }) => [
        path,
        new LocalFile(this, path.replaceAll("/", "-"), {
          filename: `${this.definition.name}/${path}`,
          content: text,
          filePermission: executable ? "0755" : "0644",
        }),
      ]),
    );
    const { fabrics, fileSystems, pools, schedulers } = this.model;
    describeAs(this, () => ({ cloud: "onprem", fabrics, fileSystems, pools, schedulers }));
  }

  /** The design review: the same rules and figures as for a cloud, without those of a cloud's services. */
  public review(): Review {
    return reviewDesign(designOf(this.model));
  }
}
