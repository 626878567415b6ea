import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readTexts } from "../../../lib/blueprint/reader/read-texts";

describe("readTexts", () => {
  const folder = mkdtempSync(join(tmpdir(), "warpform-texts-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const write = (name: string, content: string | Buffer) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };

  it("reads files in their order", () => {
    const a = write("a.yaml", "name: a");
    expect(readTexts([a, a]).map(({ text }) => text)).toEqual(["name: a", "name: a"]);
  });

  it("refuses what is no blueprint without repeating it, all files at once", () => {
    const paths = [
      write("binary", Buffer.from([0x7f, 0x45, 0, 1])),
      write("large", "x".repeat(1_000_001)),
      join(folder, "none"),
      folder,
    ];
    const message = (() => {
      try {
        readTexts(paths);
      } catch (error) {
        return (error as Error).message;
      }
      return "";
    })();
    expect(message).toContain(`${paths[0]} is a binary file; give the path of a blueprint`);
    expect(message).toContain(`${paths[1]} has 1000001 bytes, which is no blueprint`);
    expect(message).toContain(`there is no file ${paths[2]}`);
    expect(message).toContain(`${paths[3]} is a folder`);
    expect(message.length).toBeLessThan(1500);
  });
});
