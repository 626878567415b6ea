import { collectiveSections } from "./collectives";
import { expertRunsSection } from "./expert-runs";
import { loraSections, mlperfSection } from "./fine-tuning";
import { grpoSections } from "./grpo";
import {
  cacheBlocksSection,
  engineMemorySection,
  generationMemorySection,
  qwenGenerationSection,
} from "./inference-memory";
import {
  contradictionsSection,
  inferenceMemorySection,
  korthikantiSection,
  parametersSection,
  qloraSection,
  zeroSection,
} from "./memory";
import { ownMemorySection, ownShownSection, ownSpeedSection } from "./own-runs";
import { primeRlSections } from "./prime-rl";
import type { ValidationSection } from "./section";
import { torchtitanLayoutsSection, torchtitanMemorySection } from "./torchtitan-memory";
import { daysSection, trainingRunSections } from "./training-runs";
import { swiftMemorySection, tuningMemorySection, unseenTuningMemorySection } from "./tuning-memory";
import { unseenMemorySections } from "./unseen-memory";

/** Tables on memory, training, fine-tuning and collectives, in the order of the page. */
export function trainingSections(): ValidationSection[] {
  return [
    zeroSection(),
    korthikantiSection(),
    inferenceMemorySection(),
    generationMemorySection(),
    cacheBlocksSection(),
    qwenGenerationSection(),
    engineMemorySection(),
    qloraSection(),
    torchtitanMemorySection(),
    torchtitanLayoutsSection(),
    tuningMemorySection(),
    unseenTuningMemorySection(),
    swiftMemorySection(),
    ownMemorySection(),
    ownShownSection(),
    ...unseenMemorySections(),
    ...trainingRunSections(),
    daysSection(),
    ...loraSections(),
    ownSpeedSection(),
    expertRunsSection(),
    ...primeRlSections(),
    ...grpoSections(),
    mlperfSection(),
    ...collectiveSections(),
    parametersSection(),
    contradictionsSection(),
  ];
}
