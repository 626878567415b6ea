import { isBlock, type Json } from "./terraform-stack";

function* differing(before: Json | undefined, after: Json | undefined, depth: number, path: string): Generator<string> {
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  if (depth === 0 || !isBlock(before) || !isBlock(after)) {
    yield path;
    return;
  }
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    yield* differing(before[key], after[key], depth - 1, path === "" ? key : `${path}.${key}`);
  }
}

/**
 * The keys that two JSON texts hold otherwise, dotted: `driver.version`; nothing where one of them is no JSON object.
 *
 * @param depth how many levels of keys are told apart
 */
export function otherKeys(before: string, after: string, depth = 1): readonly string[] {
  try {
    const [old, now] = [JSON.parse(before), JSON.parse(after)] as [Json, Json];
    return isBlock(old) && isBlock(now) ? [...differing(old, now, depth, "")] : [];
  } catch {
    return [];
  }
}
