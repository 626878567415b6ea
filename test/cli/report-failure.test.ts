import { reportFailure } from "../../lib/cli/report-failure";

describe("reportFailure", () => {
  let printed: string;
  beforeEach(() => {
    printed = "";
    jest.spyOn(console, "error").mockImplementation((text: string) => {
      printed += `${text}\n`;
    });
  });
  afterEach(() => void jest.restoreAllMocks());

  it("says how to report a bug, without a stack", () => {
    expect(reportFailure(new TypeError("x is undefined\nmore"), {})).toBe(70);
    expect(printed).toBe(
      "warpform: internal error, not caused by your input: x is undefined\nplease report it with the command, the blueprint, the output of `warpform --version` and the stack trace (set WARPFORM_DEBUG=1)\n",
    );
  });

  it("shows the stack to whoever asks for it", () => {
    reportFailure(new TypeError("x is undefined"), { WARPFORM_DEBUG: "1" });
    expect(printed).toMatch(/report-failure\.test/);
  });

  it("passes on what the system refused", () => {
    const error = Object.assign(new Error("EACCES: permission denied, mkdir '/out'"), {
      syscall: "mkdir",
      code: "EACCES",
    });
    expect(reportFailure(error, {})).toBe(2);
    expect(printed).toBe("warpform: EACCES: permission denied, mkdir '/out'\n");
  });
});
