/** Text as HTML and SVG show it, attributes included. */
export function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

/** Long names as HTML that a narrow column breaks at a dot or an underscore, not within a word. */
export function breakable(html: string): string {
  return html.replace(/[\w.]{16,}/g, (name) => name.replace(/(?<=\w)[._](?=\w)/g, "$&<wbr>"));
}

/** Text of a rule as HTML: what stands between backticks is code. */
export function worded(text: string): string {
  return breakable(escaped(text)).replace(/`([^`]+)`/g, "<code>$1</code>");
}

/** Text cut to so many characters, with an ellipsis. */
export function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, Math.max(1, most - 1))}…`;
}

/** An address as a link, other text as it is; several are separated by spaces. */
export function sourceLinks(source: string): string {
  return source
    .split(" ")
    .map((part) =>
      part.startsWith("https://")
        ? `<a href="${escaped(part)}">${escaped(part.replace(/^https:\/\//, ""))}</a>`
        : escaped(part),
    )
    .join(" ");
}

/** A coordinate in SVG: at most one decimal. */
export function px(value: number): string {
  return (Math.round(value * 10) / 10).toString();
}
