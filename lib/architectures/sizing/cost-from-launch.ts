import { usd } from "../../units/quantity";
import type { RankedDesign } from "./ranked-design";

/** Share of the cost of a run from which the boot of its nodes is stated. */
const STATED = 0.01;

/** US dollars from the launch of the nodes to the end of the run; of a service, per hour. */
export const usdFromLaunch = ({ usd: ofRun, usdPerHour, bootUsd }: RankedDesign): number =>
  (ofRun?.expected ?? usdPerHour) + (bootUsd ?? 0);

/** Whether a run is so short that the boot of its nodes counts. */
export const bootCounts = ({ usd: ofRun, bootUsd }: RankedDesign): boolean =>
  ofRun !== null && (bootUsd ?? 0) > STATED * ofRun.expected;

/** The cost with the boot of the nodes, where that counts; else empty. */
export const bootText = (design: RankedDesign): string =>
  bootCounts(design) ? `${usd(usdFromLaunch(design))} with node boot` : "";
