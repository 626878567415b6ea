import { withProgress } from "../../../lib/cli/terminal/progress";

function screen(isTTY: boolean) {
  const texts: string[] = [];
  return { isTTY, texts, write: (text: string) => texts.push(text) };
}

describe("withProgress", () => {
  it("shows what is done on a terminal and takes it away afterwards", () => {
    const terminal = screen(true);
    expect(withProgress("reviewing a.yaml", () => 7, terminal)).toBe(7);
    expect(terminal.texts).toEqual(["\r\u001b[Kreviewing a.yaml …", "\r\u001b[K"]);
  });

  it("takes it away where the work fails", () => {
    const terminal = screen(true);
    const fail = () => {
      throw new Error("no");
    };
    expect(() => withProgress("reviewing", fail, terminal)).toThrow("no");
    expect(terminal.texts.at(-1)).toBe("\r\u001b[K");
  });

  it("writes nothing where there is no terminal", () => {
    const file = screen(false);
    withProgress("reviewing", () => 7, file);
    expect(file.texts).toEqual([]);
  });
});
