import { FIXES_IN_OWN_PROPS } from "../../../../lib/clouds/aws/reading/raw-fixes";
import { rules } from "../../../../lib/review/rules/list";

describe("FIXES_IN_OWN_PROPS", () => {
  it("names rules that are there", () => {
    const ids = rules.map(({ id }) => id);
    expect(Object.keys(FIXES_IN_OWN_PROPS).filter((id) => !ids.includes(id))).toEqual([]);
  });
});
