import { defaultCloud } from "../../clouds/default-cloud";
import type { TrainingWork } from "../../model/workload";
import { designOf } from "../../review/design";
import { type Figures, figuresOf } from "../../review/figures/figures";
import { TRAINING_PRECISIONS } from "../../sizing/memory/model-memory";
import { parameterCount } from "../../sizing/memory/parameters";
import { checkpointBytes } from "../../sizing/reliability/checkpoint";
import { GB, GIB } from "../../units/bytes";
import { count, percent } from "../../units/quantity";
import { type Candidate, candidateCluster, type LustreChoice, type Place } from "./candidate-cluster";
import { type Decision, given } from "./decision";

/** Tokenized text, as the review counts it. */
const BYTES_PER_TOKEN = 4;
/** Full checkpoints that are kept on the file system: the last two good ones and the one being written. */
const CHECKPOINTS_KEPT = 3;
/** Fill that capacity is chosen for: monitoring alarms at 85 %. */
const FILL = 0.8;
/** Share of the time that checkpoints may stop training: the limit of the rule `checkpoint-stall-high`. */
const MOST_STALL = 0.05;

/** Bytes of a run's dataset as it is stored. */
export function datasetBytes(workload: TrainingWork): number {
  return workload.datasetGB === undefined ? workload.tokens * BYTES_PER_TOKEN : workload.datasetGB * GB;
}

/** Bytes that a run keeps on its file system: the dataset, and three checkpoints of weights and optimizer. */
function bytesKept(workload: TrainingWork): { readonly dataset: number; readonly checkpoint: number } {
  const dataset = datasetBytes(workload);
  const all = checkpointBytes(parameterCount(workload.model).total, TRAINING_PRECISIONS["bf16-adam-fp32-grad"]);
  return { dataset, checkpoint: all.high };
}

/** The smallest capacity that holds a run's data at 80 % fill, in the cloud's TiB. */
export function lustreCapacityFor(
  workload: TrainingWork,
  throughputPerTiB: number,
  { cloud = defaultCloud.facts }: Pick<Place, "cloud">,
): number {
  const { dataset, checkpoint } = bytesKept(workload);
  const gib = (dataset + CHECKPOINTS_KEPT * checkpoint) / FILL / GIB;
  return cloud.candidate.lustre.capacityTiB(throughputPerTiB, gib);
}

/** A Lustre file system for a run: the smallest that holds its data, at the throughput that makes the run cheapest. */
export function sizeLustre(
  candidate: Omit<Candidate, "lustre">,
  workload: TrainingWork,
): { readonly lustre: LustreChoice; readonly decision: Decision } {
  const { throughputs } = (candidate.cloud ?? defaultCloud.facts).candidate.lustre;
  const tried = throughputs.map((throughputPerTiB) => {
    const lustre = { capacityTiB: lustreCapacityFor(workload, throughputPerTiB, candidate), throughputPerTiB };
    return { lustre, figures: figuresOf(designOf(candidateCluster({ ...candidate, lustre }, workload))) };
  });
  const sound = tried.filter(({ figures }) => keepsUp(figures));
  const usd = (each: (typeof tried)[number]) => each.figures.run?.usd?.expected ?? Number.POSITIVE_INFINITY;
  const best = sound.length > 0 ? sound.reduce((a, b) => (usd(b) < usd(a) ? b : a)) : tried[tried.length - 1]!;
  const { dataset, checkpoint } = bytesKept(workload);
  const stall = best.figures.reliability?.checkpoint.stallShare?.expected;
  const choice = inWords(best.lustre);
  const holds = `${count(dataset / GB)} GB of dataset and ${CHECKPOINTS_KEPT} checkpoints of ${count(checkpoint / GB)} GB at ${percent(FILL)} fill`;
  const cost =
    sound.length > 0
      ? "the throughput with the lowest cost to train"
      : "the fastest tier; checkpoints or reads still slow down the run";
  return {
    lustre: best.lustre,
    decision: {
      choice,
      why: `${holds}; ${cost}${stall === undefined ? "" : `; checkpoint overhead ${percent(stall)}`}`,
    },
  };
}

function keepsUp({ reliability, data }: Figures): boolean {
  const stall = reliability?.checkpoint.stallShare?.expected ?? 0;
  return stall <= MOST_STALL && (data === null || data.neededBytesPerSecond <= data.readBytesPerSecond.expected);
}

const inWords = ({ capacityTiB, throughputPerTiB }: LustreChoice): string =>
  `Lustre of ${capacityTiB} TiB at ${throughputPerTiB} MB/s/TiB`;

/** What is built where the user chose some of it: that instead, and said to be theirs. */
export function lustreAsChosen(
  sized: { readonly lustre: LustreChoice; readonly decision: Decision },
  {
    capacityTiB = sized.lustre.capacityTiB,
    throughputPerTiB = sized.lustre.throughputPerTiB,
  }: Partial<LustreChoice> = {},
): { readonly lustre: LustreChoice; readonly decision: Decision } {
  const lustre = { capacityTiB, throughputPerTiB };
  const same = capacityTiB === sized.lustre.capacityTiB && throughputPerTiB === sized.lustre.throughputPerTiB;
  return same ? sized : { lustre, decision: given(inWords(lustre)) };
}
