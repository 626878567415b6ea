import type { TerraformResource } from "cdktf";

/**
 * Says in the synthesized JSON, beside the resource, why one of Checkov's checks does not hold for it. Checkov itself knows no
 * skip in Terraform JSON, so whoever runs it reads these (`"//".checkov`), as the acceptance checks here do.
 */
export function checkovSkip(resource: TerraformResource, id: `CKV${string}`, reason: string): void {
  const skips = skipsOf.get(resource) ?? [];
  skips.push({ id, reason });
  skipsOf.set(resource, skips);
  resource.addOverride("//.checkov", skips);
}

/** The same for several checks, leaving out those that hold here. */
export function checkovSkips(
  resource: TerraformResource,
  skips: Readonly<Partial<Record<`CKV${string}`, string>>>,
  held: readonly string[] = [],
): void {
  for (const [id, reason] of Object.entries(skips))
    if (!held.includes(id)) checkovSkip(resource, id as `CKV${string}`, reason!);
}

const skipsOf = new WeakMap<TerraformResource, { readonly id: string; readonly reason: string }[]>();
