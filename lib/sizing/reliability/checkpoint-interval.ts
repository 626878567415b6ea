import { Problems } from "../../errors";
import { checkNumber } from "../inputs/check-number";

function check(where: string, stallSeconds: number, mttfSeconds: number): void {
  const problems = new Problems();
  checkNumber(problems, "stallSeconds", stallSeconds, { above: 0, unit: "s", use: "use the stall of checkpointTime" });
  checkNumber(problems, "mttfSeconds", mttfSeconds, { above: 0, unit: "s", use: "use meanTimeToFailure" });
  problems.throwIfAny(where);
}

/**
 * Young's interval between checkpoints: `sqrt(2 d M)`, d the stall of a checkpoint, M the job's mean time to failure.
 *
 * Assumes failures at random (exponential), d much shorter than M, and nothing of the restart.
 *
 * @example 5 minutes of stall and a failure a day: 120 minutes.
 * @returns s
 * @see J. W. Young, A first order approximation to the optimum checkpoint interval, CACM 17 (1974)
 */
export function youngInterval(stallSeconds: number, mttfSeconds: number): number {
  check("youngInterval", stallSeconds, mttfSeconds);
  return Math.sqrt(2 * stallSeconds * mttfSeconds);
}

/**
 * Daly's interval of work between checkpoints, of higher order:
 * `sqrt(2 d M) (1 + sqrt(d / 2M) / 3 + (d / 2M) / 9) - d` where d < 2M, else M.
 *
 * @example 5 minutes of stall and a failure a day: 116.7 minutes.
 * @returns s of work, the stall itself not counted
 * @see J. T. Daly, A higher order estimate of the optimum checkpoint interval for restart dumps, FGCS 22 (2006), equation 37
 */
export function dalyInterval(stallSeconds: number, mttfSeconds: number): number {
  check("dalyInterval", stallSeconds, mttfSeconds);
  if (stallSeconds >= 2 * mttfSeconds) return mttfSeconds;
  const x = stallSeconds / (2 * mttfSeconds);
  return Math.sqrt(2 * stallSeconds * mttfSeconds) * (1 + Math.sqrt(x) / 3 + x / 9) - stallSeconds;
}
