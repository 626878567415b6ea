/** From this many digits on, numbers are written with an exponent. */
const LONG = 1e6;

/** `2.0e+10`: YAML 1.1 readers take an exponent for a number only with point and sign. */
export function number(value: number): string {
  if (value < LONG) return String(value);
  const [digits, exponent] = value.toExponential().split("e") as [string, string];
  return `${digits.includes(".") ? digits : `${digits}.0`}e${exponent}`;
}

const scalar = (value: unknown) => (typeof value === "number" ? number(value) : String(value));

/** Keys of a section in YAML. */
export const linesOf = (values: object) =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([prop, value]) => `  ${prop}: ${scalar(value)}\n`)
    .join("");
