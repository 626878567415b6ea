import type { Severity } from "../rule";

/** Where a part is drawn: outside the cloud (people, a site), inside the network, or among the Region's services. */
export type PictureArea = "outside" | "network" | "region";

export type PartKind = "people" | "network" | "scheduler" | "pool" | "storage" | "bucket" | "monitoring";

/** One box: a title and what it says of the part. */
export interface PicturePart {
  /** Path of the part in the design: `pools.h100`. */
  readonly key: string;
  readonly kind: PartKind;
  readonly area: PictureArea;
  readonly lines: readonly string[];
  /** Open errors and warnings about the part, the most severe first. */
  readonly findings: readonly { readonly rule: string; readonly severity: Severity }[];
  /** Whether a link inside the part limits the run: the fabric, or the links between its GPUs. */
  readonly limits: boolean;
}

/** What passes between two parts. */
export interface PictureLink {
  readonly from: string;
  readonly to: string;
  readonly label: string;
  /** Whether it limits the run. */
  readonly limits: boolean;
}

/** A cluster as boxes and links, for SVG, Mermaid and draw.io. */
export interface Picture {
  readonly title: string;
  /** Cloud and Region. */
  readonly place: string;
  /** The network with its zones and the addresses in each. */
  readonly network: string;
  readonly parts: readonly PicturePart[];
  readonly links: readonly PictureLink[];
}
