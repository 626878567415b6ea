import { type CompletedCommand, completionScript } from "../../lib/cli/completion-script";

const commands: readonly CompletedCommand[] = [
  {
    name: "review",
    description: "judge a blueprint's design: verdict",
    options: [
      { flag: "--json", description: "print as JSON", choices: [] },
      { flag: "--fail-on", description: "exit with 1 [from here]", choices: ["error", "warning"] },
    ],
    words: [],
  },
  { name: "explain", description: "say what a rule checks", options: [], words: ["efa-missing", "spares-missing"] },
];

describe("a completion script", () => {
  it.each(["bash", "zsh", "fish"] as const)("for %s names commands, options and the values that they take", (shell) => {
    expect(completionScript(shell, commands)).toMatchSnapshot();
  });
});
