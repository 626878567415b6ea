import { SecretsmanagerSecret } from "@cdktf/provider-aws/lib/secretsmanager-secret";
import type { TerraformStack } from "cdktf";
import { parse, parseAllDocuments } from "yaml";
import {
  ClusterNetwork,
  GpuNodePool,
  KubeRayCluster,
  type KubeRayClusterProps,
} from "../../../../../lib/clouds/aws/index";
import { messageOf, only, resources, synthesized, testStack } from "../../synthesized";

const HUB = "arn:aws:secretsmanager:us-east-2:111122223333:secret:teams/hub-AbCdEf";
const LOGIN = "arn:aws:secretsmanager:us-east-2:111122223333:secret:login-AbCdEf";

type Props = Partial<KubeRayClusterProps>;

function build(props: (pool: GpuNodePool, stack: TerraformStack) => Props) {
  const stack = testStack();
  const network = new ClusterNetwork(stack, "network", { availabilityZone: "us-east-2a" });
  const l40s = new GpuNodePool(stack, "l40s", { network, instanceType: "g6e.12xlarge", nodes: { min: 0, max: 4 } });
  const cluster = new KubeRayCluster(stack, "ray", { network, pools: [l40s], ...props(l40s, stack) });
  const objects = cluster.releases.workloadsChart.files
    .filter(({ path }) => /^templates\/(?!monitoring)/.test(path))
    .flatMap(({ text }) => parseAllDocuments(text).map((document) => document.toJS()));
  return { stack, cluster, objects };
}

const of = (objects: ReturnType<typeof build>["objects"], kind: string) =>
  objects.filter((object) => object.kind === kind);

/** Two teams, each with a token of its own; the first twice. */
const teams = (pool: GpuNodePool): Props => ({
  rayClusters: [
    {
      name: "one",
      pools: [pool],
      namespace: "a",
      workers: { min: 0, max: 1 },
      secretEnv: { HF_TOKEN: { secretArn: HUB, key: "token" } },
    },
    {
      name: "two",
      pools: [pool],
      namespace: "a",
      workers: { min: 0, max: 1 },
      secretEnv: { HF_TOKEN: { secretArn: HUB, key: "token" } },
    },
    { name: "three", pools: [pool], namespace: "b", workers: { min: 0, max: 1 } },
  ],
});

describe("a secret of Secrets Manager", () => {
  const { stack, objects } = build(teams);
  const terraform = synthesized(stack);
  const [secretClass, ...others] = of(objects, "SecretProviderClass");

  it("is fetched by one class of a namespace, with the role of the pods", () => {
    expect(others).toEqual([]);
    expect(secretClass.metadata.namespace).toBe("a");
    const { region, usePodIdentity, objects: asked } = secretClass.spec.parameters;
    expect({ region, usePodIdentity }).toEqual({ region: "us-east-2", usePodIdentity: "true" });
    expect(parse(asked)).toEqual([
      { objectName: HUB, objectAlias: "secret0", jmesPath: [{ path: '"token"', objectAlias: "secret0_0" }] },
    ]);
    expect(secretClass.spec.secretObjects).toEqual([
      { secretName: secretClass.metadata.name, type: "Opaque", data: [{ key: "HF_TOKEN", objectName: "secret0_0" }] },
    ]);
  });

  it("is mounted by head and workers, which read the variable of the Secret that the driver keeps", () => {
    const [one, , three] = of(objects, "RayCluster");
    for (const { template } of [one.spec.headGroupSpec, ...one.spec.workerGroupSpecs]) {
      const { volumes, containers } = template.spec;
      expect(volumes).toContainEqual({
        name: "secrets-store",
        csi: {
          driver: "secrets-store.csi.k8s.io",
          readOnly: true,
          volumeAttributes: { secretProviderClass: secretClass.metadata.name },
        },
      });
      expect(containers[0].env).toContainEqual({
        name: "HF_TOKEN",
        valueFrom: { secretKeyRef: { name: secretClass.metadata.name, key: "HF_TOKEN" } },
      });
    }
    expect(JSON.stringify(three)).not.toContain("secrets-store");
  });

  it("may be read by the pods of its namespace alone, and its key used for it alone", () => {
    const { Statement } = JSON.parse(String(only(terraform, "aws_iam_role_policy", "ray_pods_a").policy));
    expect(Statement.map(({ Sid }: { Sid: string }) => Sid)).toEqual(["Secrets", "KeysOfSecrets"]);
    expect(Statement[0].Resource).toEqual([HUB]);
    expect(Statement[1].Condition.StringEquals["kms:EncryptionContext:SecretARN"]).toEqual([HUB]);
    const policies = Object.entries(terraform.resource.aws_iam_role_policy ?? {});
    expect(policies.filter(([, { policy }]) => String(policy).includes(HUB)).length).toBe(1);
  });

  it("needs the driver on every node, and no driver where there is none", () => {
    const released = resources(terraform, "helm_release").find(({ name }) => /secrets-store/.test(String(name)))!;
    expect(parse(String((released.values as string[])[0]))).toMatchObject({
      tolerations: [{ operator: "Exists" }],
      "secrets-store-csi-driver": { syncSecret: { enabled: true } },
    });
    const without = synthesized(build((pool) => ({ rayClusters: [{ name: "one", pools: [pool] }] })).stack);
    expect(resources(without, "helm_release").filter(({ name }) => /secrets-store/.test(String(name)))).toEqual([]);
  });

  it("that the same program makes is a Helm value, and another name of the class", () => {
    const { objects, cluster } = build((pool, stack) => {
      const made = new SecretsmanagerSecret(stack, "hub", { name: "hub" });
      return { rayClusters: [{ name: "one", pools: [pool], secretEnv: { HF_TOKEN: { secretArn: made.arn } } }] };
    });
    expect(of(objects, "SecretProviderClass")[0].metadata.name).toMatch(/^secrets-\{\{ .*sha256sum/);
    expect(cluster.releases.workloadsChart.requiredValues.length).toBeGreaterThan(0);
  });
});

describe("the login of a registry in Secrets Manager", () => {
  it("is a pull secret of every workload namespace, kept for the pods that mount it", () => {
    const { objects } = build((pool) => ({ ...teams(pool), imagePullSecretArn: LOGIN }));
    const logins = of(objects, "SecretProviderClass").filter(
      ({ spec }) => spec.secretObjects[0].type === "kubernetes.io/dockerconfigjson",
    );
    expect(logins.map(({ metadata }) => metadata.namespace)).toEqual(["a", "b"]);
    const [{ metadata, spec }] = logins;
    expect(spec.secretObjects[0].data).toEqual([{ key: ".dockerconfigjson", objectName: "secret0" }]);
    for (const account of of(objects, "ServiceAccount").filter((object) => object.metadata.name === "ray"))
      expect(account.imagePullSecrets).toEqual([{ name: metadata.name }]);
    for (const { spec } of of(objects, "RayCluster"))
      expect(JSON.stringify(spec.headGroupSpec.template.spec.volumes)).toContain(metadata.name);
  });
});

describe("KubeRayCluster refuses a secret", () => {
  const at = (source: object) => (pool: GpuNodePool) => ({
    rayClusters: [{ name: "one", pools: [pool], secretEnv: { HF_TOKEN: source } }],
  });
  it.each<[string, (pool: GpuNodePool) => Props, string]>([
    [
      "that is nowhere",
      at({ key: "token" }),
      "rayClusters[0].secretEnv.HF_TOKEN.secretArn or rayClusters[0].secretEnv.HF_TOKEN.secret is required",
    ],
    [
      "in two places",
      at({ secret: "hub", key: "token", secretArn: HUB }),
      "rayClusters[0].secretEnv.HF_TOKEN has both secret and secretArn",
    ],
    [
      "of Kubernetes without its key",
      at({ secret: "hub" }),
      'rayClusters[0].secretEnv.HF_TOKEN.key is required with secret "hub"',
    ],
    [
      "of another region",
      at({ secretArn: HUB.replace("us-east-2", "eu-west-1") }),
      'rayClusters[0].secretEnv.HF_TOKEN.secretArn is in region "eu-west-1"',
    ],
    [
      "by an ARN without its end, which no policy matches",
      at({ secretArn: HUB.replace(/-\w{6}$/, "") }),
      "rayClusters[0].secretEnv.HF_TOKEN.secretArn must be the ARN of a Secrets Manager secret with the 6 characters at its end",
    ],
    ["by its value", at({ secretArn: "hf_abcdefghijklmnopqrstuvwxyz" }), "must be the ARN of a Secrets Manager secret"],
    [
      "that env sets too",
      (pool) => ({
        rayClusters: [{ name: "one", pools: [pool], env: { A: "1" }, secretEnv: { A: { secretArn: HUB } } }],
      }),
      'rayClusters[0].env and rayClusters[0].secretEnv both set "A"; keep one',
    ],
    [
      "twice for images",
      (pool) => ({ ...at({ secretArn: HUB })(pool), imagePullSecret: "login", imagePullSecretArn: LOGIN }),
      "imagePullSecretArn and imagePullSecret are both given; keep one",
    ],
  ])("%s", (_, props, message) => {
    const text = messageOf(() => build(props));
    expect(text).toContain(message);
    expect(text).not.toContain("hf_abcdef");
  });
});
