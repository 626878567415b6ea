/** Text in lines of at most `most` characters, broken between words; a longer word is broken where the line ends. */
export function folded(text: string, most: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ").flatMap((whole) => pieces(whole, most))) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && longer.length > most) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

/** A word in pieces of at most `most` characters. */
function pieces(word: string, most: number): string[] {
  const count = Math.max(1, Math.ceil(word.length / most));
  return Array.from({ length: count }, (_, i) => word.slice(i * most, (i + 1) * most));
}
