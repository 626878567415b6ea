import { readFileSync } from "node:fs";
import { join } from "node:path";
import { momentMilliseconds } from "../../lib/units/moment";

const { moments, none } = JSON.parse(readFileSync(join(__dirname, "moments.json"), "utf8")) as {
  readonly moments: Readonly<Record<string, number>>;
  readonly none: readonly string[];
};

describe.each(["UTC", "America/New_York", "Asia/Kolkata", "Pacific/Kiritimati"])(
  "a moment on a computer in %s",
  (zone) => {
    const before = process.env.TZ;
    beforeAll(() => {
      process.env.TZ = zone;
    });
    afterAll(() => {
      process.env.TZ = before;
    });

    it.each(Object.entries(moments))("is the same for %s", (text, seconds) => {
      expect(momentMilliseconds(text)).toBe(seconds * 1000);
    });

    it.each(none)("is none for %j", (text) => {
      expect(momentMilliseconds(text)).toBeNull();
    });
  },
);
