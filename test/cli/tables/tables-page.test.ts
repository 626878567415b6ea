import { bestOf, shortNames, tablesPage } from "../../../lib/cli/tables/tables-page";

describe("shortNames", () => {
  it.each([
    [["a.yaml"], ["a.yaml"]],
    [
      ["/x/y/a.yaml", "/x/y/b.yaml"],
      ["a.yaml", "b.yaml"],
    ],
    [
      ["/x/one/a.yaml", "/x/two/a.yaml"],
      ["one/a.yaml", "two/a.yaml"],
    ],
    [
      ["/x/a.yaml", "/x/b.yaml", "/x/a.yaml", "/x/a.yaml"],
      ["a.yaml", "b.yaml", "a.yaml (2)", "a.yaml (3)"],
    ],
    [
      ["a.yaml us-east-1", "a.yaml us-west-2"],
      ["a.yaml us-east-1", "a.yaml us-west-2"],
    ],
  ])("%j are %j", (paths, names) => {
    expect(shortNames(paths)).toEqual(names);
  });
});

describe("bestOf", () => {
  it.each([
    [[3, 1, 2], "lower", [1]],
    [[3, null, 9], "higher", [2]],
    [[5, 5, 7], "lower", [0, 1]],
    [[5, 5.0001], "lower", []],
    [[5, null], "lower", []],
  ] as const)("of %j, %s, are columns %j", (values, better, columns) => {
    expect(bestOf(values, better)).toEqual(columns);
  });
});

describe("tablesPage", () => {
  const page = tablesPage({
    title: "Two <designs>",
    summary: ["Both are ready."],
    bars: [
      {
        title: "Time to train",
        rows: [{ name: "a", low: 1, expected: 2, high: 4, text: "2 days" }],
        limit: { value: 5, text: "deadline, 5 days" },
      },
    ],
    tables: [{ title: null, head: ["", "a", "b"], rows: [["cost", "1", "2"]], best: [[1]] }],
  });

  it("marks the best value, and says what the mark is", () => {
    expect(page).toContain('<strong class="best">1</strong>');
    expect(page).toContain("Bold: the best value of the row.");
  });

  it("folds on a phone with the designs' names as labels, and shows names as text", () => {
    expect(page).toContain('<table class="folds">');
    expect(page).toContain('<td class="brief" data-label="b">2</td>');
    expect(page).toContain("<h1>Two &lt;designs&gt;</h1>");
  });

  it("draws ranges with the limit across", () => {
    expect(page).toContain('class="limit"');
    expect(page).toContain("deadline, 5 days.");
  });
});

it("keeps dates, short figures and short heads on one line, and folds a table of nine columns on a tablet", () => {
  const head = ["provider", "a", "b", "c", "d", "step time", "prices as of", "e", "note"];
  const row = ["x", "", "", "", "", "31.8 s", "2026-10-07", "", "a sentence of some words"];
  const html = tablesPage({ title: "t", summary: [], bars: [], tables: [{ title: null, head, rows: [row] }] });
  expect(html).toContain('<th class="brief" scope="col">step time</th><th scope="col">prices as of</th>');
  expect(html).toContain('<td class="brief" data-label="prices as of">2026-10-07</td>');
  expect(html).toContain('<td data-label="note">a sentence of some words</td>');
  expect(html).toMatch(/@media screen and \(max-width: 1000px\) \{ \.many thead/);
});
