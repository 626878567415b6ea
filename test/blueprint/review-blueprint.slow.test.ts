import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseBlueprint } from "../../lib/blueprint/load";
import { blueprintWords } from "../../lib/blueprint/reader/blueprint-keys";
import { blueprintSchema } from "../../lib/blueprint/schema/aws/aws-blueprint";
import * as constructs from "../../lib/clouds/aws/index";
import { terraformWords } from "../../lib/clouds/aws/reading/terraform-words";
import { wordedFix } from "../../lib/remedies/remedy";
import { worded } from "../../lib/remedies/sentence";
import type { Surface } from "../../lib/remedies/vocabulary";
import { designOf } from "../../lib/review/design";
import { DOES_NOT_APPLY } from "../../lib/review/rule";
import { rules } from "../../lib/review/rules/list";
import { given, type RuleCases } from "../review/rule-cases";
import { eachKey } from "./each-key";

const ofArchitecture = parseBlueprint([
  {
    file: "a.yaml",
    text: `apiVersion: warpform/v1
name: train
architecture: { kind: training, instanceType: p5.48xlarge, nodes: 2, scheduler: ray }
network: { availabilityZone: us-east-2a }
workload: { kind: training, model: llama-3.1-8b, tokens: 1.0e+10, sequenceLength: 8192, globalBatchSequences: 128 }
`,
  },
]).blueprint;

/** Every breach that a rule's cases show. */
const breaches = rules.flatMap((rule) => {
  const file = join(__dirname, "../review/rules", rule.area, `${rule.id}.ts`);
  if (!existsSync(file)) return [];
  const { fails } = (require(file) as { cases: RuleCases }).cases;
  return Object.values(fails).flatMap(([design]) => {
    const { cluster, workload } = given(design);
    const outcome = rule.check(designOf(cluster, workload));
    return outcome === DOES_NOT_APPLY ? [] : outcome.map((breach) => ({ rule: rule.id, breach }));
  });
});
const textsOn = (surface: Surface) =>
  breaches.flatMap(({ rule, breach }) => [
    { rule, text: wordedFix(breach.fix, surface) },
    { rule, text: worded(breach.allowed, surface) },
  ]);

/** What names a class of a program. */
const classes = Object.keys(constructs).filter((name) => /^[A-Z]/.test(name));
const ofAProgram = new RegExp(
  `\\b(?:(?:${classes.join("|")})\\.|(?:${classes.filter((n) => /[a-z][A-Z]/.test(n)).join("|")})\\b)`,
);

/** Rules that only Terraform written by hand, or a model made by hand, can break: constructs have no prop for it. */
const NOT_OF_BLUEPRINTS = [
  "bucket-unprotected",
  "efa-request-missing",
  "file-system-not-encrypted",
  "fleet-keeps-unhealthy",
  "head-not-recoverable",
  "head-state-unprotected",
  "imds-v1-allowed",
  "imds-version-unset",
  "kubernetes-secrets-plain",
  "single-nat-for-zones",
  "volume-not-encrypted",
];

describe("a fix in a blueprint's words", () => {
  it("names no class of a program, whatever a rule finds", () => {
    expect("pass a GpuNodePool with Capacity.spot()").toMatch(ofAProgram);
    expect(breaches.length).toBeGreaterThan(190);
    for (const surface of [blueprintWords(), blueprintWords({ architecture: ofArchitecture.architecture })]) {
      expect(textsOn(surface).filter(({ text }) => ofAProgram.test(text))).toEqual([]);
    }
  });

  it("names only keys that the format has", () => {
    const keys = new Set([...eachKey(blueprintSchema)].map(({ path }) => path.split(".").at(-1)!.replace("[]", "")));
    const named = (surface: Surface) => {
      const props: { rule: string; prop: string }[] = [];
      for (const { rule, breach } of breaches.filter((one) => !NOT_OF_BLUEPRINTS.includes(one.rule))) {
        const note = (path: string) => {
          props.push(...path.split(/[.,\s]+| or /).map((prop) => ({ rule, prop })));
          return path;
        };
        const noting: Surface = {
          ...surface,
          prop: (path) => note(surface.prop(path)),
          set: (of) => note(surface.prop(of.path)),
          leaveOut: (of) => note(surface.prop(of.path)),
        };
        wordedFix(breach.fix, noting);
        worded(breach.allowed, noting);
      }
      return props.filter(
        ({ prop }) => !keys.has(prop) && !["or", "and", "together", "of", "the", "region"].includes(prop),
      );
    };
    expect(named(blueprintWords())).toEqual([]);
    expect(named(blueprintWords({ architecture: ofArchitecture.architecture }))).toEqual([]);
  });
});

describe("a fix in the words of Terraform written by hand", () => {
  it("names no maker of a program", () => {
    const said = breaches.flatMap(({ rule, breach }) => {
      const { surface, fix = breach.fix } = terraformWords(rule, breach);
      return [{ rule, text: wordedFix(fix, surface) }];
    });
    expect(said.filter(({ text }) => /\b(?:Capacity|Image|Placement|GpuSharing)\./.test(text))).toEqual([]);
  });
});
