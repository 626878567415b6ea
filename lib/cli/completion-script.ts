/** What a shell needs to know of a command. */
export interface CompletedCommand {
  readonly name: string;
  readonly description: string;
  readonly options: readonly CompletedOption[];
  /** Words that its argument may be; files where there are none. */
  readonly words: readonly string[];
}

export interface CompletedOption {
  /** With its dashes: `--json`. */
  readonly flag: string;
  readonly description: string;
  /** Words that its value may be; none where it has no value or any will do. */
  readonly choices: readonly string[];
}

export const SHELLS = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof SHELLS)[number];

/** The script that makes a shell complete `warpform`'s commands, options and their values. */
export function completionScript(shell: Shell, commands: readonly CompletedCommand[]): string {
  return { bash, zsh, fish }[shell](commands);
}

/** Text in single quotes, as bash and zsh read it. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function bash(commands: readonly CompletedCommand[]): string {
  const names = commands.map(({ name }) => name).join(" ");
  const values = commands.flatMap(({ name, options }) =>
    options
      .filter(({ choices }) => choices.length > 0)
      .map(({ flag, choices }) => `    ${name}:${flag}) words=${quoted(choices.join(" "))} ;;\n`),
  );
  const words = commands.map(({ name, options, words }) => {
    const all = [...words, ...options.map(({ flag }) => flag)].join(" ");
    return `      ${name}) words=${quoted(all)} ;;\n`;
  });
  return `# bash completion for warpform: eval "$(warpform completion bash)"
_warpform() {
  local words current=\${COMP_WORDS[COMP_CWORD]}
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    words=${quoted(names)}
  else
    case \${COMP_WORDS[1]}:\${COMP_WORDS[COMP_CWORD - 1]} in
${values.join("")}    *)
      case \${COMP_WORDS[1]} in
${words.join("").replaceAll(/^/gm, "  ").trimEnd()}
      esac
      ;;
    esac
  fi
  while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -W "$words" -- "$current")
}
complete -o default -F _warpform warpform
`;
}

function zsh(commands: readonly CompletedCommand[]): string {
  const described = ({ name, description }: CompletedCommand) =>
    `    ${quoted(`${name.replaceAll(":", "\\:")}:${description.replaceAll(":", "\\:")}`)}\n`;
  const bracketed = (text: string) => text.replace(/[[\]:]/g, "\\$&");
  const cases = commands.map(({ name, options, words }) => {
    const specs = options.map(({ flag, description, choices }) =>
      quoted(`${flag}[${bracketed(description)}]${choices.length > 0 ? `:value:(${choices.join(" ")})` : ""}`),
    );
    const rest = quoted(words.length > 0 ? `*:name:(${words.join(" ")})` : "*:file:_files");
    return `    ${name})\n      _arguments ${[...specs, rest].join(" \\\n        ")}\n      ;;\n`;
  });
  return `#compdef warpform
# zsh completion for warpform: eval "$(warpform completion zsh)" after compinit
_warpform() {
  local -a commands
  commands=(
${commands.map(described).join("")}  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${cases.join("")}  esac
}
compdef _warpform warpform
`;
}

function fish(commands: readonly CompletedCommand[]): string {
  const text = (value: string) => `'${value.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
  const lines = commands.flatMap(({ name, description, options, words }) => {
    const within = `-n '__fish_seen_subcommand_from ${name}'`;
    return [
      `complete -c warpform -f -n __fish_use_subcommand -a ${name} -d ${text(description)}`,
      ...options.map(({ flag, description, choices }) => {
        const values = choices.length > 0 ? ` -x -a ${text(choices.join(" "))}` : "";
        return `complete -c warpform ${within} -l ${flag.slice(2)} -d ${text(description)}${values}`;
      }),
      ...(words.length > 0 ? [`complete -c warpform -f ${within} -a ${text(words.join(" "))}`] : []),
    ];
  });
  return `# fish completion for warpform: warpform completion fish | source\n${lines.join("\n")}\n`;
}
