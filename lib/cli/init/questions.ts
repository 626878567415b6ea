import { findKubernetesPlatform, kubernetesPlatforms } from "../../catalog/kubernetes-platforms";
import { findModelArchitecture } from "../../catalog/models";
import { daysOf } from "../../units/days-of";
import { nearest } from "../../units/nearest";
import { numberOf } from "../../units/number-of";
import { modelProblem } from "../model-problem";
import type { WorkloadFlags } from "../plan-workload";
import { INIT_CLOUDS, type KINDS } from "../projects/choices";
import { type InitCloud, PLACES, placeOf } from "./places";

/** What `init` is told by options or asks for. */
export interface InitFlags extends WorkloadFlags {
  readonly cloud?: string;
  /** Platform of a Kubernetes cluster that exists, and the nodes and storage that it has. */
  readonly platform?: string;
  readonly nodes?: string;
  readonly storageClass?: string;
  /** Region or zone. */
  readonly region?: string;
  readonly scheduler?: string;
  readonly engine?: string;
  readonly instanceType?: string;
}

/** One answer: what is asked, of whom, what stands for an empty line, and what is wrong with an answer. */
export interface Question {
  readonly key: keyof InitFlags;
  readonly ask: string;
  readonly applies: (flags: InitFlags) => boolean;
  /** What is taken without an answer; undefined where one is needed, null where it may be left open. */
  readonly fallback: (flags: InitFlags) => string | null | undefined;
  readonly problem: (text: string, flags: InitFlags) => string | undefined;
}

export type WorkloadKind = (typeof KINDS)[number];

/** The kind as given, or as what else is given has it. */
export const kindOf = ({ kind, requestsPerSecond, method }: InitFlags): string =>
  kind ?? (requestsPerSecond !== undefined ? "inference" : method !== undefined ? "fine-tuning" : "training");

export const cloudOf = ({ cloud }: InitFlags): InitCloud => INIT_CLOUDS.find((name) => name === cloud) ?? "aws";
const onKubernetes = (flags: InitFlags) => cloudOf(flags) === "kubernetes";

/** Global batch of pre-training, and batch and sequence length of fine-tuning: Llama 2 (arXiv:2307.09288, sections 2.2 and 3.1). */
const BATCH_TOKENS = 4 * 2 ** 20;
const FINE_TUNING = { sequences: 64, length: 4096 };
const TRAINING_LENGTH = 8192;

const isRun = (flags: InitFlags) => kindOf(flags) !== "inference";
const isService = (flags: InitFlags) => kindOf(flags) === "inference";
const always = () => true;
const needed = () => undefined;
const open = () => null;
const of = (text: string) => () => text;

const positive = (text: string) =>
  numberOf(text) > 0 ? undefined : `expected a number greater than 0, such as 8192, 8k or 1.5T, got "${text}"`;

const someDays = (text: string) =>
  daysOf(text) > 0 ? undefined : `expected days such as 60, 8w or 2026-12-01..2027-01-15, got "${text}"`;

const oneOf = (names: readonly string[]) => (text: string) =>
  names.includes(text) ? undefined : `expected ${listed(names)}, got "${text}"`;

const listed = (names: readonly string[]) =>
  names.length === 1 ? names[0] : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;

/** One of what the flags' cloud has; says so where another cloud has more. */
const oneThere = (what: "kinds" | "engines") => (text: string, flags: InitFlags) => {
  const names: readonly string[] = placeOf(cloudOf(flags))[what];
  const problem = oneOf(names)(text);
  const elsewhere = problem !== undefined && (PLACES.aws[what] as readonly string[]).includes(text);
  return elsewhere ? `${problem}, since --cloud is ${cloudOf(flags)}` : problem;
};

const wholeNumber = (text: string) =>
  /^[1-9]\d{0,4}$/.test(text) ? undefined : `expected a whole number of 1 or more, got "${text}"`;

const anyText = (text: string) => (/^[a-z0-9][a-z0-9.-]*$/.test(text) ? undefined : `expected a name, got "${text}"`);

function regionProblem(text: string, flags: InitFlags): string | undefined {
  const { regionOf, regions, words } = placeOf(cloudOf(flags));
  const region = regionOf(text);
  if (regions().includes(region)) return undefined;
  const near = nearest(region, regions(), 3);
  return `"${text}" ${words.noRegion}; ${near.length > 0 ? `did you mean ${near.join(", ")}` : `use one such as ${words.example}`}`;
}

/** Schedulers of an architecture; inference runs on Ray. */
export const schedulersOf = (kind: string, cloud: InitCloud): readonly string[] =>
  cloud === "kubernetes"
    ? ["ray"]
    : ({ training: ["slurm", "ray", "fleet"], "fine-tuning": ["slurm", "ray"] }[kind] ?? ["ray"]);

const sequenceLength = (flags: InitFlags): string => {
  const usual = kindOf(flags) === "training" ? TRAINING_LENGTH : FINE_TUNING.length;
  const most = findModelArchitecture(flags.model ?? "")?.maxSequenceLength ?? usual;
  return String(Math.min(usual, most));
};

const globalBatch = (flags: InitFlags): string => {
  const length = numberOf(flags.sequenceLength ?? sequenceLength(flags));
  return String(kindOf(flags) === "training" ? Math.max(1, Math.round(BATCH_TOKENS / length)) : FINE_TUNING.sequences);
};

const rows: readonly (readonly [
  Question["key"],
  string,
  Question["applies"],
  Question["fallback"],
  Question["problem"],
])[] = [
  ["cloud", "Cloud: aws, azure or kubernetes (an existing cluster)", always, of("aws"), oneOf(INIT_CLOUDS)],
  ["model", "Model (warpform catalog --models lists them)", always, needed, modelProblem],
  [
    "kind",
    "Workload: training, fine-tuning or inference",
    (f) => placeOf(cloudOf(f)).kinds.length > 1,
    kindOf,
    oneThere("kinds"),
  ],
  ["tokens", "Training tokens, such as 20B or 1T", isRun, needed, positive],
  [
    "method",
    "Method: full, lora or qlora",
    (f) => kindOf(f) === "fine-tuning",
    of("lora"),
    oneOf(["full", "lora", "qlora"]),
  ],
  ["sequenceLength", "Sequence length in tokens", isRun, sequenceLength, positive],
  ["globalBatch", "Sequences per step, across all GPUs", isRun, globalBatch, positive],
  ["deadlineDays", "Deadline: days, weeks (8w), or start..end dates (Enter: none)", isRun, open, someDays],
  ["requestsPerSecond", "Peak requests per second", isService, needed, positive],
  ["promptTokens", "Mean prompt length in tokens", isService, needed, positive],
  ["outputTokens", "Mean output length in tokens", isService, needed, positive],
  ["timeToFirstToken", "TTFT objective in seconds, p95 (Enter: none)", isService, open, positive],
  ["region", "Region or Availability Zone", (f) => !onKubernetes(f), (f) => placeOf(cloudOf(f)).region, regionProblem],
  ["platform", "Platform of the cluster", onKubernetes, needed, oneOf(kubernetesPlatforms().map(({ name }) => name))],
  [
    "instanceType",
    "Instance type of its GPU nodes (gd-8xh100ib-i128, dgx-h100)",
    onKubernetes,
    needed,
    () => undefined,
  ],
  ["nodes", "Nodes for the run", onKubernetes, needed, wholeNumber],
  [
    "storageClass",
    "Storage class of a shared file system (kubectl get storageclass)",
    onKubernetes,
    (f) => findKubernetesPlatform(f.platform ?? "")?.sharedStorageClass ?? undefined,
    anyText,
  ],
  [
    "scheduler",
    "Scheduler",
    (f) => schedulersOf(kindOf(f), cloudOf(f)).length > 1,
    of("slurm"),
    (text, f) => oneOf(schedulersOf(kindOf(f), cloudOf(f)))(text),
  ],
  [
    "engine",
    "Engine: yaml, cdktf, cdktn or pulumi",
    (f) => PLACES[cloudOf(f)].engines.length > 1,
    of("yaml"),
    oneThere("engines"),
  ],
];

export const QUESTIONS: readonly Question[] = rows.map(([key, ask, applies, fallback, problem]) => ({
  key,
  ask,
  applies,
  fallback,
  problem,
}));
