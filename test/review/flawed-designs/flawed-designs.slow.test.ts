import { rules } from "../../../lib/review/rules/list";
import type { Flaw } from "./flaw";
import { OPERATION_FLAWS } from "./flaws-of-operation";
import { SERVICE_FLAWS } from "./flaws-of-services";
import { TRAINING_FLAWS } from "./flaws-of-training";
import { type Said, said } from "./said";
import { SOUND } from "./sound";

const FLAWS = [...TRAINING_FLAWS, ...OPERATION_FLAWS, ...SERVICE_FLAWS];
const sound = Object.fromEntries(Object.entries(SOUND).map(([name, text]) => [name, said(text)])) as Record<
  Flaw["in"],
  Said
>;

/** The sound blueprint with its flaw; each piece that changes is in it, once. */
function flawed({ in: base, change }: Flaw): string {
  let text: string = SOUND[base];
  for (const [piece, instead] of Object.entries(change)) {
    if (text.split(piece).length !== 2) throw new Error(`"${piece}" has to be in the ${base} design once`);
    text = text.replace(piece, () => instead);
  }
  return text;
}

const rulesIn = ({ findings }: Said) => findings.map(({ rule }) => rule);

describe("a flaw in a blueprint", () => {
  it.each(Object.entries(sound))(
    "is none of the %s design, which has neither error nor warning but of its own",
    (name, said) => {
      expect(said.error).toBeNull();
      const warned = said.findings.filter(({ severity }) => severity !== "info").map(({ rule }) => rule);
      // A block has no spare nodes to give.
      expect(warned).toEqual(name === "blocks" ? ["spares-missing"] : []);
    },
  );

  it("is found by a rule, refused with an error, or said why neither", () => {
    expect(new Set(FLAWS.map(({ flaw }) => flaw)).size).toBe(FLAWS.length);
    expect(FLAWS.filter(({ rule, error, whyNot }) => [rule, error, whyNot].filter(Boolean).length !== 1)).toEqual([]);
    const ids = rules.map(({ id }) => id);
    expect(FLAWS.filter(({ rule }) => rule !== undefined && !ids.includes(rule))).toEqual([]);
    expect(FLAWS.filter(({ whyNot }) => whyNot === undefined).length).toBeGreaterThanOrEqual(52);
  });

  it.each(FLAWS.flatMap((one) => (one.rule ? [[one.flaw, one.rule, one] as const] : [])))(
    "%s: %s fires, which it does not in the sound design",
    (_, rule, one) => {
      expect(rulesIn(sound[one.in])).not.toContain(rule);
      const now = said(flawed(one));
      expect(now.error).toBeNull();
      expect(rulesIn(now)).toContain(rule);
    },
  );

  it.each(FLAWS.flatMap((one) => (one.error ? [[one.flaw, one.error, one] as const] : [])))(
    "%s: an error that says %s",
    (_, error, one) => {
      expect(said(flawed(one)).error).toContain(error);
    },
  );
});
