import ts from "typescript";
import type { PlannedResource, PlannedValue, PulumiPlan } from "../../../lib/pulumi/plan/plan";

type Shape = "string" | "number" | "boolean" | "list" | "map" | "object" | "asset";

/**
 * Each resource of each plan against its class as the compiler sees it: the class exists, each input is a property of its args
 * with a type that takes what is given, at any depth, and no required one is missing.
 */
export function checkInputs(
  checker: ts.TypeChecker,
  file: ts.SourceFile,
  plans: ReadonlyMap<string, PulumiPlan>,
  problems: string[],
): { resources: number; inputs: number } {
  let inputs = 0;
  let resources = 0;
  const argsTypes = new Map<string, ts.Type | undefined>();
  const exportsOf = new Map<string, ts.Symbol>();
  for (const statement of file.statements)
    if (ts.isImportDeclaration(statement) && ts.isStringLiteral(statement.moduleSpecifier))
      exportsOf.set(statement.moduleSpecifier.text, checker.getSymbolAtLocation(statement.moduleSpecifier)!);

  /** Type of the args: second parameter of a class, first of a data source's function. */
  const argsOf = (resource: PlannedResource): ts.Type | undefined => {
    const key = `${resource.package}/${resource.module}.${resource.name}`;
    if (!argsTypes.has(key)) argsTypes.set(key, findArgs(resource));
    return argsTypes.get(key);
  };
  const findArgs = ({ package: from, module, name, mode }: PlannedResource): ts.Type | undefined => {
    const symbol = exportsOf.get(`${from}/${module}`)?.exports?.get(name as ts.__String);
    if (symbol === undefined) return undefined;
    const type = checker.getTypeOfSymbol(symbol);
    const signatures = mode === "data" ? type.getCallSignatures() : type.getConstructSignatures();
    const parameter = signatures[0]?.parameters[mode === "data" ? 0 : 1];
    return parameter && checker.getNonNullableType(checker.getTypeOfSymbol(parameter));
  };

  /** What a type takes beneath Input, Output, Promise and undefined. */
  const takenBy = (type: ts.Type): ts.Type[] => {
    if (type.isUnion()) return type.types.flatMap(takenBy);
    const alias = type.symbol?.name;
    // an Output or a Promise of something is the same something
    if (alias === "Promise" || alias === "OutputInstance" || type.aliasSymbol?.name === "Output") return [];
    if (type.isIntersection()) return [];
    return [type];
  };
  const takes = (type: ts.Type, shape: Shape): boolean => {
    const { flags } = type;
    if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return true;
    if (shape === "string") return (flags & ts.TypeFlags.StringLike) !== 0;
    if (shape === "number") return (flags & ts.TypeFlags.NumberLike) !== 0;
    if (shape === "boolean") return (flags & ts.TypeFlags.BooleanLike) !== 0;
    if ((flags & ts.TypeFlags.Object) === 0) return false;
    if (shape === "list") return checker.isArrayType(type);
    if (checker.isArrayType(type)) return false;
    if (shape === "asset") return /Asset|Archive/.test(type.symbol?.name ?? "");
    return true;
  };

  const check = (where: string, value: PlannedValue, type: ts.Type): void => {
    inputs++;
    const shape = shapeOf(value);
    if (shape === undefined) return;
    const taken = takenBy(type).filter((candidate) => takes(candidate, shape));
    if (taken.length === 0) {
      problems.push(`${where} is a ${shape}, but ${checker.typeToString(type)} is wanted`);
      return;
    }
    const open = taken.some(({ flags }) => flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown));
    if (open) return;
    if (value.kind === "list") {
      const item = checker.getTypeArguments(taken[0] as ts.TypeReference)[0]!;
      for (const [i, of] of value.items.entries()) check(`${where}[${i}]`, of, item);
    } else if (value.kind === "object") checkObject(where, new Map(value.entries), taken[0]!);
  };
  const checkObject = (where: string, entries: ReadonlyMap<string, PlannedValue>, type: ts.Type): void => {
    const index = checker.getIndexTypeOfType(type, ts.IndexKind.String);
    for (const [key, value] of entries) {
      const property = checker.getPropertyOfType(type, key);
      const of = property ? checker.getTypeOfSymbol(property) : index;
      if (of === undefined) problems.push(`${where}.${key} is no property of ${checker.typeToString(type)}`);
      else check(`${where}.${key}`, value, of);
    }
    for (const property of checker.getPropertiesOfType(type))
      if ((property.flags & ts.SymbolFlags.Optional) === 0 && !entries.has(property.name))
        problems.push(`${where}.${property.name} is required by ${checker.typeToString(type)}`);
  };

  for (const [stack, plan] of plans)
    for (const resource of plan.resources) {
      resources++;
      const where = `${stack} ${resource.address}`;
      const type = argsOf(resource);
      if (type === undefined) problems.push(`${where}: no ${resource.name} in ${resource.package}/${resource.module}`);
      else checkObject(where, new Map(Object.entries(resource.args)), type);
    }
  return { resources, inputs };
}

/** Kind of a value; undefined where only the cloud says (an attribute, a call), which the compiler's own check covers. */
function shapeOf(value: PlannedValue): Shape | undefined {
  switch (value.kind) {
    case "literal":
      return value.value === null ? undefined : (typeof value.value as Shape);
    case "template":
    case "file":
      return "string";
    case "list":
      return "list";
    case "object":
      return "object";
    case "convert":
      return value.to;
    case "asset":
      return "asset";
    case "helm-values":
      return "map";
    default:
      return undefined;
  }
}
