import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { COMMAND_LINE } from "../../command-line";

const folder = mkdtempSync(join(tmpdir(), "warpform-diff-test-"));
afterAll(() => rmSync(folder, { recursive: true }));

function stack(name: string, resource: object): string {
  const file = join(folder, `${name}.tf.json`);
  writeFileSync(file, JSON.stringify({ resource }));
  return file;
}

/** Exit status of the program, with nothing of this process. */
const status = (...args: readonly string[]) => spawnSync(process.execPath, [...COMMAND_LINE, "diff", ...args]).status;

describe("the process warpform diff", () => {
  const four = stack("4", { aws_autoscaling_group: { fleet: { max_size: 4 } } });
  const eight = stack("8", { aws_autoscaling_group: { fleet: { max_size: 8 } } });
  const volume = stack("volume", { aws_ebs_volume: { state: {} } });

  it.each([
    ["0 for more nodes", [four, eight], 0],
    ["10 for fewer nodes", [eight, four], 10],
    ["20 for a volume that goes", [volume, four], 20],
    ["2 for a file that is not there", [four, join(folder, "none")], 2],
    ["2 for a missing argument", [four], 2],
  ])("ends with %s", (_, args, expected) => {
    expect(status(...args)).toBe(expected);
  });
});
