/** Text in lines of at most `width` characters, broken between words only; later lines begin with `indent`. */
export function wrapped(text: string, width: number, indent = ""): string[] {
  if (text.length <= width) return [text];
  const lines: string[] = [];
  const start = /^\s*/.exec(text)![0];
  let line = start;
  for (const word of text.trim().split(/ +/)) {
    const isFirst = line === start || line === indent;
    if (!isFirst && line.length + 1 + word.length > width) {
      lines.push(line);
      line = `${indent}${word}`;
    } else line = isFirst ? `${line}${word}` : `${line} ${word}`;
  }
  return [...lines, line];
}
