import { laws } from "./laws/all";
import { readTables } from "./laws/tables";

// plants.slow.test.ts shows that they see mistakes.
describe("the catalog's laws", () => {
  const tables = readTables();

  it.each(laws.map(({ title, breaches }) => [title, breaches] as const))("hold: %s", (_, breaches) => {
    expect(breaches(tables)).toEqual([]);
  });
});
