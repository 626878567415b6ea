// The repository's Markdown is read as GitHub shows it: no HTML but line breaks, and nothing of Vue's.

/** @param {import("markdown-it")} md */
export function asText(md) {
  md.set({ html: false });
  md.inline.ruler.before("autolink", "br", (state, silent) => {
    const found = /^<br ?\/?>/.exec(state.src.slice(state.pos, state.pos + 6));
    if (found === null) return false;
    if (!silent) state.push("hardbreak", "br", 0);
    state.pos += found[0].length;
    return true;
  });
  // Code by indentation looks like code in fences.
  md.renderer.rules.code_block = (tokens, index, ...others) => {
    tokens[index].info = "text";
    return md.renderer.rules.fence(tokens, index, ...others);
  };
  const text = md.renderer.rules.text;
  md.renderer.rules.text = (...args) => text(...args).replaceAll("{{", "&#123;&#123;");
}
