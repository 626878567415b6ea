import type { KubernetesObject } from "../chart/manifest";
import type { Program } from "../chart/program-files";
import type { Toleration } from "../nodes/taints";

/** One chart of a dashboard. */
export interface Panel {
  readonly title: string;
  readonly expr: string;
  readonly legend: string;
  /** Grafana's unit id: `percent`, `bytes`, `celsius`, `short`, `s`, `ms`. */
  readonly unit: string;
}

/** One alert: what is wrong, for how long, how bad, and what a person does about it. */
export interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly severity: "page" | "ticket";
  readonly summary: string;
}

/** What is measured of a fabric. */
export interface FabricMonitoring {
  readonly panels: readonly Panel[];
  readonly alerts: readonly Alert[];
  /** What serves the metrics on the nodes, with its programs; null where the node exporter does. */
  readonly exporter: {
    /** `tolerations` are of the taints of all nodes that it runs on. */
    readonly objects: (tolerations: readonly Toleration[]) => readonly KubernetesObject[];
    readonly programs: readonly Program[];
  } | null;
}
