import { Problems } from "../../../errors";
import { checkPropShapes } from "../../common/prop-shapes";
import { isKnown } from "../../common/terraform-text";
import { checkSecret } from "../shared/secret-arn";
import type { BeegfsProps, CephfsProps, NfsProps, SpectrumScaleProps, WekaProps } from "./existing-file-system-props";

const HOST = /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/;
const HOST_AND_PORT = /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(:\d{1,5})?$/;
const NAME = /^[A-Za-z0-9._-]+$/;
const MAX_NFS_CONNECTIONS = 16;
const MAX_WEKA_CORES = 19;

export function validateNfs(path: string, props: NfsProps): void {
  checkPropShapes(`ExistingFileSystem.nfs "${path}"`, props, { server: "text", exportPath: "text" });
  const problems = new Problems();
  checkHost(problems, "server", props.server);
  if (isKnown(props.exportPath) && !/^\/[^\s]*$/.test(props.exportPath)) {
    problems.add(
      "malformed",
      "exportPath",
      `exportPath must be an absolute path on the server, got "${props.exportPath}"; use "/${props.exportPath.trim().replace(/\s+/g, "-")}"`,
    );
  }
  const version = props.version ?? "4.1";
  if (!["3", "4.0", "4.1", "4.2"].includes(version)) {
    problems.add("not-allowed", "version", `version must be "3", "4.0", "4.1" or "4.2", got "${version}"; use "4.1"`);
  }
  checkRange(problems, "connections", props.connections ?? 1, 1, MAX_NFS_CONNECTIONS);
  problems.throwIfAny(`ExistingFileSystem.nfs "${path}"`);
}

export function validateBeegfs(path: string, props: BeegfsProps): void {
  checkPropShapes(`ExistingFileSystem.beegfs "${path}"`, props, { managementHost: "text" });
  const problems = new Problems();
  checkHost(problems, "managementHost", props.managementHost);
  checkSecret(problems, "authenticationSecretArn", props.authenticationSecretArn);
  problems.throwIfAny(`ExistingFileSystem.beegfs "${path}"`);
}

export function validateCephfs(path: string, props: CephfsProps): void {
  checkPropShapes(`ExistingFileSystem.cephfs "${path}"`, props, {
    monitors: "texts",
    user: "text",
    keySecretArn: "text",
  });
  const problems = new Problems();
  checkHosts(problems, "monitors", props.monitors, HOST_AND_PORT);
  if (isKnown(props.user) && (!NAME.test(props.user) || props.user.startsWith("client."))) {
    problems.add(
      "malformed",
      "user",
      `user must be the CephX user without "client.", got "${props.user}"; use "${props.user.replace(/^client\./, "")}"`,
    );
  }
  checkSecret(problems, "keySecretArn", props.keySecretArn);
  problems.throwIfAny(`ExistingFileSystem.cephfs "${path}"`);
}

export function validateSpectrumScale(path: string, props: SpectrumScaleProps): void {
  checkPropShapes(`ExistingFileSystem.spectrumScale "${path}"`, props, { device: "text" });
  const problems = new Problems();
  if (isKnown(props.device) && !NAME.test(props.device)) {
    problems.add(
      "malformed",
      "device",
      `device must be the name that mmlsfs shows, got "${props.device}"; use "${props.device.replace(/^\/dev\//, "").replace(/[^A-Za-z0-9._-]/g, "-")}"`,
    );
  }
  problems.throwIfAny(`ExistingFileSystem.spectrumScale "${path}"`);
}

export function validateWeka(path: string, props: WekaProps): void {
  checkPropShapes(`ExistingFileSystem.weka "${path}"`, props, { backends: "texts", fileSystemName: "text" });
  const problems = new Problems();
  checkHosts(problems, "backends", props.backends, HOST);
  checkRange(problems, "clientCores", props.clientCores ?? 0, 0, MAX_WEKA_CORES);
  checkSecret(problems, "tokenSecretArn", props.tokenSecretArn);
  problems.throwIfAny(`ExistingFileSystem.weka "${path}"`);
}

function checkHosts(problems: Problems, prop: string, hosts: readonly string[], pattern: RegExp): void {
  if (hosts.length === 0) problems.add("required", prop, `${prop} must name at least one host, got none`);
  hosts.forEach((host, index) => {
    checkHost(problems, `${prop}[${index}]`, host, pattern);
  });
}

function checkHost(problems: Problems, prop: string, host: string, pattern = HOST): void {
  if (!isKnown(host) || pattern.test(host)) return;
  const bare = host.replace(/^[a-z]+:\/\//, "").replace(/[:/].*$/, "");
  problems.add(
    "malformed",
    prop,
    `${prop} must be a DNS name or an IPv4 address, got "${host}"; use "${HOST.test(bare) ? bare : "storage.example.com"}"`,
  );
}

function checkRange(problems: Problems, prop: string, value: number, least: number, most: number): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  problems.add(
    "out-of-range",
    prop,
    `${prop} must be a whole number from ${least} to ${most}, got ${value}; use ${value > most ? most : least}`,
  );
}
