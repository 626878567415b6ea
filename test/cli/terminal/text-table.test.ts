import { paragraph, screenWidth, textTable } from "../../../lib/cli/terminal/text-table";

const head = ["nodes", "cost of the run", "layout"];
const rows = [
  ["16 x p5.48xlarge", "1.9 million", "tensor 4 x pipeline 4"],
  ["9 x p6-b200.48xlarge", "-", "tensor 8"],
];

describe("textTable", () => {
  it("aligns columns where they fit", () => {
    expect(textTable(head, rows, 62)).toBe(
      `nodes                 cost of the run  layout
--------------------  ---------------  ---------------------
16 x p5.48xlarge      1.9 million      tensor 4 x pipeline 4
9 x p6-b200.48xlarge  -                tensor 8`,
    );
  });

  it("folds each row into a block where the screen is too narrow, and leaves out what it has not", () => {
    expect(textTable(head, rows, 30)).toBe(
      `16 x p5.48xlarge
  cost of the run: 1.9 million
  layout: tensor 4 x pipeline
    4

9 x p6-b200.48xlarge
  layout: tensor 8`,
    );
  });
});

describe("screenWidth", () => {
  it("is the terminal's, and unlimited in a file or a pipe", () => {
    expect(screenWidth({ isTTY: true, columns: 80 })).toBe(80);
    expect(screenWidth({ columns: 80 })).toBe(Number.POSITIVE_INFINITY);
  });
});

describe("paragraph", () => {
  it("breaks lines between words at the width of the screen, and keeps others", () => {
    expect(paragraph("Why: a long line of words\n\nshort", 12)).toBe("Why: a long\nline of\nwords\n\nshort");
    expect(paragraph("a long line in a pipe", Number.POSITIVE_INFINITY)).toBe("a long line in a pipe");
  });
});
