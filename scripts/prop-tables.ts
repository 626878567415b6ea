/** Writes docs/props.md from the tables of props and their comments. Part of npm run docs. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { propsPage } from "./props/props-page";

writeFileSync(join(__dirname, "../docs/props.md"), propsPage());
