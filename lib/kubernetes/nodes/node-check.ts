import type { EnvironmentVariable } from "../chart/environment";
import type { KubernetesObject } from "../chart/manifest";
import { STARTUP_TAINT, TOLERATE_STARTUP } from "../chart/names";
import { RESTRICTED_CONTAINER } from "../security/pod-security";
import { NODE_AGENTS_NAMESPACE, nodeAgent, PROGRAMS_VOLUME } from "./node-agent";
import type { DiagnosisLevel, NodeCheck } from "./node-check-props";
import type { KubernetesPool } from "./pool";

/** DCGM with `nv-hostengine` and the plugins of CUDA 13, as GPU Operator 26.3 runs it. @see https://docs.nvidia.com/datacenter/dcgm/latest/user-guide/dcgm-diagnostics.html */
export const DCGM_IMAGE = "nvcr.io/nvidia/cloud-native/dcgm:4.6.0-1-ubuntu24.04";

const NAME = "node-check";
const FOLDER = "/check";
const ROLE = `warpform:${NAME}`;
/** Names of policies are DNS names, those of roles need not be. */
const POLICY = `warpform-${NAME}`;

/**
 * Runs one check and writes down why it failed; the file is what `node_check.py end` reads. A shell, since each image has one and its own
 * program.
 */
const guarded = (what: string, program: string) =>
  `[ -e ${FOLDER}/skip ] && exit 0; { ${program}; } >${FOLDER}/${what} 2>&1 || echo "${what}" >>${FOLDER}/failed; cat ${FOLDER}/${what}`;

/** DCGM answers with a code other than 0 where a test fails. */
const diagnosis = (level: DiagnosisLevel) => guarded("dcgmi-diag", `nv-hostengine && dcgmi diag -r ${level}`);

/** `# Avg bus bandwidth    : 471.3` of the node's own GPUs, and no wrong result. @see https://github.com/NVIDIA/nccl-tests/blob/master/doc/PERFORMANCE.md */
const allReduce = (program: string, gpus: number, least: number) =>
  guarded(
    "all-reduce",
    `${program} -b 1G -e 1G -n 20 -g ${gpus} | tee ${FOLDER}/nccl && ` +
      `grep -q "Out of bounds values : 0 OK" ${FOLDER}/nccl && ` +
      `awk '/Avg bus bandwidth/ { found = 1; if ($NF < ${least}) { print $NF " GB/s, expected ${least}"; exit 1 } } END { if (!found) exit 1 }' ${FOLDER}/nccl`,
  );

/** The account that takes the taint off, and what it may do: an admission policy keeps it to taints of the node that its pod runs on. */
function rights(): KubernetesObject[] {
  const account = { name: NAME, namespace: NODE_AGENTS_NAMESPACE };
  const rbac = "rbac.authorization.k8s.io";
  const policies = "admissionregistration.k8s.io/v1";
  const node = "authentication.kubernetes.io/node-name";
  return [
    { apiVersion: "v1", kind: "ServiceAccount", metadata: account },
    {
      apiVersion: `${rbac}/v1`,
      kind: "ClusterRole",
      metadata: { name: ROLE },
      rules: [
        { apiGroups: [""], resources: ["nodes"], verbs: ["get", "patch"] },
        { apiGroups: [""], resources: ["pods"], verbs: ["list"] },
      ],
    },
    {
      apiVersion: `${rbac}/v1`,
      kind: "ClusterRoleBinding",
      metadata: { name: ROLE },
      roleRef: { apiGroup: rbac, kind: "ClusterRole", name: ROLE },
      subjects: [{ kind: "ServiceAccount", ...account }],
    },
    {
      apiVersion: policies,
      kind: "ValidatingAdmissionPolicy",
      metadata: { name: POLICY },
      spec: {
        failurePolicy: "Fail",
        matchConstraints: {
          resourceRules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["UPDATE"], resources: ["nodes"] }],
        },
        matchConditions: [
          {
            name: "by-the-check",
            expression: `request.userInfo.username == "system:serviceaccount:${NODE_AGENTS_NAMESPACE}:${NAME}"`,
          },
        ],
        validations: [
          {
            expression: `"${node}" in request.userInfo.extra && request.userInfo.extra["${node}"].exists(name, name == object.metadata.name)`,
            message: "a check may change the node that it runs on alone",
          },
          {
            expression: "object.metadata.labels == oldObject.metadata.labels",
            message: "a check may take its taint off, and no more",
          },
        ],
      },
    },
    {
      apiVersion: policies,
      kind: "ValidatingAdmissionPolicyBinding",
      metadata: { name: POLICY },
      spec: { policyName: POLICY, validationActions: ["Deny"] },
    },
  ];
}

/** Whether the nodes of a pool are checked: DCGM does not diagnose GPUs in MIG mode. */
export function isChecked(of: KubernetesPool): of is KubernetesPool & { readonly check: NodeCheck } {
  return of.check !== null && of.check !== undefined && of.type.acceleratorCount > 0 && of.pool.sharing.kind !== "mig";
}

/** What checks new nodes of the pools, and what lets it open them. */
export function nodeChecks(pools: readonly KubernetesPool[]): KubernetesObject[] {
  const checked = pools.filter(isChecked);
  return checked.length === 0 ? [] : [...rights(), ...checked.map((pool) => checkOf(pool, pool.check))];
}

/**
 * Diagnoses each new node of a pool once, before anything else may use its GPUs: nodes begin with a taint, which goes when all has passed. A
 * node that fails keeps it, and its pod here is not ready, which an alert tells. The diagnosis asks for no GPU, since it needs all of
 * them and must not hold them after it.
 */
function checkOf(of: KubernetesPool, check: NodeCheck): KubernetesObject {
  const { platform, type } = of;
  const env: EnvironmentVariable[] = [
    { name: "NODE", valueFrom: { fieldRef: { fieldPath: "spec.nodeName" } } },
    { name: "TAINT", value: STARTUP_TAINT.key },
    { name: "CHECK", value: FOLDER },
  ];
  const folder = { name: "check", mountPath: FOLDER };
  const few = { requests: { cpu: "10m", memory: "32Mi" }, limits: { memory: "64Mi" } };
  const program = (step: string) => ({
    name: step,
    image: platform.pythonImage,
    command: ["python", "/programs/node_check.py", step],
    env,
    resources: few,
    securityContext: RESTRICTED_CONTAINER,
    volumeMounts: [folder, { name: "programs", mountPath: "/programs", readOnly: true }],
  });
  // privileged: NVIDIA's runtime gives all GPUs to whoever asks by this variable, and a container without that would get none of them
  const test = (name: string, image: string, script: string) => ({
    name,
    image,
    command: ["bash", "-c", script],
    env: [{ name: "NVIDIA_VISIBLE_DEVICES", value: "all" }],
    resources: { requests: { cpu: "100m", memory: "512Mi" }, limits: { memory: "16Gi" } },
    securityContext: { privileged: true, runAsUser: 0 },
    volumeMounts: [folder],
  });
  const pod = {
    serviceAccountName: NAME,
    nodeSelector: of.selector,
    tolerations: [...of.tolerations, ...TOLERATE_STARTUP],
    priorityClassName: "system-node-critical",
    terminationGracePeriodSeconds: 5,
    securityContext: { runAsUser: 65534, fsGroup: 65534, seccompProfile: { type: "RuntimeDefault" } },
    initContainers: [
      program("begin"),
      test("dcgm", DCGM_IMAGE, diagnosis(check.level)),
      ...(check.busBandwidthGBps === null || !platform.ncclTests
        ? []
        : [
            test(
              "nccl",
              platform.ncclTests.image,
              allReduce(platform.ncclTests.allReduce, type.acceleratorCount, check.busBandwidthGBps),
            ),
          ]),
    ],
    containers: [
      {
        ...program("end"),
        readinessProbe: { exec: { command: ["test", "-e", `${FOLDER}/admitted`] }, periodSeconds: 10 },
      },
    ],
    volumes: [{ name: "check", emptyDir: {} }, PROGRAMS_VOLUME],
  };
  return nodeAgent(`${NAME}-${of.pool.name}`, pod, { "warpform/agent": NAME });
}
