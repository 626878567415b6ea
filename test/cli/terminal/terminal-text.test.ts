import { forScreen, terminalText } from "../../../lib/cli/terminal/terminal-text";

const page = `# Design review of a\\_b

**Not ready: 1 error, 0 warnings; 34 rules evaluated**

| | | |
|---|---|---|
| Memory per GPU | 59.1 of 80 GiB | 56.8 GiB |
| Step time | 40 s | a \\| b |

## Errors: fix these before you deploy

### efa-missing at \`pools.h100.fabric\`

- found: none\\_at\\_all
`;

const plain = `Design review of a_b

Not ready: 1 error, 0 warnings; 34 rules evaluated

Memory per GPU  59.1 of 80 GiB  56.8 GiB
Step time       40 s            a | b

Errors: fix these before you deploy

efa-missing at pools.h100.fabric

- found: none_at_all
`;

describe("terminalText", () => {
  it("sets tables in columns and leaves Markdown's marks out", () => {
    expect(terminalText(page, false)).toBe(plain);
  });

  it.each([
    ["**Not ready: 2 errors**", "\u001b[1;31mNot ready: 2 errors\u001b[0m"],
    ["**Ready, with 1 warning**", "\u001b[1;33mReady, with 1 warning\u001b[0m"],
    ["**Ready: no errors or warnings**", "\u001b[1;32mReady: no errors or warnings\u001b[0m"],
    ["## Warnings: works, with a trade-off", "\u001b[1;33mWarnings: works, with a trade-off\u001b[0m"],
    ["### efa-missing at `a.b`", "\u001b[1mefa-missing at a.b\u001b[0m"],
    ["- fix: use 3", "- fix: use 3"],
  ])("shows %j in the colour of its severity", (line, shown) => {
    expect(terminalText(line, true)).toBe(shown);
  });
});

describe("forScreen", () => {
  it("leaves the page as it is where there is no terminal", () => {
    expect(forScreen(page, { hasColors: () => true })).toBe(page);
  });

  it("uses no colours on a terminal without them, or with NO_COLOR", () => {
    expect(forScreen(page, { isTTY: true, hasColors: () => false })).toBe(plain);
    expect(forScreen(page, { isTTY: true })).toBe(plain);
  });

  it("uses colours on a terminal that has them", () => {
    expect(forScreen(page, { isTTY: true, hasColors: () => true })).toContain("\u001b[1;31mNot ready");
  });
});
