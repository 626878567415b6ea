import { z } from "zod";

/**
 * `z.strictObject` whose keys are made when one is first asked for. A blueprint has a few of the sections that the format knows, and making the
 * keys of all others would take a tenth of the time of its review.
 */
export function strictObject<Shape extends z.core.$ZodLooseShape>(
  shape: () => Shape,
): z.ZodObject<Shape, z.core.$strict> {
  let made: Shape | undefined;
  const definition = {
    type: "object" as const,
    catchall: z.never(),
    get shape(): Shape {
      made ??= shape();
      return made;
    },
  };
  return new z.ZodObject(definition) as unknown as z.ZodObject<Shape, z.core.$strict>;
}
