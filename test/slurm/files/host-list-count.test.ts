import { hostListCount } from "../../../lib/slurm/files/host-list-count";

describe("hostListCount", () => {
  it.each([
    ["", 0],
    ["cpu-1", 1],
    ["h100-st-[1-16]", 16],
    ["h100-st-[1-4,7]", 5],
    ["h100-st-[1-4,7],cpu-1,gpu-[01-03]", 9],
    ["r[1-2]n[1-4]", 8],
    ["a-[3-1]", 0],
  ])("%s has %i nodes", (list, count) => {
    expect(hostListCount(list)).toBe(count);
  });
});
