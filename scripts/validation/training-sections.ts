import { collectivesSection } from "./collectives";
import { loraSection, mlperfSection } from "./fine-tuning";
import { cacheBlocksSection, generationMemorySection } from "./inference-memory";
import {
  contradictionsSection,
  inferenceMemorySection,
  korthikantiSection,
  parametersSection,
  qloraSection,
  torchtitanMemorySection,
  zeroSection,
} from "./memory";
import type { ValidationSection } from "./section";
import { daysSection, trainingRunSections } from "./training-runs";
import { tuningMemorySection } from "./tuning-memory";

/** Tables on memory, training, fine-tuning and collectives, in the order of the page. */
export function trainingSections(): ValidationSection[] {
  return [
    zeroSection(),
    korthikantiSection(),
    inferenceMemorySection(),
    generationMemorySection(),
    cacheBlocksSection(),
    qloraSection(),
    torchtitanMemorySection(),
    tuningMemorySection(),
    ...trainingRunSections(),
    daysSection(),
    loraSection(),
    mlperfSection(),
    collectivesSection(),
    parametersSection(),
    contradictionsSection(),
  ];
}
