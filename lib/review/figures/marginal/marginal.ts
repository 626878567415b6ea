import { durationOfDays, usd } from "../../../units/quantity";
import type { Design } from "../../design";
import type { Figures } from "../every-figure";
import type { MarginalChoice, MarginalFigures } from "./marginal-choice";
import { runChoices } from "./run-choices";
import { serviceChoices } from "./service-choices";

/** Dollars per day sooner, or saved beside. */
function price(choice: MarginalChoice): number {
  return choice.usdSaved === null ? Number.POSITIVE_INFINITY : -choice.usdSaved / choice.daysSaved!;
}

/** Share of the time to train below which a change is not worth a sentence. */
const WORTH_SAYING = 0.01;

function answerOf(choices: readonly MarginalChoice[]): string | null {
  const sooner = choices.filter(
    ({ days, daysSaved }) => days !== null && daysSaved !== null && daysSaved > WORTH_SAYING * days.expected,
  );
  const cheapest = (kind: MarginalChoice["kind"]) =>
    sooner.filter((choice) => choice.kind === kind).sort((a, b) => price(a) - price(b))[0];
  const use = cheapest("utilization");
  const nodes = cheapest("nodes");
  const first = [use, nodes].filter((choice) => choice !== undefined).sort((a, b) => price(a) - price(b))[0];
  if (first === undefined || !Number.isFinite(price(first))) return null;
  const costs = (choice: MarginalChoice) => {
    const time = durationOfDays(choice.daysSaved!);
    return price(choice) <= 0
      ? `saves ${time} and ${usd(choice.usdSaved!)}`
      : `saves ${time} for ${usd(-choice.usdSaved!)} more`;
  };
  const other = first === use ? nodes : use;
  const title = first === use ? "Better utilization first" : "More GPUs first";
  const second = other && Number.isFinite(price(other)) ? `; ${other.change} ${costs(other)}` : "";
  return `${title}: ${first.change} ${costs(first)}${second}`;
}

/** Works the design's neighbors out; null where nothing can be said of any. */
export function marginalFigures(
  design: Design,
  before: Figures,
  figuresOf: (design: Design) => Figures,
): MarginalFigures | null {
  const choices = [...runChoices(design, before, figuresOf), ...serviceChoices(design, before, figuresOf)];
  return choices.length === 0 ? null : { answer: answerOf(choices), choices };
}
