import { gzipSync } from "node:zlib";
import { Fn, Lazy, TerraformLocal } from "cdktf";
import type { Construct } from "constructs";
import { literal } from "../../../common/terraform-text";
import { type BootStep, DEFAULT_CONTENT_TYPE } from "../../shared/boot-step";
import { asService, inBootOrder } from "./boot-service";

/** EC2 takes user data of at most 16 KB before base64. https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/instancedata-add-user-data.html */
export const USER_DATA_LIMIT_BYTES = 16 * 1024;

/** A boundary that cannot stand in a script by accident; fixed, so that the same steps give the same bytes. */
const BOUNDARY = "==warpform-boot-step==";

/** The MIME document of a node's boot steps, one part a step, numbered so that cloud-init keeps the order. */
export function mimeDocument(steps: readonly BootStep[]): string {
  const parts = inBootOrder(steps).map((step, index) => {
    const file = `${String(index).padStart(2, "0")}-${step.name}`;
    const type = step.contentType ?? DEFAULT_CONTENT_TYPE;
    return `--${BOUNDARY}\nContent-Type: ${type}; charset="utf-8"\nContent-Disposition: attachment; filename="${file}"\n\n${step.text.trimEnd()}\n`;
  });
  return `MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="${BOUNDARY}"\n\n${parts.join("")}--${BOUNDARY}--\n`;
}

/** Whether the document must be compressed to fit; cloud-init unpacks gzip by itself, EKS' node agent is not known to. */
function compressed(steps: readonly BootStep[]): boolean {
  const forEks = steps.some(({ contentType }) => contentType === "application/node.eks.aws");
  return !forEks && Buffer.byteLength(mimeDocument(steps)) > USER_DATA_LIMIT_BYTES;
}

/** A shell script that unpacks and runs another; `packed` is that one, compressed and in base64. */
const unpacking = (packed: string): string =>
  `#!/bin/bash\nset -euo pipefail\nbase64 -d <<'PACKED' | gunzip > /run/warpform-boot-steps\n${packed}\nPACKED\nexec bash /run/warpform-boot-steps\n`;

const scriptOf = (steps: readonly BootStep[]): BootStep | undefined => steps.find(({ name }) => name === "boot-steps");

/** The steps with the script of all boot steps packed, for those who add parts of their own to the document. */
export function packedScript(steps: readonly BootStep[], packed: string): readonly BootStep[] {
  return steps.map((step) => (step.name === "boot-steps" ? { ...step, text: unpacking(packed) } : step));
}

/** Bytes of user data that the steps come to, compressed where needed; references to Terraform count as they are written. */
export function userDataBytes(all: readonly BootStep[], addsUserData = false): number {
  const steps = asService(all);
  if (addsUserData) {
    const packed = gzipSync(scriptOf(steps)?.text ?? "").toString("base64");
    return Buffer.byteLength(mimeDocument(packedScript(steps, packed)));
  }
  const document = mimeDocument(steps);
  return compressed(steps) ? gzipSync(document).length : Buffer.byteLength(document);
}

/**
 * The document as a launch template wants it: a local that holds the readable text, encoded at the place of use. Where whoever launches adds
 * parts, the document stays one that can be read, and the script in it is packed.
 */
export function encodedUserData(scope: Construct, steps: () => readonly BootStep[], addsUserData = false): string {
  if (addsUserData) {
    const script = Lazy.stringValue({ produce: () => literal(scriptOf(asService(steps()))?.text ?? "") });
    const packed = Fn.base64gzip(new TerraformLocal(scope, "boot-steps", script).asString);
    const document = Lazy.stringValue({
      produce: () => literal(mimeDocument(packedScript(asService(steps()), packed))),
    });
    return Fn.base64encode(new TerraformLocal(scope, "user-data", document).asString);
  }
  const expression = Lazy.stringValue({ produce: () => literal(mimeDocument(asService(steps()))) });
  const text = new TerraformLocal(scope, "user-data", expression).asString;
  return Lazy.stringValue({
    produce: () => (compressed(asService(steps())) ? Fn.base64gzip(text) : Fn.base64encode(text)),
  });
}
