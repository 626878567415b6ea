import { wrapped } from "../../../lib/cli/terminal/wrap";

describe("wrapped", () => {
  it("leaves a line that fits as it is", () => {
    expect(wrapped("- a b", 5)).toEqual(["- a b"]);
  });

  it("breaks between words and indents what follows", () => {
    expect(wrapped("- fix: use three nodes", 12, "  ")).toEqual(["- fix: use", "  three", "  nodes"]);
  });

  it("breaks no word, however long", () => {
    expect(wrapped("use p6e-gb200.36xlarge now", 8)).toEqual(["use", "p6e-gb200.36xlarge", "now"]);
  });
});
