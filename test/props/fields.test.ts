import { Problems } from "../../lib/errors";
import type { AnyField } from "../../lib/props/field";
import { optional } from "../../lib/props/field";
import { either, list, map, part } from "../../lib/props/nested-fields";
import { Notes } from "../../lib/props/notes";
import { flag, number, oneOf, text, whole } from "../../lib/props/simple-fields";

const LATER = "${later}";

/** What a field notes of a value of the prop `size`. */
function notesOf(field: AnyField, value: unknown): string[] {
  const problems = new Problems();
  field.check(value, "size", new Notes(problems, (one) => one === LATER));
  return problems.all.map(({ message }) => message);
}

describe.each<[string, AnyField, readonly unknown[], readonly (readonly [unknown, string])[]]>([
  [
    "whole",
    whole({ min: 30, max: 100, unit: "GiB" }),
    [30, 100],
    [
      [29, "size must be a whole number of GiB from 30 to 100, got 29; use 30"],
      [101, "size must be a whole number of GiB from 30 to 100, got 101; use 100"],
      [30.4, "size must be a whole number of GiB from 30 to 100, got 30.4; use 30"],
      ["40", 'size must be a whole number of GiB from 30 to 100, got "40"; use 40, without quotes'],
      [Number.NaN, "size must be a whole number of GiB from 30 to 100, got NaN"],
      [40n, "size must be a whole number of GiB from 30 to 100, got 40n"],
      [LATER, "size must be known at synth, since the design follows from it; write it as a number"],
    ],
  ],
  [
    "whole with a value for none",
    whole({ min: 5, or: { value: 0, means: "none" } }),
    [0, 5],
    [[4, "size must be 0 for none or a whole number of 5 or more, got 4; use 5"]],
  ],
  ["number", number({ max: 1 }), [0.5, 1, -3], [[1.5, "size must be a number of at most 1, got 1.5; use 1"]]],
  [
    "number that Terraform alone need know",
    number({ later: true }),
    [1, LATER],
    [[null, "size must be a number, got null"]],
  ],
  ["flag", flag(), [true, false], [["true", 'size must be true or false, got "true"; use true, without quotes']]],
  [
    "oneOf",
    oneOf(["cluster", "none"]),
    ["cluster", "none"],
    [
      ["clustre", 'size must be "cluster" or "none", got "clustre"; use "cluster"'],
      [3, 'size must be "cluster" or "none", got 3; use "cluster"'],
    ],
  ],
  [
    "oneOf numbers",
    oneOf([125, 250, 500]),
    [125],
    [
      [126, "size must be 125, 250 or 500, got 126; use 250"],
      [900, "size must be 125, 250 or 500, got 900; use 500"],
    ],
  ],
  ["text", text(), ["a", LATER], [["  ", 'size must be non-empty text, got "  "']]],
  ["secret text", text({ like: /^x/, words: "a key", secret: true }), ["xy"], [["abc", "size must be a key"]]],
  [
    "list",
    list(text(), { least: 1, most: 2, unique: true }),
    [["a"], ["a", "b"]],
    [
      [[], "size must be a list with at least 1 entry, each text, got []"],
      [["a", "a"], 'size[1] must be another one than size[0], got "a"; use each once'],
      ["a", 'size must be a list, each text, got "a"; use ["a"]'],
      [["a", 2], 'size[1] must be text, got 2; use "2"'],
    ],
  ],
  [
    "map",
    map(flag()),
    [{ a: true }],
    [
      [{ a: 1 }, "size.a must be true or false, got 1"],
      [new Map([["a", true]]), "size must be an object, each value true or false, got an object of class Map"],
    ],
  ],
  [
    "part",
    part<{ a: number; b?: number }>({ a: whole(), b: optional(whole()) }),
    [{ a: 1 }, { a: 1, b: 2 }],
    [
      [{}, "size.a is required; give a whole number"],
      [{ a: 1, bb: 2 }, "size.bb is not a prop; did you mean b"],
      [{ aa: 1, b: 2 }, "size.aa is not a prop; did you mean a"],
      [[], "size must be an object, got []"],
      [new Date(0), "size must be an object, got an object of class Date"],
    ],
  ],
  ["either", either(false, text()), [false, "a"], [[true, "size must be false or text, got true"]]],
])("%s", (_name, field, good, bad) => {
  it.each(good.map((value) => [value]))("takes %j", (value) => {
    expect(notesOf(field, value)).toEqual([]);
  });

  it.each(bad)("refuses %j", (value, message) => {
    expect(notesOf(field, value)).toEqual([message]);
  });
});

it("an entry of a map is told its wrong name and its wrong value, from which nothing may be read", () => {
  const pools = map(part<{ a: number }>({ a: whole() }, "a pool"), { keys: { like: /^[a-z]{2,}$/, words: "letters" } });
  expect(notesOf(pools, { x: null })).toEqual([
    'size.x must be named by letters, got "x"',
    "size.x must be a pool, got null",
  ]);
});
