import { isObject, type ShownTerraform } from "./shown-terraform";

interface StateInstance {
  readonly index_key?: string | number;
  /** Set on an object that was replaced and is still to be destroyed. */
  readonly deposed?: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
}

interface StateResource {
  readonly module?: string;
  readonly mode: "managed" | "data";
  readonly type: string;
  readonly name: string;
  readonly instances?: readonly StateInstance[];
}

/**
 * A state as Terraform keeps it (`terraform.tfstate`, `terraform state pull`), version 4, which Terraform and OpenTofu write since
 * 0.12. @see https://github.com/hashicorp/terraform/blob/v1.13.0/internal/states/statefile/version4.go
 */
export interface RawState {
  readonly version: 4;
  readonly resources?: readonly StateResource[];
}

/** Whether a value is a state of version 4 with the shape that is read. */
export function isRawState(value: unknown): value is RawState {
  if (!isObject(value) || value.version !== 4 || typeof value.terraform_version !== "string") return false;
  const { resources = [] } = value;
  return Array.isArray(resources) && resources.every((one) => isObject(one) && typeof one.type === "string");
}

function addressOf({ module, mode, type, name }: StateResource, { index_key: key }: StateInstance): string {
  const steps = [module ?? "", mode === "data" ? "data" : "", type, name].filter((step) => step !== "");
  return `${steps.join(".")}${key === undefined ? "" : `[${JSON.stringify(key)}]`}`;
}

/** A state as `terraform show -json` prints it, all modules in one. */
export const shownOfState = ({ resources = [] }: RawState): ShownTerraform => ({
  values: {
    root_module: {
      resources: resources.flatMap((one) =>
        (one.instances ?? [])
          .filter(({ deposed }) => deposed === undefined)
          .map((instance) => ({
            address: addressOf(one, instance),
            mode: one.mode,
            type: one.type,
            name: one.name,
            values: instance.attributes ?? {},
          })),
      ),
    },
  },
});
