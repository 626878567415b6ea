import { Lazy } from "cdktf";

/**
 * A text of a resource that is made later. It is asked for once: a reference remembers that it crosses stacks from one pass of the
 * synth to the next, and each getter of a resource makes another reference.
 */
export function lazyText(produce: () => string): string {
  let text: string | undefined;
  return Lazy.stringValue({
    produce: () => {
      text ??= produce();
      return text;
    },
  });
}
