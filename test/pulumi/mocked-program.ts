import * as pulumi from "@pulumi/pulumi";
import type { Kind, Properties } from "../../lib/pulumi/plan/kinds";
import { mappingOf } from "../../lib/pulumi/plan/mapping";

/** What a mocked program asked the engine to register. */
export interface Registered {
  readonly type: string;
  readonly name: string;
  readonly inputs: Record<string, unknown>;
  readonly custom: boolean;
  readonly protect: boolean;
  readonly ignoreChanges: readonly string[];
  /** URNs of what it waits for. */
  readonly dependencies: readonly string[];
  readonly parent: string;
  /** URN and id of its provider. */
  readonly provider: string;
  readonly aliasNames: readonly string[];
  /** URNs of the parents of its aliases. */
  readonly aliasParents: readonly string[];
  readonly retainOnDelete: boolean;
  readonly additionalSecretOutputs: readonly string[];
  readonly transforms: number;
}

/** A value for a property that only the cloud sets: the resource's name and Terraform's name of the property. */
function invented(owner: string, attribute: string, kind: Kind): unknown {
  if (kind === "number") return 7;
  if (kind === "boolean") return false;
  if (typeof kind === "string") return `${owner}.${attribute}`;
  if ("list" in kind) return [invented(owner, attribute, kind.list)];
  if ("map" in kind) return {};
  return inventedAll(owner, kind.block);
}

function inventedAll(owner: string, properties: Properties): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(properties).map(([attribute, [name, kind]]) => [name, invented(owner, attribute, kind)]),
  );
}

/** What was given, over what was invented, block by block. */
function over(below: unknown, above: unknown): unknown {
  if (above === undefined) return below;
  const isMap = (v: unknown): v is Record<string, unknown> => v !== null && typeof v === "object" && !Array.isArray(v);
  if (!isMap(below) || !isMap(above)) return above;
  return Object.fromEntries(
    [...new Set([...Object.keys(below), ...Object.keys(above)])].map((key) => [key, over(below[key], above[key])]),
  );
}

/** The part of a request that mocks are not told. */
interface RegisterRequest {
  getType(): string;
  getName(): string;
  getCustom(): boolean;
  getProtect(): boolean | undefined;
  getIgnorechangesList(): string[];
  getDependenciesList(): string[];
  getParent(): string;
  getProvider(): string;
  getAliasesList(): { getSpec(): { getName(): string; getParenturn(): string } | undefined }[];
  getRetainondelete(): boolean | undefined;
  getAdditionalsecretoutputsList(): string[];
  getTransformsList(): unknown[];
  getObject(): { toJavaScript(): Record<string, unknown> };
}

interface MockedMonitor {
  registerResource(request: RegisterRequest, done: unknown): unknown;
}

/** Notes every request with its options, before the mocks answer it. */
function listen(monitor: MockedMonitor, registered: Registered[]): void {
  const answer = monitor.registerResource.bind(monitor);
  monitor.registerResource = (request, done) => {
    registered.push({
      type: request.getType(),
      name: request.getName(),
      inputs: request.getObject().toJavaScript(),
      custom: request.getCustom(),
      protect: request.getProtect() === true,
      ignoreChanges: request.getIgnorechangesList(),
      dependencies: request.getDependenciesList(),
      parent: request.getParent(),
      provider: request.getProvider(),
      aliasNames: request.getAliasesList().map((alias) => alias.getSpec()?.getName() ?? ""),
      aliasParents: request.getAliasesList().map((alias) => alias.getSpec()?.getParenturn() ?? ""),
      retainOnDelete: request.getRetainondelete() === true,
      additionalSecretOutputs: request.getAdditionalsecretoutputsList(),
      transforms: request.getTransformsList().length,
    });
    return answer(request, done);
  };
}

/**
 * Runs a program against a mocked engine and waits until all its Outputs are known. `typeOf` gives the Terraform type of a
 * Pulumi type token.
 */
export async function mockedProgram<T>(
  typeOf: (token: string) => string | undefined,
  program: () => T,
): Promise<{ result: T; registered: Registered[] }> {
  const registered: Registered[] = [];
  await pulumi.runtime.setMocks({
    newResource: ({ type, name, inputs }) => {
      const properties = mappingOf("managed", typeOf(type) ?? "")?.properties ?? {};
      return { id: `${name}.id`, state: over(inventedAll(name, properties), inputs) as Record<string, unknown> };
    },
    call: ({ token, inputs }) => {
      const properties = mappingOf("data", typeOf(token) ?? "")?.properties ?? {};
      return over(inventedAll(token.toLowerCase(), properties), inputs) as Record<string, unknown>;
    },
  });
  listen(pulumi.runtime.getMonitor() as unknown as MockedMonitor, registered);
  const result = program();
  await pulumi.runtime.disconnect();
  return { result, registered };
}
