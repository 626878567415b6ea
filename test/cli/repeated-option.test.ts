import { Command } from "commander";
import { repeated } from "../../lib/cli/repeated-option";

function parsed(...args: string[]) {
  const command = new Command()
    .argument("[files...]")
    .addOption(repeated("--type <type>", "types"))
    .addOption(repeated("--way <way>", "ways", ["spot", "block"]))
    .exitOverride()
    .configureOutput({ writeErr: () => undefined });
  command.parse(args, { from: "user" });
  return { files: command.args, ...command.opts<{ type?: string[]; way?: string[] }>() };
}

describe("repeated", () => {
  it("takes one value each time, so that a file may follow", () => {
    expect(parsed("--type", "a", "file", "--type", "b")).toEqual({ files: ["file"], type: ["a", "b"] });
  });

  it("is left out where it is not given", () => {
    expect(parsed("file")).toEqual({ files: ["file"] });
  });

  it("refuses what is no choice", () => {
    expect(parsed("--way", "spot", "--way", "block").way).toEqual(["spot", "block"]);
    expect(() => parsed("--way", "sport")).toThrow("Allowed choices are spot, block.");
  });
});

describe("the options of warpform", () => {
  it("take no list of values, which would swallow the blueprint after it", () => {
    const { readFileSync, readdirSync } = require("node:fs") as typeof import("node:fs");
    const { join } = require("node:path") as typeof import("node:path");
    const folder = join(__dirname, "../../lib/cli");
    const sources = readdirSync(folder).filter((name) => name.endsWith(".ts"));
    expect(sources.filter((name) => /"--[\w-]+ <[^>]*\.\.\.>/.test(readFileSync(join(folder, name), "utf8")))).toEqual(
      [],
    );
  });
});
