import { percent, rate } from "../../units/quantity";
import type { Review } from "../review";

/** What a run waits for most, besides its own computing. */
export interface Bottleneck {
  readonly where: "gpu-links" | "fabric" | "storage";
  /** In words, with its share. */
  readonly text: string;
  /** Whether a faster link would make the run noticeably shorter. */
  readonly limits: boolean;
}

/** Shares of a step: below the first a wait is not worth a word, from the second on it limits the run. */
const NOTEWORTHY = 0.02;
const LIMITING = 0.1;

/** The link that a training run waits for most; null where none takes a noteworthy part of a step, or nothing is known. */
export function bottleneckOf({ figures: { training, data } }: Review): Bottleneck | null {
  if (data !== null && data.neededBytesPerSecond > data.readBytesPerSecond.expected) {
    const needs = `the run reads ${rate(data.neededBytesPerSecond)}, storage gives ${rate(data.readBytesPerSecond.expected)}`;
    return { where: "storage", text: `Storage limits the run: ${needs}`, limits: true };
  }
  if (!training?.communicationSeconds || !training.stepSeconds) return null;
  const { withinDomain, betweenDomains } = training.communicationSeconds;
  const share = Math.max(withinDomain, betweenDomains) / training.stepSeconds.expected;
  if (share < NOTEWORTHY) return null;
  const between = betweenDomains >= withinDomain;
  const link = between ? "the fabric between nodes" : "GPU links within a node";
  const limits = share >= LIMITING;
  const begin = limits ? "Bottleneck" : "Longest communication time";
  return { where: between ? "fabric" : "gpu-links", text: `${begin}: ${link}, ${percent(share)} of step time`, limits };
}
