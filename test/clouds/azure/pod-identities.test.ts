import { App, TerraformStack, Testing } from "cdktf";
import { parse } from "yaml";
import {
  CheckpointBucket,
  ClusterNetwork,
  declareProvider,
  GpuNodePool,
  KubeRayCluster,
  type KubeRayClusterProps,
} from "../../../lib/clouds/azure";

const SECRET = (vault: string, name: string) =>
  `/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/data/providers/Microsoft.KeyVault/vaults/${vault}/secrets/${name}`;
const TOKEN = SECRET("teams", "hub-token");

function made(props: (pool: GpuNodePool) => Partial<KubeRayClusterProps>) {
  const stack = new TerraformStack(new App(), "train");
  declareProvider(stack);
  const network = new ClusterNetwork(stack, "network", { availabilityZone: "eastus-1" });
  const data = new CheckpointBucket(stack, "data", { network, accountName: "traindata" });
  const pool = new GpuNodePool(stack, "nc", {
    network,
    instanceType: "Standard_NC40ads_H100_v5",
    nodes: { min: 0, max: 4 },
  });
  const ray = new KubeRayCluster(stack, "ray", { network, pools: [pool], ...props(pool) });
  return { stack, data, pool, ray };
}

const run = (pool: GpuNodePool, namespace: string, more: object = {}) => ({
  ...{ name: `of-${namespace}`, namespace, pool, image: "registry.example/work:1", command: ["work"] },
  ...more,
});
const teams = (pool: GpuNodePool): Partial<KubeRayClusterProps> => ({
  jobs: [run(pool, "team-a"), run(pool, "team-b")],
  serving: [
    { name: "llama", pool, model: "llama-3.1-8b", weights: "https://traindata.blob.core.windows.net/data/llama" },
  ],
});
const apart = (pool: GpuNodePool) => ({ ...teams(pool), podIdentities: "per-namespace" as const });

interface Resource {
  readonly [argument: string]: unknown;
}

const resources = (stack: TerraformStack, type: string): Record<string, Resource> =>
  JSON.parse(Testing.synth(stack)).resource[type] ?? {};

const objects = (ray: KubeRayCluster, kind: string) =>
  ray.releases.workloadsChart.files
    .filter(({ path }) => path.startsWith("templates/"))
    .flatMap(({ text }) => text.split(/^---$/m))
    .filter((text) => new RegExp(`^kind: ${kind}$`, "m").test(text))
    .map((text) => parse(text.replaceAll(/\{\{ *(.*?) *\}\}/g, "$1")));

/** Who may do what in the bucket: names of identities. */
function letIn(stack: TerraformStack): string[] {
  const identities = resources(stack, "azurerm_user_assigned_identity");
  return Object.values(resources(stack, "azurerm_role_assignment"))
    .filter(({ role_definition_name: role }) => String(role).startsWith("Storage Blob Data"))
    .map(({ principal_id: id }) => String(identities[/\.([^.]+)\.principal_id/.exec(String(id))![1]!]!.name))
    .sort();
}

describe("identities of pods on AKS", () => {
  it("are one in common where nothing is said", () => {
    const { stack, data, ray } = made(teams);
    data.grantRead(ray);
    expect(letIn(stack)).toEqual(["train-ray-pods"]);
    expect(() => ray.namespace("team-a")).toThrow(
      'KubeRayCluster "train/ray": namespace("team-a") needs podIdentities "per-namespace", since all namespaces have one identity otherwise; add that',
    );
  });

  it("are one per namespace where that is asked for: each has its own accounts, and a grant to one lets no other in", () => {
    const { stack, data, ray } = made(apart);
    data.grantRead(ray.namespace("team-a"));
    expect(letIn(stack)).toEqual(["train-ray-pods-team-a"]);
    const identities = resources(stack, "azurerm_user_assigned_identity");
    const subjects = Object.values(resources(stack, "azurerm_federated_identity_credential")).map(
      ({ parent_id: id, subject }) => [identities[/\.([^.]+)\.id/.exec(String(id))![1]!]!.name, subject],
    );
    expect(subjects.sort()).toEqual([
      ["train-ray-pods-node-agents", "system:serviceaccount:node-agents:weights"],
      ["train-ray-pods-serving", "system:serviceaccount:serving:ray"],
      ["train-ray-pods-team-a", "system:serviceaccount:team-a:ray"],
      ["train-ray-pods-team-b", "system:serviceaccount:team-b:ray"],
    ]);
    const clients = objects(ray, "ServiceAccount").map(
      ({ metadata }) => metadata.annotations?.["azure.workload.identity/client-id"],
    );
    expect(new Set(clients).size).toBe(4);
  });

  it("are all let in by a grant to the cluster, once however often, and those that fetch with those that serve", () => {
    const { stack, data, ray } = made(apart);
    data.grantRead(ray);
    data.grantRead(ray.namespace("team-b"));
    expect(letIn(stack)).toEqual(["node-agents", "serving", "team-a", "team-b"].map((one) => `train-ray-pods-${one}`));
    const other = made(apart);
    other.data.grantRead(other.ray.namespace("serving"));
    expect(letIn(other.stack)).toEqual(["train-ray-pods-node-agents", "train-ray-pods-serving"]);
  });

  it("are refused to a pool, and to a namespace in which nothing runs", () => {
    const { stack, data, pool, ray } = made(apart);
    expect(() => ray.namespace("team-c")).toThrow(
      'namespace must be one that workloads run in (serving, team-a, team-b), got "team-c"; use "team-a"',
    );
    data.grantRead(pool);
    expect(() => Testing.synth(stack)).toThrow(
      'podIdentities "per-namespace" gives pods no identity in common, as a grant to one of its pools needs; write bucket.grantRead(cluster) for all namespaces or bucket.grantRead(cluster.namespace("team-a")) for one',
    );
  });

  it("are shared or one per namespace, and nothing else", () => {
    expect(() => made(() => ({ podIdentities: "own" as never }))).toThrow(
      'podIdentities must be "shared" or "per-namespace", got "own"; use "shared"',
    );
  });
});

describe("secrets of Key Vault in pods on AKS", () => {
  const secretEnv = { HF_TOKEN: { secretId: TOKEN } };

  it("are fetched by the cluster's driver with the pods' identity, which may read those alone", () => {
    const { stack, ray } = made((pool) => ({ jobs: [run(pool, "team-a", { secretEnv })] }));
    const [of] = objects(ray, "SecretProviderClass");
    expect(of.metadata.namespace).toBe("team-a");
    const { provider, parameters, secretObjects } = of.spec;
    expect(provider).toBe("azure");
    expect(parameters).toMatchObject({ usePodIdentity: "false", keyvaultName: "teams" });
    expect(parse(parse(parameters.objects).array[0])).toEqual({
      objectName: "hub-token",
      objectType: "secret",
      objectAlias: "secret0",
    });
    expect(secretObjects[0].data).toEqual([{ key: "HF_TOKEN", objectName: "secret0" }]);
    const { containers, volumes } = objects(ray, "Job")[0].spec.template.spec;
    const variable = containers[0].env.find(({ name }: { name: string }) => name === "HF_TOKEN");
    expect(variable.valueFrom.secretKeyRef).toEqual({ name: of.metadata.name, key: "HF_TOKEN" });
    expect(volumes).toContainEqual({
      name: "secrets-store",
      csi: {
        driver: "secrets-store.csi.k8s.io",
        readOnly: true,
        volumeAttributes: { secretProviderClass: of.metadata.name },
      },
    });
    const roles = Object.values(resources(stack, "azurerm_role_assignment"));
    const reads = roles.filter(({ role_definition_name: role }) => role === "Key Vault Secrets User");
    expect(reads.map(({ scope }) => scope)).toEqual([TOKEN]);
  });

  it("are read by the identity of their namespace, in each namespace that names them", () => {
    const { stack, ray } = made((pool) => ({
      jobs: [run(pool, "team-a", { secretEnv }), run(pool, "team-b", { secretEnv }), run(pool, "team-c")],
      podIdentities: "per-namespace",
    }));
    const identities = resources(stack, "azurerm_user_assigned_identity");
    const readers = Object.values(resources(stack, "azurerm_role_assignment"))
      .filter(({ role_definition_name: role }) => role === "Key Vault Secrets User")
      .map(({ principal_id: id }) => identities[/\.([^.]+)\.principal_id/.exec(String(id))![1]!]!.name);
    expect(readers.sort()).toEqual(["train-ray-pods-team-a", "train-ray-pods-team-b"]);
    const clients = objects(ray, "SecretProviderClass").map(({ spec }) => spec.parameters.clientID);
    expect(new Set(clients).size).toBe(2);
  });

  it("are the key of a served model", () => {
    const { ray } = made((pool) => ({
      serving: [
        {
          ...{
            name: "llama",
            pool,
            model: "llama-3.1-8b",
            engine: "leader-worker-set",
            image: "vllm/vllm-openai:v0.12.0",
          },
          ...{
            weights: "https://traindata.blob.core.windows.net/data/llama",
            apiKey: { secretId: SECRET("teams", "llm") },
          },
        },
      ],
    }));
    const [of] = objects(ray, "SecretProviderClass");
    expect(of.spec.secretObjects[0].data).toEqual([{ key: "api-key", objectName: "secret0" }]);
    expect(JSON.stringify(objects(ray, "LeaderWorkerSet"))).toContain(`{"name":"${of.metadata.name}","key":"api-key"}`);
  });

  it.each<[string, object, string]>([
    [
      "both a vault's and a Secret",
      { HF_TOKEN: { secretId: TOKEN, secret: "hub", key: "token" } },
      "jobs[0].secretEnv.HF_TOKEN has both secret and secretId; keep the one that holds the value",
    ],
    [
      "neither",
      { HF_TOKEN: {} },
      "jobs[0].secretEnv.HF_TOKEN.secretId or jobs[0].secretEnv.HF_TOKEN.secret is required; give the resource ID of a Key Vault secret, or the name of a Secret that you make in the namespace",
    ],
    [
      "a Secret without its key",
      { HF_TOKEN: { secret: "hub" } },
      'jobs[0].secretEnv.HF_TOKEN.key is required with secret "hub"; give one of the Secret\'s keys',
    ],
    [
      "a key in a vault's secret",
      { HF_TOKEN: { secretId: TOKEN, key: "token" } },
      "jobs[0].secretEnv.HF_TOKEN.key is for a Secret; a Key Vault secret is read whole: put the value into a secret of its own",
    ],
    [
      "two vaults",
      { A: { secretId: TOKEN }, B: { secretId: SECRET("others", "b") } },
      'jobs[0].secretEnv has secrets of 2 vaults (teams, others), and pods of one workload mount one; copy the secrets into "teams"',
    ],
    [
      "an address instead of an ID",
      { A: { secretId: "https://teams.vault.azure.net/secrets/hub-token" } },
      "jobs[0].secretEnv.A.secretId must be the resource ID of a Key Vault secret without a version, so that no secret enters the chart; put the value into a secret and give its ID",
    ],
    [
      "a version of a secret",
      { A: { secretId: `${TOKEN}/0123` } },
      "jobs[0].secretEnv.A.secretId must be the resource ID of a Key Vault secret without a version",
    ],
  ])("are refused with %s", (_, wrong, message) => {
    expect(() => made((pool) => ({ jobs: [run(pool, "team-a", { secretEnv: wrong })] }))).toThrow(message);
  });
});
