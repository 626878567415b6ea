import type { ChartPart } from "../../../../kubernetes/chart/chart";
import { NO_SHELL_KUBECTL_IMAGE } from "../../../../kubernetes/chart/images";
import type { KubernetesObject } from "../../../../kubernetes/chart/manifest";
import { POOL_LABEL, SYSTEM_POOL } from "../../../../kubernetes/chart/names";
import { programConfigMap, programFile } from "../../../../kubernetes/chart/program-files";
import { AWS_CLI_IMAGE } from "./aws-names";
import { awsProgram } from "./aws-program";

const PASSWORD = awsProgram("redis_password.sh");

/** Where the password of the Ray heads' Valkey comes from and goes to. */
export interface RedisPasswordProps {
  /** Namespace that the job runs in. */
  readonly namespace: string;
  /** Secret of Secrets Manager, ARN. */
  readonly secretArn: string;
  readonly replicationGroupId: string;
  readonly region: string;
  /** Kubernetes Secret, and the namespaces that get it. */
  readonly secretName: string;
  readonly targetNamespaces: readonly string[];
  /** Service account with Pod Identity for Secrets Manager and ElastiCache. */
  readonly serviceAccount: string;
}

const RESTRICTED = {
  runAsNonRoot: true,
  runAsUser: 65534,
  runAsGroup: 65534,
  fsGroup: 65534,
  seccompProfile: { type: "RuntimeDefault" },
};
const CONTAINER = { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ["ALL"] } };
const RESOURCES = { requests: { cpu: "100m", memory: "128Mi" }, limits: { memory: "256Mi" } };

/**
 * Makes the password on first boot, sets it on the replication group and hands it to the namespaces: it is in Secrets
 * Manager and in the cluster, never in Terraform's state. Runs again at each upgrade, which changes nothing.
 */
export function redisPassword(props: RedisPasswordProps): ChartPart {
  return { objects: redisPasswordJob(props), files: [programFile(PASSWORD)] };
}

function redisPasswordJob(props: RedisPasswordProps): KubernetesObject[] {
  const { namespace, serviceAccount } = props;
  const name = "redis-password";
  const role = { apiGroups: [""], resources: ["secrets"], resourceNames: [props.secretName], verbs: ["get", "patch"] };
  const bindings = props.targetNamespaces.flatMap((target): KubernetesObject[] => [
    {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "Role",
      metadata: { name, namespace: target },
      // creation cannot be limited to a name
      rules: [role, { apiGroups: [""], resources: ["secrets"], verbs: ["create"] }],
    },
    {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "RoleBinding",
      metadata: { name, namespace: target },
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name },
      subjects: [{ kind: "ServiceAccount", name: serviceAccount, namespace }],
    },
  ]);
  const env = {
    SECRET_ID: props.secretArn,
    REPLICATION_GROUP: props.replicationGroupId,
    AWS_REGION: props.region,
    OUT: "/out",
    NAMESPACES: props.targetNamespaces.join(" "),
    SECRET_NAME: props.secretName,
    HOME: "/out",
  };
  const out = { name: "out", mountPath: "/out" };
  return [
    { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: serviceAccount, namespace } },
    programConfigMap("redis-programs", namespace, [PASSWORD]),
    ...bindings,
    {
      apiVersion: "batch/v1",
      kind: "Job",
      metadata: {
        name,
        namespace,
        // a job cannot be changed: each release replaces it
        annotations: {
          "helm.sh/hook": "post-install,post-upgrade",
          "helm.sh/hook-delete-policy": "before-hook-creation",
        },
      },
      spec: {
        backoffLimit: 5,
        template: {
          metadata: { labels: { app: name } },
          spec: {
            restartPolicy: "Never",
            serviceAccountName: serviceAccount,
            securityContext: RESTRICTED,
            nodeSelector: { [POOL_LABEL]: SYSTEM_POOL },
            initContainers: [
              {
                name: "password",
                image: AWS_CLI_IMAGE,
                command: ["sh", "/programs/redis_password.sh"],
                env: Object.entries(env).map(([key, value]) => ({ name: key, value })),
                resources: RESOURCES,
                securityContext: CONTAINER,
                volumeMounts: [out, { name: "programs", mountPath: "/programs", readOnly: true }],
              },
            ],
            containers: [
              {
                name: "apply",
                image: NO_SHELL_KUBECTL_IMAGE,
                args: ["apply", "--server-side", "-f", "/out/secrets.yaml"],
                resources: RESOURCES,
                securityContext: CONTAINER,
                volumeMounts: [out],
              },
            ],
            volumes: [
              { name: "out", emptyDir: { medium: "Memory" } },
              { name: "programs", configMap: { name: "redis-programs" } },
            ],
          },
        },
      },
    },
  ];
}
