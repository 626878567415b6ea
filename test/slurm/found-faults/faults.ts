import faults from "./slurm.json";

/** A fault that operators found in clusters of an earlier state of the library: what fails without its repair, or why it stays. */
export interface SlurmFault {
  readonly id: string;
  readonly fault: string;
  /** Title of a test, or name of a check, and the file that holds it. */
  readonly tests?: readonly { readonly file: string; readonly name: string }[];
  /** Words of docs/limits.md that say what is left of it. */
  readonly limits?: string;
  /** What takes the repair back again, and which of `tests` sees that. */
  readonly planted?: readonly {
    readonly file: string;
    readonly from: string;
    readonly to: string;
    readonly seenBy: string;
  }[];
}

export const SLURM_FAULTS: readonly SlurmFault[] = faults;

/** Those that can be put back: see test/acceptance/kubernetes/faults/planted-faults.mjs. */
export const FAULTS = SLURM_FAULTS.flatMap(({ id, fault, tests = [], planted = [] }) =>
  planted.map(({ file, from, to, seenBy }) => {
    const seen = tests.filter(({ name }) => name === seenBy).map((test) => [test.file, [seenBy]]);
    return { id, was: fault, tests: Object.fromEntries(seen), plant: [file, from, to] };
  }),
);
