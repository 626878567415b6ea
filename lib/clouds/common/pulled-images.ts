import type { IConstruct } from "constructs";

/** A container image of a design. */
export interface PulledImage {
  /** Where it is published, with its tag or digest. */
  readonly image: string;
  /** Where nodes pull it from: the same, or its place in a mirror. */
  readonly pulledFrom: string;
  /** Its digest; null where a tag alone names it. */
  readonly digest: string | null;
}

/** A published Helm chart of a design. */
export interface PulledChart {
  readonly chart: string;
  /** Where it is published. */
  readonly repository: string;
  /** Where Terraform reads it from: the same, or a mirror. */
  readonly pulledFrom: string;
  /** Null for the newest. */
  readonly version: string | null;
}

/** What a construct installs from registries. */
export interface Pulled {
  /** Where nodes look for each image, by where it is published. */
  readonly images: Readonly<Record<string, string>>;
  readonly charts: readonly PulledChart[];
}

const PULLED = Symbol.for("warpform.pulled");

/** Lets a construct say what is pulled from registries for it. */
export function notePulled(construct: IConstruct, pulled: () => Pulled): void {
  Object.defineProperty(construct, PULLED, { value: pulled });
}

/** Digest of an image that is pinned by it; null of a tag. */
const digestOf = (image: string): string | null => /@(sha256:[0-9a-f]{64})$/.exec(image)?.[1] ?? null;

/** An address as a person reads it: what only Terraform knows of it is the account. */
const readable = (address: string) => address.replaceAll(/\$\{TfToken\[[^\]]*\]\}/g, "<account-id>");

const uniqueBy = <T>(list: readonly T[], key: (of: T) => string): T[] =>
  [...new Map(list.map((of) => [key(of), of])).values()].sort((a, b) => (key(a) < key(b) ? -1 : 1));

/** Every image and published chart of everything below `scope`, each once, sorted. */
export function pulledBelow(scope: IConstruct): {
  readonly images: readonly PulledImage[];
  readonly charts: readonly PulledChart[];
} {
  const parts = scope.node.findAll().flatMap((construct) => {
    const pulled = (construct as unknown as Record<symbol, (() => Pulled) | undefined>)[PULLED];
    return pulled ? [pulled()] : [];
  });
  const images = parts.flatMap(({ images }) =>
    Object.entries(images).map(([image, from]) => ({
      image,
      pulledFrom: readable(from),
      digest: digestOf(image) ?? digestOf(from),
    })),
  );
  return {
    images: uniqueBy(images, ({ image, pulledFrom }) => `${image} ${pulledFrom}`),
    charts: uniqueBy(
      parts.flatMap(({ charts }) => charts),
      ({ chart, pulledFrom }) => `${chart} ${pulledFrom}`,
    ),
  };
}
