/** What holds of one kind of thing that starts pools' nodes wherever people write it, whatever the cloud. */
export interface AdopterRow {
  /** Its construct, and the prop that takes pools. */
  readonly construct: string;
  readonly prop: string;
  /** Its key in a blueprint. */
  readonly key: string;
  /** Id of its construct in a blueprint's stack; null where the key is a map of several, which are the ids. */
  readonly id: string | null;
  /** The one of a blueprint, in messages. */
  readonly title: string;
  /** Places in its section of a blueprint that name pools whose nodes it starts, the required one first. */
  readonly pools: readonly string[];
  /** Kind of scheduler that it is in the model. */
  readonly scheduler: string;
  /** Section of an architecture that has its props; null where no architecture takes any. */
  readonly section: string | null;
  /** Whether each cloud with pools has it. */
  readonly everywhere: boolean;
}

/** Who can start a pool's nodes. Messages, names, checks and places of blueprints follow from these rows. */
export const ADOPTERS = {
  slurm: {
    construct: "SlurmHeadNode",
    prop: "partitions",
    key: "slurm",
    id: "slurm",
    title: "Slurm",
    pools: ["partitions[].pools[]"],
    scheduler: "slurm",
    section: "slurm",
    everywhere: true,
  },
  pcs: {
    construct: "ParallelComputing",
    prop: "partitions",
    key: "parallelComputing",
    id: "pcs",
    title: "parallelComputing",
    pools: ["partitions[].pools[]", "loginPools[]"],
    scheduler: "slurm",
    section: null,
    everywhere: false,
  },
  hybrid: {
    construct: "HybridCluster",
    prop: "partitions",
    key: "hybrid",
    id: "hybrid",
    title: "hybrid",
    pools: ["partitions[].pools[]"],
    scheduler: "slurm",
    section: null,
    everywhere: false,
  },
  kubernetes: {
    construct: "KubeRayCluster",
    prop: "pools",
    key: "kubeRay",
    id: "ray",
    title: "kubeRay",
    pools: ["pools[]"],
    scheduler: "kubernetes",
    section: "ray",
    everywhere: true,
  },
  fleet: {
    construct: "NodeFleet",
    prop: "pool",
    key: "fleets",
    id: null,
    title: "a fleet",
    pools: ["pool"],
    scheduler: "fleet",
    section: null,
    everywhere: true,
  },
} as const satisfies Readonly<Record<string, AdopterRow>>;

/** What starts a pool's nodes, in the model's terms. */
export type AdopterKind = keyof typeof ADOPTERS;

type Rows = (typeof ADOPTERS)[AdopterKind];

/** Key of a blueprint that is a map of adopters by name, and that of a single one. */
export type NamedAdopterKey = Extract<Rows, { readonly id: null }>["key"];
export type SingleAdopterKey = Exclude<Rows["key"], NamedAdopterKey>;

const ROWS: readonly (AdopterRow & { readonly kind: AdopterKind })[] = Object.entries(ADOPTERS).map(([kind, row]) => ({
  kind: kind as AdopterKind,
  ...row,
}));

/** Those of whom a blueprint has several, by name. */
export const NAMED_ADOPTERS = ROWS.flatMap(({ id, key, ...row }) =>
  id === null ? [{ ...row, id, key: key as NamedAdopterKey }] : [],
);

/** Those of whom a blueprint has one at most. */
export const SINGLE_ADOPTERS = ROWS.flatMap(({ id, key, ...row }) =>
  id === null ? [] : [{ ...row, id, key: key as SingleAdopterKey }],
);

/** Those that each cloud with pools has. */
const EVERYWHERE = ROWS.filter(({ everywhere }) => everywhere);

type Word = (of: AdopterRow) => string;

const inWords = (rows: readonly AdopterRow[], word: Word): string => {
  const names = rows.map(word);
  return `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
};

const constructOf: Word = ({ construct }) => `a ${construct}`;

/** The constructs that can start a pool's nodes, as an alternative: "a SlurmHeadNode, a KubeRayCluster or a NodeFleet". */
export const adoptersInWords = (word: Word = constructOf): string => inWords(ROWS, word);

/** Those of them that each cloud has. */
export const sharedAdoptersInWords = (word: Word = constructOf): string => inWords(EVERYWHERE, word);

/** Those that some cloud lacks. */
export const otherAdoptersInWords = (word: Word = constructOf): string =>
  inWords(
    ROWS.filter(({ everywhere }) => !everywhere),
    word,
  );
