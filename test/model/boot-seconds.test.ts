import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { bootSeconds } from "../../lib/model/boot-seconds";

const lib = join(__dirname, "../../lib");

describe("the seconds until a node takes work", () => {
  it("are more with GPUs", () => {
    expect(bootSeconds({ acceleratorCount: 8 })).toBe(420);
    expect(bootSeconds({ acceleratorCount: 0 })).toBe(180);
  });

  it("are written down once, for pools, for what is read and for designs that are only judged", () => {
    const files = readdirSync(lib, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
    const writing = files.filter((file) => /BOOT_SECONDS = 420|gpu: 420/.test(readFileSync(join(lib, file), "utf8")));
    expect(writing).toEqual([join("model", "boot-seconds.ts")]);
  });
});
