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
    expect(message).toContain(`${paths[1]} has 1000001 bytes; give the path of a blueprint`);
    expect(message).toContain(`no such file: ${paths[2]}; give the path of a blueprint`);
    expect(message).toContain(`${paths[3]} is a directory without Terraform`);
    expect(message.length).toBeLessThan(1500);
  });

  it("suggests the file that was meant, and --set for what is a setting", () => {
    const meant = write("cluster.yaml", "name: a");
    const told = (path: string) => {
      try {
        return readTexts([path]);
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(told(join(folder, "cluster.yml"))).toBe(
      `no such file: ${join(folder, "cluster.yml")}; did you mean ${meant}`,
    );
    expect(told("pools.h100.nodes.max=8")).toBe(
      "no such file: pools.h100.nodes.max=8; write --set pools.h100.nodes.max=8 to change a value",
    );
  });
});
