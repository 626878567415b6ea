import { type Document, isCollection, visit, type YAMLMap, type YAMLSeq } from "yaml";

/** A changed document as text, with lists and maps in braces spaced as they were in `before`. */
export function documentText(document: Document, before: string): string {
  visit(document, {
    Collection: (_, node) => {
      if (isCollection(node) && node.flow && node.range) keepPadding(node, /\s/.test(before[node.range[0] + 1] ?? ""));
    },
  });
  keepNumbers(document);
  return document.toString({ lineWidth: 0 });
}

/** yaml writes `1.0e+12` as 1e+12 and `0x1F` in small letters; a number that has not changed stays as it was written. */
function keepNumbers({ schema }: Document): void {
  for (const tag of schema.tags) {
    const write = "stringify" in tag ? tag.stringify : undefined;
    if (write === undefined || !/:(int|float)$/.test(tag.tag)) continue;
    tag.stringify = (item, ...rest) => {
      const source = (item as { readonly source?: string }).source;
      return source !== undefined && Number(source) === item.value ? source : write(item, ...rest);
    };
  }
}

/** yaml has one spacing for a whole document. */
function keepPadding(node: YAMLMap | YAMLSeq, padded: boolean): void {
  const write = node.toString.bind(node);
  node.toString = (context, ...rest) =>
    write(context && { ...context, flowCollectionPadding: padded ? " " : "" }, ...rest);
}
