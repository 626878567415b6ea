import type { Problems } from "../../../errors";
import { checkProps } from "../../common/check-props";
import { isKnown } from "../../common/terraform-text";
import type { BeegfsProps, CephfsProps, NfsProps, SpectrumScaleProps, WekaProps } from "./existing-file-system-props";
import { BEEGFS, CEPHFS, NFS, SPECTRUM_SCALE, WEKA } from "./existing-file-system-tables";

const HOST = /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/;
const HOST_AND_PORT = /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(:\d{1,5})?$/;
const NAME = /^[A-Za-z0-9._-]+$/;

export function validateNfs(path: string, props: NfsProps): void {
  const problems = checkProps(`ExistingFileSystem.nfs "${path}"`, NFS, props);
  checkHost(problems, "server", props.server);
  if (isKnown(props.exportPath) && !/^\/[^\s]*$/.test(props.exportPath)) {
    problems.add(
      "malformed",
      "exportPath",
      `exportPath must be an absolute path on the server, got "${props.exportPath}"; use "/${props.exportPath.trim().replace(/\s+/g, "-")}"`,
    );
  }
  problems.throwIfAny(`ExistingFileSystem.nfs "${path}"`);
}

export function validateBeegfs(path: string, props: BeegfsProps): void {
  const problems = checkProps(`ExistingFileSystem.beegfs "${path}"`, BEEGFS, props);
  checkHost(problems, "managementHost", props.managementHost);
  problems.throwIfAny(`ExistingFileSystem.beegfs "${path}"`);
}

export function validateCephfs(path: string, props: CephfsProps): void {
  const problems = checkProps(`ExistingFileSystem.cephfs "${path}"`, CEPHFS, props);
  checkHosts(problems, "monitors", props.monitors, HOST_AND_PORT);
  if (isKnown(props.user) && (!NAME.test(props.user) || props.user.startsWith("client."))) {
    problems.add(
      "malformed",
      "user",
      `user must be the CephX user without "client.", got "${props.user}"; use "${props.user.replace(/^client\./, "")}"`,
    );
  }
  problems.throwIfAny(`ExistingFileSystem.cephfs "${path}"`);
}

export function validateSpectrumScale(path: string, props: SpectrumScaleProps): void {
  const problems = checkProps(`ExistingFileSystem.spectrumScale "${path}"`, SPECTRUM_SCALE, props);
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
  const problems = checkProps(`ExistingFileSystem.weka "${path}"`, WEKA, props);
  checkHosts(problems, "backends", props.backends, HOST);
  problems.throwIfAny(`ExistingFileSystem.weka "${path}"`);
}

function checkHosts(problems: Problems, prop: string, hosts: readonly string[], pattern: RegExp): void {
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
