import { expandHostList } from "../../../lib/slurm/files/expand-host-list";

describe("expandHostList", () => {
  it.each([
    ["", []],
    ["cpu-1", ["cpu-1"]],
    ["leaf[08-10],spine", ["leaf08", "leaf09", "leaf10", "spine"]],
    ["h100-st-[1-2,7], cpu-1", ["h100-st-1", "h100-st-2", "h100-st-7", "cpu-1"]],
    ["r[1-2]n[1-2]", ["r1n1", "r1n2", "r2n1", "r2n2"]],
    ["a-[3-1]", ["a-3-1"]],
    ["a-[1-99999999]", ["a-1-99999999"]],
  ])("%s names %j", (list, names) => {
    expect(expandHostList(list)).toEqual(names);
  });
});
