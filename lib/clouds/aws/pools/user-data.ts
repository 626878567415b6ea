import { gzipSync } from "node:zlib";
import { Fn, Lazy, TerraformLocal } from "cdktf";
import type { Construct } from "constructs";
import { literal } from "../../common/terraform-text";
import type { BootStep } from "../shared/boot-step";
import { asService, inBootOrder } from "./boot-service";

/** EC2 takes user data of at most 16 KB before base64. https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/instancedata-add-user-data.html */
export const USER_DATA_LIMIT_BYTES = 16 * 1024;

/** A boundary that cannot stand in a script by accident; fixed, so that the same steps give the same bytes. */
const BOUNDARY = "==warpform-boot-step==";

/** The MIME document of a node's boot steps, one part a step, numbered so that cloud-init keeps the order. */
export function mimeDocument(steps: readonly BootStep[]): string {
  const parts = inBootOrder(steps).map((step, index) => {
    const file = `${String(index).padStart(2, "0")}-${step.name}`;
    const type = step.contentType ?? "text/x-shellscript";
    return `--${BOUNDARY}\nContent-Type: ${type}; charset="utf-8"\nContent-Disposition: attachment; filename="${file}"\n\n${step.text.trimEnd()}\n`;
  });
  return `MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="${BOUNDARY}"\n\n${parts.join("")}--${BOUNDARY}--\n`;
}

/** Whether the document must be compressed to fit; cloud-init unpacks gzip by itself, EKS' node agent is not known to. */
function compressed(steps: readonly BootStep[]): boolean {
  const forEks = steps.some(({ contentType }) => contentType === "application/node.eks.aws");
  return !forEks && Buffer.byteLength(mimeDocument(steps)) > USER_DATA_LIMIT_BYTES;
}

/** Bytes of user data that the steps come to, compressed where needed; references to Terraform count as they are written. */
export function userDataBytes(all: readonly BootStep[]): number {
  const steps = asService(all);
  const document = mimeDocument(steps);
  return compressed(steps) ? gzipSync(document).length : Buffer.byteLength(document);
}

/** The document as a launch template wants it: a local that holds the readable text, encoded at the place of use. */
export function encodedUserData(scope: Construct, steps: () => readonly BootStep[]): string {
  const expression = Lazy.stringValue({ produce: () => literal(mimeDocument(asService(steps()))) });
  const text = new TerraformLocal(scope, "user-data", expression).asString;
  return Lazy.stringValue({
    produce: () => (compressed(asService(steps())) ? Fn.base64gzip(text) : Fn.base64encode(text)),
  });
}
