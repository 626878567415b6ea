/** Writes docs/props.md from the tables of props and their comments, and the comments for blueprints. Part of npm run docs. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { DocComments } from "./props/doc-comments";
import { propComments } from "./props/prop-comments";
import { propsPage } from "./props/props-page";

const comments = new DocComments();
writeFileSync(join(__dirname, "../docs/props.md"), propsPage(comments));
writeFileSync(join(__dirname, "../lib/blueprint/schema/prop-comments.json"), propComments(comments));
