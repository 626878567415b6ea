import type { TerraformStack } from "cdktf";
import type { SlurmHeadNodeProps } from "../../../../lib/clouds/aws/index";
import { clusterModel, Image } from "../../../../lib/clouds/aws/index";
import { SLURM_BILL } from "../../../../lib/review/clouds/aws/bill/scheduler-bill";
import { linesOf } from "../../../../lib/review/clouds/bill";
import type { ClusterFile } from "../../../../lib/slurm";

import { only, resources, synthesized } from "../synthesized";
import { object, statements, withHead } from "./head";

const terraform = synthesized(withHead().stack);
const statement = (sid: string) => statements(terraform, "slurm_role").find((each) => each.Sid === sid)!;

describe("SlurmHeadNode", () => {
  it("may publish to the topic of its alerts, and use that topic's key, and no other", () => {
    const alarmTopicArn = "arn:aws:sns:us-east-2:123456789012:alarms";
    const alarmTopicKmsKeyArn = "arn:aws:kms:us-east-2:123456789012:key/0";
    const own = synthesized(withHead({ monitoring: { alarmTopicArn, alarmTopicKmsKeyArn } }).stack);
    const topic = statements(own, "slurm_role").filter(({ Action }) => Action.some((each) => each.startsWith("sns:")));
    expect(topic).toEqual([{ Sid: "SendAlerts", Effect: "Allow", Action: ["sns:Publish"], Resource: [alarmTopicArn] }]);
    expect(statements(own, "slurm_role").find(({ Sid }) => Sid === "AlertsKey")?.Resource).toEqual([
      alarmTopicKmsKeyArn,
    ]);
    expect(object(own, "warpform/site.env")).toContain(`ALARM_TOPIC='${alarmTopicArn}'\n`);
    expect(statement("SendAlerts")).toBeUndefined();
  });

  it("is watched by its Prometheus, whose alerts count once they are sent to somebody", () => {
    const watched = (monitoring: SlurmHeadNodeProps["monitoring"]) =>
      clusterModel(withHead({ monitoring }).stack).monitoring;
    expect(watched(undefined)).toEqual([]);
    const shown = { name: "slurm-prometheus", monthlyBudgetUsd: null, dashboards: false };
    expect(watched({})).toEqual([{ ...shown, idleGpuMinutes: null, alarms: [] }]);
    const [sent] = watched({ alarmTopicArn: "arn:aws:sns:us-east-2:123456789012:alarms" });
    expect(sent).toMatchObject({ ...shown, idleGpuMinutes: 60 });
    expect(sent!.alarms).toEqual(expect.arrayContaining(["SlurmControllerSilent", "EfaDrops", "GpuRowRemapFailed"]));
  });

  it("keeps the state on a protected, encrypted volume that outlives the head", () => {
    const volume = only(terraform, "aws_ebs_volume");
    expect(volume).toMatchObject({ encrypted: true, final_snapshot: true, lifecycle: { prevent_destroy: true } });
    expect(only(terraform, "aws_volume_attachment").stop_instance_before_detaching).toBe(true);
  });

  it("has a snapshot of the state volume, and of it alone, every night, and keeps two weeks of them", () => {
    const {
      policy_details: details,
      state,
      execution_role_arn,
    } = only(terraform, "aws_dlm_lifecycle_policy") as {
      readonly policy_details: {
        readonly target_tags: Record<string, string>;
        readonly schedule: readonly { readonly tags_to_add: Record<string, string> }[];
      };
      readonly state: string;
      readonly execution_role_arn: string;
    };
    const tag = { "warpform:slurm-state": "test-slurm" };
    expect([state, execution_role_arn]).toEqual(["ENABLED", expect.stringContaining("slurm_state_snapshots_role")]);
    expect(details.target_tags).toEqual(tag);
    expect(only(terraform, "aws_ebs_volume").tags).toMatchObject(tag);
    expect(details.schedule).toEqual([
      {
        name: "state",
        create_rule: { interval: 24, interval_unit: "HOURS", times: ["03:00"] },
        retain_rule: { count: 14 },
        tags_to_add: expect.objectContaining(tag),
      },
    ]);
    const own = synthesized(withHead({ stateSnapshots: { everyHours: 6, startAt: "00:30", keep: 28 } }).stack);
    expect(JSON.stringify(only(own, "aws_dlm_lifecycle_policy"))).toMatch(
      /"interval":6,.*"times":\["00:30"\].*"count":28/,
    );
  });

  it("lets the snapshots' role copy this volume, delete its snapshots, and use its key through EBS alone", () => {
    const granted = statements(terraform, "slurm_state_snapshots");
    const tagged = { StringEquals: { "aws:ResourceTag/warpform:slurm-state": "test-slurm" } };
    const of = (action: string) => granted.filter(({ Action }) => Action.includes(action)).map((s) => s.Condition);
    expect(of("ec2:DeleteSnapshot")).toEqual([tagged]);
    expect(of("ec2:CreateSnapshot")).toEqual([tagged, undefined]);
    expect(of("kms:CreateGrant")).toEqual([
      {
        StringEquals: { "kms:ViaService": "ec2.us-east-2.amazonaws.com" },
        Bool: { "kms:GrantIsForAWSResource": "true" },
      },
    ]);
    expect(of("kms:Decrypt")).toEqual([{ StringEquals: { "kms:ViaService": "ec2.us-east-2.amazonaws.com" } }]);
  });

  it("makes no snapshots with keep: 0, and bills one full copy otherwise", () => {
    const none = withHead({ stateSnapshots: { keep: 0 } }).stack;
    expect(resources(synthesized(none), "aws_dlm_lifecycle_policy")).toEqual([]);
    const billed = (stack: TerraformStack) =>
      linesOf(SLURM_BILL, clusterModel(stack).schedulers as never).filter(
        ({ item }) => item === "ebs-snapshot-gb-month",
      );
    expect(billed(none)).toEqual([]);
    expect(billed(withHead({ stateVolumeGiB: 50 }).stack)).toMatchObject([{ perHour: 50 / 730 }]);
  });

  it("starts a new state volume from a snapshot, and leaves one that exists alone", () => {
    const restored = synthesized(withHead({ stateSnapshotId: "snap-0123456789abcdef0" }).stack);
    expect(only(restored, "aws_ebs_volume")).toMatchObject({
      snapshot_id: "snap-0123456789abcdef0",
      lifecycle: { prevent_destroy: true, ignore_changes: ["snapshot_id"] },
    });
  });

  it("makes an empty secret for Grafana's password and ships what monitoring needs to the head alone", () => {
    const grafana = { packageUrl: "https://mirror.example.com/grafana.deb", packageSha256: "0".repeat(64) };
    const monitored = synthesized(withHead({ monitoring: { grafana } }).stack);
    expect(only(monitored, "aws_secretsmanager_secret", "slurm_secrets_grafana").name_prefix).toBe(
      "test-slurm-grafana-",
    );
    expect(resources(monitored, "aws_secretsmanager_secret_version")).toEqual([]);
    const { files } = JSON.parse(object(monitored, "manifest.json")) as { files: { key: string; roles: string[] }[] };
    expect(files.find(({ key }) => key === "monitoring.json")?.roles).toEqual(["head"]);
    expect(object(monitored, "warpform/site.env")).toContain("GRAFANA_SECRET='${aws_secretsmanager_secret.");
    expect(resources(terraform, "aws_s3_object").map(({ key }) => key)).not.toContain("slurm/monitoring.json");
  });

  it("keeps address and name of the head on an interface of its own", () => {
    expect(only(terraform, "aws_instance")).toMatchObject({
      primary_network_interface: { network_interface_id: expect.stringContaining("aws_network_interface.") },
      metadata_options: { http_tokens: "required", http_put_response_hop_limit: 1 },
    });
    const records = resources(terraform, "aws_route53_record").map(({ name, type, records }) => [name, type, records]);
    expect(records).toEqual([
      ["slurm-head.test.internal", "A", [expect.stringContaining("private_ip")]],
      ["_slurmctld._tcp.test.internal", "SRV", ["0 0 6817 slurm-head.test.internal"]],
    ]);
  });

  it("is replaced with its recovery alarm and the attachment alone: volume, address, records and secrets stay", () => {
    const head = /aws_instance\.slurm_head_/;
    const following = Object.entries(terraform.resource).flatMap(([type, named]) =>
      Object.values(named as Record<string, Record<string, unknown>>)
        .filter(({ depends_on, ...attributes }) => head.test(JSON.stringify([depends_on, attributes])))
        .map(() => type),
    );
    expect(following.sort()).toEqual(["aws_cloudwatch_metric_alarm", "aws_volume_attachment"]);
    // Detached from the old instance, which is off by then, before it is attached to the new one
    expect(only(terraform, "aws_volume_attachment")).toMatchObject({
      instance_id: expect.stringMatching(head),
      volume_id: expect.stringContaining("aws_ebs_volume.slurm_state"),
      stop_instance_before_detaching: true,
    });
  });

  it("moves a head whose host fails to healthy hardware", () => {
    expect(only(terraform, "aws_cloudwatch_metric_alarm")).toMatchObject({
      metric_name: "StatusCheckFailed_System",
      alarm_actions: ["arn:aws:automate:us-east-2:ec2:recover"],
    });
  });

  it("makes secrets without a value and writes none anywhere", () => {
    expect(resources(terraform, "aws_secretsmanager_secret")).toHaveLength(2);
    expect(terraform.resource.aws_secretsmanager_secret_version).toBeUndefined();
    expect(object(terraform, "warpform/slurmdbd.conf")).toContain("StoragePass=@DATABASE_PASSWORD@");
  });

  it("names nodes and templates in cluster.json, which head and nodes read", () => {
    const file = JSON.parse(object(terraform, "warpform/cluster.json").replaceAll("\\${", "{")) as ClusterFile;
    expect(file.clusterTag).toEqual({ key: "warpform:slurm", value: "test" });
    expect(file.pools.map((pool) => pool.ranges.map((range) => range.hostList))).toEqual([
      ["h100-st-[1-8]", "h100-dy-[1-4]"],
      ["cpu-dy-[1-8]"],
    ]);
    expect(file.pools[0]!.sources.map((source) => source.reservationId)).toEqual(["cr-0123456789abcdef0", null]);
    expect(file.pools[0]!.expect).toMatchObject({ gpus: 8, efaDevices: 32, nvSwitch: true });
  });

  it("writes slurm.conf for the distribution's Slurm, with munge and the head's name", () => {
    const conf = object(terraform, "etc/slurm.conf");
    expect(conf).toMatch(/for Slurm 23.11/);
    expect(conf).toMatch(/^SlurmctldHost=slurm-head$/m);
    expect(conf).toMatch(/^AuthType=auth\/munge$/m);
  });

  it("puts every file into the manifest with the machines that fetch it", () => {
    const { files } = JSON.parse(object(terraform, "manifest.json")) as {
      files: { key: string; roles: string[]; bundle: boolean }[];
    };
    const roles = Object.fromEntries(files.map((file) => [file.key, file.roles.join(" ")]));
    expect(roles).toEqual({
      "etc/slurm.conf": "head",
      "etc/gres.conf": "head",
      "etc/cgroup.conf": "head",
      "warpform/site.env": "head login node",
      "warpform/cluster.json": "head node",
      "warpform/policy.json": "head",
      "warpform/users.json": "head login node",
      "warpform/slurmdbd.conf": "head",
      "setup.json": "head login node",
      "slurm.json": "head node",
    });
    // The manifest, and the code of the clean-up, which no node fetches.
    expect(resources(terraform, "aws_s3_object")).toHaveLength(files.length + 2);
  });

  it("hands over to programs from the bucket, so that user data stays small", () => {
    const local = Object.entries(terraform.locals ?? {}).find(([name]) => name.startsWith("slurm_head"))!;
    expect(local[1]).toContain("ExecStart=/opt/warpform/setup/set-up-");
    expect(local[1].length).toBeLessThan(9000);
  });

  it("says what it is in the model", () => {
    const { stack } = withHead();
    const model = clusterModel(stack);
    expect(model.schedulers).toEqual([
      expect.objectContaining({
        kind: "slurm",
        name: "slurm",
        version: "23.11",
        stateProtected: true,
        accounting: "local",
      }),
    ]);
    expect(model.pools.map((pool) => pool.adoptedBy)).toEqual([
      { kind: "slurm", name: "slurm" },
      { kind: "slurm", name: "slurm" },
    ]);
  });
});

describe("SlurmHeadNode's choices", () => {
  it("adds a second controller that shares the state by a mounted folder", () => {
    const made = synthesized(
      withHead({
        backupController: true,
        sharedStatePath: "/home/.slurm-state",
        accounting: {
          kind: "external",
          databaseHost: "db.example.com",
          passwordSecretArn: "arn:aws:secretsmanager:us-east-2:123456789012:secret:db-AbCdEf",
        },
      }).stack,
    );
    expect(resources(made, "aws_instance")).toHaveLength(2);
    expect(made.resource.aws_ebs_volume).toBeUndefined();
    expect(object(made, "etc/slurm.conf")).toMatch(/^SlurmctldHost=slurm-head\nSlurmctldHost=slurm-backup$/m);
    expect(object(made, "warpform/slurmdbd.conf")).toContain("StorageHost=db.example.com");
  });

  it("opens SSH on login machines to the given blocks, through a load balancer only", () => {
    const made = synthesized(withHead({ loginNodes: 2, loginCidrs: ["203.0.113.0/24"] }).stack);
    expect(resources(made, "aws_instance")).toHaveLength(3);
    expect(only(made, "aws_lb")).toMatchObject({ internal: true, load_balancer_type: "network" });
    const ssh = resources(made, "aws_vpc_security_group_ingress_rule").filter(({ from_port }) => from_port === 22);
    expect(ssh.map(({ cidr_ipv4 }) => cidr_ipv4)).toEqual(["203.0.113.0/24", undefined]);
  });

  it("gives login machines no right but to read", () => {
    const made = synthesized(withHead({ loginNodes: 1 }).stack);
    const actions = statements(made, "slurm_login-role").flatMap(({ Action }) => Action);
    expect(actions).toEqual(["s3:GetObject", "secretsmanager:GetSecretValue", "kms:Decrypt"]);
  });

  it("uses Slurm's own keys from 23.11 on where the images hold Slurm", () => {
    const image = Image.id("ami-0123456789abcdef0", "ubuntu-24.04");
    const made = synthesized(withHead({ slurmPackages: "image", image, version: "25.05" }).stack);
    expect(object(made, "etc/slurm.conf")).toMatch(/^AuthType=auth\/slurm$/m);
    expect(object(made, "warpform/site.env")).toContain("PACKAGES='image'");
    expect(only(made, "aws_instance").ami).toBe("ami-0123456789abcdef0");
  });
});

describe("SlurmHeadNode's directory", () => {
  const bindPasswordSecretArn = "arn:aws:secretsmanager:us-east-2:123456789012:secret:bind-AbCdEf";
  const made = synthesized(
    withHead({
      directory: {
        uris: ["ldaps://ldap.example.com"],
        searchBase: "dc=example,dc=com",
        bindDn: "cn=reader,dc=example,dc=com",
        bindPasswordSecretArn,
      },
    }).stack,
  );

  it("is looked up over TLS, with a password that each machine fills in", () => {
    const conf = object(made, "warpform/sssd.conf");
    expect(conf).toContain("ldap_uri = ldaps://ldap.example.com\n");
    expect(conf).toContain("ldap_tls_reqcert = demand\n");
    expect(conf).toContain("ldap_default_authtok = @BIND_PASSWORD@\n");
  });

  it("lets head and nodes read that password", () => {
    for (const role of ["slurm_role", "h100_role"]) {
      expect(statements(made, role).flatMap(({ Resource }) => Resource)).toContain(bindPasswordSecretArn);
    }
  });
});
