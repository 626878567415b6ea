import { CommanderError } from "commander";
import { errorsAsJson, refusal } from "../../lib/cli/errors-as-json";

const asJson = (error: unknown) => {
  const refused = refusal(error, ["review"]);
  return refused && errorsAsJson(refused).errors.map(({ code, message }) => `${code}: ${message}`);
};

describe("refusal", () => {
  it("has options that are wrong", () => {
    const error = new CommanderError(
      2,
      "commander.unknownOption",
      "error: unknown option '--jsno'\n(Did you mean --json?)",
    );
    expect(asJson(error)).toEqual(["not-allowed: unknown option '--jsno'"]);
  });

  it("has arguments and packages that are missing", () => {
    const missing = new CommanderError(2, "commander.missingArgument", "error: missing required argument 'blueprint'");
    expect(asJson(missing)).toEqual(["required: missing required argument 'blueprint'"]);
    const peer = Object.assign(new Error("Cannot find module 'cdktf'"), { code: "MODULE_NOT_FOUND" });
    expect(asJson(peer)).toEqual([
      expect.stringMatching(/^required: this command needs the package cdktf,.*npm install/),
    ]);
  });

  it("has no fault of the program", () => expect(asJson(new TypeError("x is undefined"))).toBeUndefined());
});
