/**
 * What a pool chooses of an EC2 launch, a row each. Launch templates, Karpenter's node classes, the model, the bill and the reader of
 * hand-written Terraform take a fact from its row; the pool's prop has the row's name, and the compiler asks for it.
 */

/** What each node is billed by for a value. */
interface BilledPerNode<T> {
  readonly what: string;
  /** Item of the price list; null where it is billed by a use that nobody knows before. */
  readonly item: string | null;
  /** Units of the item per node and month; 0 where the value costs nothing. */
  perNodeMonth(value: T): number;
}

export interface LaunchFact<T> {
  readonly kind: "number" | "boolean";
  /** Where a launch template has it, as Terraform's bindings call it; `rootVolume` is the `ebs` of the root volume. */
  readonly template: string;
  /** Where Karpenter's EC2NodeClass has it, alike; null where it has none: pools of a Kubernetes cluster are then refused the prop. */
  readonly nodeClass: string | null;
  /** What EC2 does where a template does not say it; null for nothing of the kind. */
  readonly unsaid: T;
  readonly billed: { readonly free: string } | BilledPerNode<T>;
}

const number = <T extends number | null>(row: Omit<LaunchFact<T>, "kind">): LaunchFact<T> => ({
  ...row,
  kind: "number",
});
const flag = <T extends boolean | null>(row: Omit<LaunchFact<T>, "kind">): LaunchFact<T> => ({
  ...row,
  kind: "boolean",
});

/** Metrics that EC2's detailed monitoring sends for an instance, each billed: CPU, and reads and writes of disks and network. */
const MONITORED = 7;

export const LAUNCH_FACTS = {
  /** Hops over which the metadata service answers. */
  imdsHopLimit: number<number>({
    template: "metadataOptions.httpPutResponseHopLimit",
    nodeClass: "metadataOptions.httpPutResponseHopLimit",
    unsaid: 1,
    billed: { free: "a setting" },
  }),
  /** Whether EC2 measures each minute. */
  detailedMonitoring: flag<boolean>({
    template: "monitoring.enabled",
    nodeClass: "detailedMonitoring",
    unsaid: false,
    billed: {
      what: "EC2 detailed monitoring",
      item: "cloudwatch-detailed-metric-month",
      perNodeMonth: (on) => (on ? MONITORED : 0),
    },
  }),
} as const;

type Rows = typeof LAUNCH_FACTS;

/** A launch's value of each row. */
export type LaunchFacts = { readonly [K in keyof Rows]: Rows[K] extends LaunchFact<infer T> ? T : never };

/** The rows with their names. */
export const launchFacts = Object.entries(LAUNCH_FACTS) as readonly (readonly [
  keyof LaunchFacts,
  LaunchFact<unknown>,
])[];
