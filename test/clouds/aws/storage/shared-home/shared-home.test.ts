import { SharedHome } from "../../../../../lib/clouds/aws/storage/shared-home/shared-home";
import type { SharedHomeOpenZfsProps } from "../../../../../lib/clouds/aws/storage/shared-home/shared-home-openzfs-props";
import type { SharedHomeProps } from "../../../../../lib/clouds/aws/storage/shared-home/shared-home-props";
import { clusterModel } from "../../../../../lib/clouds/common/cluster-model";
import { stackWithNetwork } from "../../stack-with-network";
import { messageOf } from "../../synthesized";

function build(props: Omit<SharedHomeProps, "network"> = {}) {
  const made = stackWithNetwork();
  return { ...made, home: new SharedHome(made.stack, "home", { network: made.network, ...props }) };
}

describe("SharedHome", () => {
  it("is elastic, encrypted, backed up and protected EFS with a mount target in the compute subnet", () => {
    const { resources } = build();
    expect(resources("aws_efs_file_system")[0]).toMatchObject({
      encrypted: true,
      throughput_mode: "elastic",
      lifecycle: { prevent_destroy: true },
      lifecycle_policy: [
        { transition_to_ia: "AFTER_30_DAYS" },
        { transition_to_primary_storage_class: "AFTER_1_ACCESS" },
      ],
    });
    expect(resources("aws_efs_mount_target")).toMatchObject([{ subnet_id: "subnet-1" }]);
    expect(resources("aws_efs_backup_policy")[0]).toMatchObject({ backup_policy: { status: "ENABLED" } });
    expect(resources("aws_efs_access_point")[0]).toMatchObject({ root_directory: { path: "/home" } });
  });

  it("lets nobody mount without TLS", () => {
    const { resources } = build();
    expect(String(resources("aws_efs_file_system_policy")[0]!.policy)).toContain('"aws:SecureTransport":"false"');
  });

  it("opens NFS to its clients only", () => {
    const { home, resources } = build();
    expect(home.mount("/home").clientSecurityGroupId).toBeDefined();
    expect(resources("aws_vpc_security_group_ingress_rule")).toMatchObject([{ from_port: 2049, to_port: 2049 }]);
  });

  it("mounts over TLS through the access point, with the helper installed once", () => {
    const mount = build().home.mount("/home");
    expect(mount.bootStep.text).toContain("tls,noresvport,accesspoint=$ACCESS_POINT");
    expect(mount.clientSteps?.map(({ name }) => name)).toEqual(["efs-client"]);
  });

  it("says AFTER_1_DAY, as EFS wants it", () => {
    expect(build({ infrequentAccessAfterDays: 1 }).resources("aws_efs_file_system")[0]).toMatchObject({
      lifecycle_policy: [{ transition_to_ia: "AFTER_1_DAY" }, expect.anything()],
    });
  });

  it("describes itself", () => {
    expect(clusterModel(build().stack).fileSystems[0]).toMatchObject({
      name: "home",
      kind: "efs",
      encrypted: true,
      backupRetentionDays: 35,
      availabilityZones: ["us-east-2a"],
    });
  });

  it.each<[string, Omit<SharedHomeProps, "network">, string]>([
    [
      "a throughput mode that is none",
      { throughputMode: "max" as never },
      'throughputMode must be "elastic", "bursting" or "provisioned", got "max"; use "elastic"',
    ],
    [
      "provisioned throughput without a figure",
      { throughputMode: "provisioned" },
      "provisionedMiBps is required with throughputMode provisioned; use 256, or throughputMode elastic",
    ],
    [
      "a figure without provisioned throughput",
      { provisionedMiBps: 100 },
      "provisionedMiBps needs throughputMode provisioned, got elastic; leave it out or use provisioned",
    ],
    [
      "days that EFS does not know",
      { infrequentAccessAfterDays: 45 },
      "infrequentAccessAfterDays must be one of 0, 1, 7, 14, 30, 60, 90, 180, 270, 365, got 45; use 60",
    ],
    [
      "a relative directory",
      { directory: "home" },
      'directory must be a path of at most four parts from the file system\'s root, such as "/home", got "home"',
    ],
    [
      "no subnet",
      { subnetIds: [] },
      "subnetIds must name at least one subnet, got none; leave it out for the compute subnet",
    ],
  ])("refuses %s", (_, props, message) => {
    expect(messageOf(() => build(props))).toBe(`SharedHome "ml/home": ${message}`);
  });
});

describe("SharedHome.openZfs", () => {
  function openZfs(props: Omit<SharedHomeOpenZfsProps, "network">) {
    const made = stackWithNetwork();
    return { ...made, home: SharedHome.openZfs(made.stack, "home", { network: made.network, ...props }) };
  }

  it("is a protected pair of servers in one zone at the lowest throughput", () => {
    const { resources } = openZfs({ capacityGiB: 1024 });
    expect(resources("aws_fsx_openzfs_file_system")[0]).toMatchObject({
      deployment_type: "SINGLE_AZ_HA_2",
      throughput_capacity: 160,
      storage_capacity: 1024,
      skip_final_backup: false,
      lifecycle: { prevent_destroy: true },
    });
  });

  it("mounts by NFS 4.2 over several connections", () => {
    const mount = openZfs({ capacityGiB: 64 }).home.mount("/home");
    expect(mount.bootStep.text).toContain("VERSION='4.2'\nCONNECTIONS='16'");
  });

  it.each<[string, Omit<SharedHomeOpenZfsProps, "network">, string]>([
    [
      "too small a capacity",
      { capacityGiB: 63 },
      "capacityGiB must be a whole number from 64 to 524288, got 63; use 64",
    ],
    [
      "too large a capacity",
      { capacityGiB: 524289 },
      "capacityGiB must be a whole number from 64 to 524288, got 524289; use 524288",
    ],
    [
      "another generation's throughput",
      { capacityGiB: 64, throughputMBps: 64 },
      "throughputMBps must be one of 160, 320, 640, 1280, 2560, 3840, 5120, 7680, 10240 for SINGLE_AZ_HA_2, got 64; use 160",
    ],
    [
      "a deployment type that is none",
      { capacityGiB: 64, deploymentType: "MULTI_AZ_1" as never },
      'deploymentType must be "SINGLE_AZ_1", "SINGLE_AZ_2", "SINGLE_AZ_HA_1" or "SINGLE_AZ_HA_2", got "MULTI_AZ_1"; use "SINGLE_AZ_HA_2"',
    ],
  ])("refuses %s", (_, props, message) => {
    expect(messageOf(() => openZfs(props))).toBe(`SharedHome.openZfs "ml/home": ${message}`);
  });
});
