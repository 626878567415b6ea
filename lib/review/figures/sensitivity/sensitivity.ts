import type { Design } from "../../design";
import type { Figures } from "../every-figure";
import { runSwings } from "./run-swings";
import { serviceSwings } from "./service-swings";
import type { Sensitivity, Swing } from "./swing";

/** Share of a figure below which a swing does not show. */
const NOTICEABLE = 2e-3;

/** Assumptions shown for each figure. */
const SHOWN = 5;

const width = ({ value }: Swing) => value.high - value.low;

/** The strongest swings of a figure; nothing where none moves it. */
function strongest({ figure, expected, swings }: Sensitivity): Sensitivity[] {
  const moving = swings.filter((swing) => Number.isFinite(swing.value.high) && width(swing) > NOTICEABLE * expected);
  const shown = [...moving].sort((a, b) => width(b) - width(a)).slice(0, SHOWN);
  return shown.length === 0 ? [] : [{ figure, expected, swings: shown }];
}

/** What the result rests on most: each assumption alone at both ends of its range; empty where the design has no such figure. */
export function sensitivityOf(
  design: Design,
  figures: Figures,
  figuresOf: (design: Design) => Figures,
): readonly Sensitivity[] {
  return [...runSwings(design, figures), ...serviceSwings(design, figures, figuresOf)].flatMap(strongest);
}
