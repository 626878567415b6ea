import { Problems, WarpformError } from "../lib/errors";

describe("WarpformError", () => {
  it("lists all problems at once and shows no stack trace", () => {
    const problems = new Problems();
    problems.add("out-of-range", "nodes.max", "nodes.max must be 1 or more, got 0; use 1");
    problems.add("required", "network", "network is required; pass a ClusterNetwork");
    const caught = (() => {
      try {
        problems.throwIfAny('GpuNodePool "h100"');
      } catch (error) {
        return error as WarpformError;
      }
      return undefined;
    })();
    expect(caught).toBeInstanceOf(WarpformError);
    expect(caught?.message).toBe(
      'GpuNodePool "h100" has 2 problems:\n  - nodes.max must be 1 or more, got 0; use 1\n  - network is required; pass a ClusterNetwork',
    );
    expect(caught?.stack).not.toMatch(/\n\s+at /);
  });

  it("does not throw when nothing was noted", () => {
    expect(() => new Problems().throwIfAny("x")).not.toThrow();
  });
});
