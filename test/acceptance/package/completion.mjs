// The completion scripts of the packed command line: real shells take them, and bash completes with its own.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { check, find, run, skip, tail } from "../lib/checks.mjs";

export function completions(project) {
  const warpform = join(project, "node_modules", ".bin", "warpform");
  for (const shell of ["bash", "zsh", "fish"]) {
    const name = `completion: ${shell} takes its script`;
    if (find(shell) === undefined) {
      skip(name, `there is no ${shell}`);
      continue;
    }
    check(name, () => {
      const script = run(warpform, ["completion", shell], { cwd: project });
      if (script.status !== 0) return tail(script);
      writeFileSync(join(project, `completion.${shell}`), script.stdout);
      const parsed = run(shell, ["-n", `completion.${shell}`], { cwd: project });
      return parsed.status === 0 ? undefined : tail(parsed);
    });
  }

  check("explain: the list that the build keeps has every rule that completion offers", () => {
    const { stdout } = run(warpform, ["explain", "--json"], { cwd: project });
    const listed = JSON.parse(stdout).map(({ id }) => id);
    const { stdout: script } = run(warpform, ["completion", "bash"], { cwd: project });
    const missing = listed.filter((id) => !script.includes(id));
    return listed.length > 100 && missing.length === 0
      ? undefined
      : `${listed.length} rules, not completed: ${missing}`;
  });

  check("completion: bash completes commands, options, values and rules", () => {
    const rows = [
      [["warpform", "rev"], "review"],
      [["warpform", "review", "--js"], "--json"],
      [["warpform", "review", "--fail-on", "wa"], "warning"],
      [["warpform", "explain", "efa-mis"], "efa-missing"],
      [["warpform", "catalog", "p5en."], "p5en.48xlarge"],
    ];
    for (const [words, expected] of rows) {
      const quoted = words.map((word) => `'${word}'`).join(" ");
      const program = `source completion.bash; COMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}; _warpform; echo "\${COMPREPLY[*]}"`;
      const { stdout } = run("bash", ["-c", program], { cwd: project });
      if (stdout.trim() !== expected) return `"${words.join(" ")}" became "${stdout.trim()}", expected "${expected}"`;
    }
    return undefined;
  });
}
