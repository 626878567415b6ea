import type { DocComments } from "./doc-comments";
import { propRows } from "./prop-rows";
import { DOCUMENTED } from "./tables";

/** What a comment's @default says, without the marks of words and of code, its quotes and its last point. */
const inWords = (said: string): string =>
  said
    .replace(/^- /, "")
    .replaceAll("`", "")
    .replace(/^"([^"]*)"$/, "$1")
    .replace(/\.$/, "");

/** lib/blueprint/schema/prop-comments.json, which scripts/prop-tables.ts writes: comments of props by construct and path. */
export function propComments(comments: DocComments): string {
  const rows = DOCUMENTED.flatMap(({ name, table, type }) =>
    propRows(table, type, comments).map(({ path, comment }) => {
      const otherwise = comment?.default === undefined ? {} : { otherwise: inWords(comment.default) };
      return [`${name}.${path}`, { is: comment?.says ?? "", ...otherwise }] as const;
    }),
  );
  return `${JSON.stringify(Object.fromEntries(rows), null, 2)}\n`;
}
