import type { Problems } from "../../errors";
import { written } from "../../units/written";

/** What a number may be. */
export interface NumberRule {
  /** Smallest and largest value allowed, themselves included. */
  readonly min?: number;
  readonly max?: number;
  /** Must be above this, itself excluded: `above: 0` for what has to be positive. */
  readonly above?: number;
  readonly whole?: boolean;
  /** Unit, as it is said: `s`, `bytes`, `Gb/s`. */
  readonly unit?: string;
  /** What to write instead. */
  readonly use?: string;
}

function allowed(rule: NumberRule): string {
  const kind = rule.whole ? "a whole number" : "a number";
  const unit = rule.unit ? ` ${rule.unit}` : "";
  if (rule.min !== undefined && rule.max !== undefined) return `${kind} from ${rule.min} to ${rule.max}${unit}`;
  if (rule.above !== undefined && rule.max !== undefined)
    return `${kind} above ${rule.above} and at most ${rule.max}${unit}`;
  if (rule.above !== undefined) return `${kind} above ${rule.above}${unit}`;
  if (rule.min !== undefined) return `${kind} of ${rule.min} or more${unit}`;
  return kind;
}

/** Notes one problem when `value` breaks `rule`; NaN and infinity always do. True when the value is good. */
export function checkNumber(problems: Problems, path: string, value: number | undefined, rule: NumberRule): boolean {
  const good =
    typeof value === "number" &&
    Number.isFinite(value) &&
    (!rule.whole || Number.isInteger(value)) &&
    (rule.min === undefined || value >= rule.min) &&
    (rule.max === undefined || value <= rule.max) &&
    (rule.above === undefined || value > rule.above);
  if (value === undefined) problems.add("required", path, `${path} is required; give ${allowed(rule)}`);
  else if (!good) {
    const fix = rule.use ?? (rule.min !== undefined ? `use ${rule.min} or more` : "use a value in that range");
    problems.add("out-of-range", path, `${path} must be ${allowed(rule)}, got ${written(value)}; ${fix}`);
  }
  return good;
}
