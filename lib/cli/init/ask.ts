import { createInterface } from "node:readline/promises";
import { refuse } from "../command-error";
import { cloudOf, type InitFlags, kindOf, QUESTIONS, type Question, schedulersOf } from "./questions";

/** Prints a question and resolves to the line that is typed. */
export type Ask = (question: string) => Promise<string>;

/** Runs `work` with a terminal to ask at; Ctrl-C ends the program as it does elsewhere, the end of the input refuses. */
export async function onTerminal<T>(
  work: (ask: Ask) => Promise<T>,
  input: NodeJS.ReadableStream = process.stdin,
  output: NodeJS.WritableStream = process.stdout,
): Promise<T> {
  const terminal = createInterface({ input, output });
  terminal.once("SIGINT", () => {
    terminal.close();
    process.kill(process.pid, "SIGINT");
  });
  const lines = terminal[Symbol.asyncIterator]();
  try {
    return await work(async (question) => {
      terminal.setPrompt(question);
      terminal.prompt();
      const line = await lines.next();
      if (line.done)
        refuse(
          "init",
          "required",
          "answers",
          "the input ended before every question was answered; nothing was written",
        );
      return line.value.trim();
    });
  } finally {
    terminal.close();
  }
}

/** One question, until its answer is one that can be taken; undefined where it is left open. */
async function answer(question: Question, flags: InitFlags, ask: Ask): Promise<string | undefined> {
  const fallback = question.fallback(flags);
  const choices = question.key === "scheduler" ? `: ${schedulersOf(kindOf(flags), cloudOf(flags)).join(", ")}` : "";
  const hint = typeof fallback === "string" ? ` [${fallback}]` : "";
  let complaint = "";
  for (;;) {
    const text = (await ask(`${complaint}${question.ask}${choices}${hint}: `)) || fallback;
    if (text === null) return undefined;
    const problem = text === undefined ? "an answer is needed" : question.problem(text, flags);
    if (text !== undefined && problem === undefined) return text;
    complaint = `  ${problem}\n`;
  }
}

/** What was given, with answers to every question that it leaves open. */
export async function askWhatIsMissing(given: InitFlags, ask: Ask): Promise<InitFlags> {
  let flags = given;
  for (const question of QUESTIONS) {
    const known = question.key === "kind" && kindOf(flags) !== "training";
    if (known || flags[question.key] !== undefined || !question.applies(flags)) continue;
    const text = await answer(question, flags, ask);
    if (text !== undefined) flags = { ...flags, [question.key]: text };
  }
  return flags;
}
