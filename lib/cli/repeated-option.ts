import { InvalidArgumentError, Option } from "commander";

/**
 * An option that takes one value each time, as Helm's `--set a=1 --set b=2`: what follows is a blueprint and not one more value,
 * which commander's own variadic options would take.
 */
export class RepeatedOption extends Option {
  constructor(flags: string, description: string, choices?: readonly string[]) {
    super(flags, description);
    if (choices !== undefined) this.choices(choices);
    this.argParser((value: string, earlier: readonly string[] = []) => {
      if (choices !== undefined && !choices.includes(value))
        throw new InvalidArgumentError(`Allowed choices are ${choices.join(", ")}.`);
      return [...earlier, value];
    });
  }
}

export const repeated = (flags: string, description: string, choices?: readonly string[]) =>
  new RepeatedOption(flags, description, choices);
