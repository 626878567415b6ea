// Rules that the API server enforces by CEL in the CRDs of Karpenter 1.14 and Kueue 0.19, written again as checks, so that they
// hold without a control plane too. Each comes with an object that breaks it: a rule that lets it pass is itself broken.

const unique = (list) => new Set(list.map((item) => JSON.stringify(item))).size === list.length;

/** Every label key outside Karpenter's own domains, and those of its own that a person may set. */
const OWN_LABELS =
  /^(karpenter\.sh\/(capacity-type|nodepool)|karpenter\.k8s\.aws\/(instance-|capacity-reservation-|placement-group-|ec2nodeclass|nitro-sandbox).*)$/;
const allowedLabel = (key) => OWN_LABELS.test(key) || !/^([^/]*\.)?karpenter\.(sh|k8s\.aws)\//.test(key);

const nics = (spec) => spec.networkInterfaces ?? [];
const node = (spec) => spec.template.spec;
const flavors = (spec) =>
  (spec.resourceGroups ?? []).flatMap((group) => group.flavors.map((flavor) => ({ group, flavor })));

export const apiRules = [
  {
    kind: "EC2NodeClass",
    rule: "a primary plain interface",
    holds: (spec) =>
      nics(spec).length === 0 ||
      nics(spec).some((n) => n.networkCardIndex === 0 && n.deviceIndex === 0 && n.interfaceType === "interface"),
    broken: { networkInterfaces: [{ networkCardIndex: 0, deviceIndex: 0, interfaceType: "efa-only" }] },
  },
  {
    kind: "EC2NodeClass",
    rule: "no two interfaces in one place, one EFA device a card",
    holds: (spec) =>
      unique(nics(spec).map((n) => [n.networkCardIndex, n.deviceIndex])) &&
      unique(
        nics(spec)
          .filter((n) => n.interfaceType === "efa-only")
          .map((n) => n.networkCardIndex),
      ),
    broken: {
      networkInterfaces: [0, 1].map((deviceIndex) => ({ networkCardIndex: 1, deviceIndex, interfaceType: "efa-only" })),
    },
  },
  {
    kind: "EC2NodeClass",
    rule: "a role or an instance profile, not both",
    holds: (spec) => (spec.role === undefined) !== (spec.instanceProfile === undefined),
    broken: { role: "a", instanceProfile: "b" },
  },
  {
    kind: "EC2NodeClass",
    rule: "an image alias of a known family, alone",
    holds: ({ amiSelectorTerms }) =>
      amiSelectorTerms.length === 1 && /^(al2023|bottlerocket)@.+$/.test(amiSelectorTerms[0].alias),
    broken: { amiSelectorTerms: [{ alias: "ubuntu@latest" }] },
  },
  {
    kind: "EC2NodeClass",
    rule: "reservations by id alone, and no placement group beside them",
    holds: (spec) =>
      (spec.capacityReservationSelectorTerms ?? []).every((term) => Object.keys(term).join() === "id") &&
      !(spec.capacityReservationSelectorTerms && spec.placementGroupSelector),
    broken: { capacityReservationSelectorTerms: [{ id: "cr-1" }], placementGroupSelector: { name: "x" } },
  },
  {
    kind: "EC2NodeClass",
    rule: "no tag that Karpenter sets itself",
    holds: ({ tags }) =>
      Object.keys(tags ?? {}).every((key) => !/^(kubernetes\.io\/cluster|karpenter\.|eks:eks-cluster-name)/.test(key)),
    broken: { tags: { "kubernetes.io/cluster/x": "owned" } },
  },
  {
    kind: "NodePool",
    rule: "labels outside Karpenter's domains",
    holds: (spec) =>
      Object.keys(spec.template.metadata.labels).every((key) => allowedLabel(key) && key !== "karpenter.sh/nodepool"),
    broken: { template: { metadata: { labels: { "karpenter.sh/x": "y" } } } },
  },
  {
    kind: "NodePool",
    rule: "requirements with values, of labels that may be required",
    holds: (spec) =>
      node(spec).requirements.every(
        ({ key, operator, values }) => (operator !== "In" || values.length > 0) && allowedLabel(key),
      ),
    broken: { template: { spec: { requirements: [{ key: "a", operator: "In", values: [] }] } } },
  },
  {
    kind: "NodePool",
    rule: "budgets with a schedule and a duration, or neither",
    holds: (spec) =>
      spec.disruption.budgets.every((budget) => (budget.schedule === undefined) === (budget.duration === undefined)),
    broken: { disruption: { budgets: [{ nodes: "0", schedule: "@daily" }] } },
  },
  {
    kind: "NodeOverlay",
    rule: "no capacity that EC2 itself says",
    holds: ({ capacity }) => ["cpu", "memory", "ephemeral-storage", "pods"].every((name) => !(name in capacity)),
    broken: { capacity: { cpu: "1" } },
  },
  {
    kind: "ClusterQueue",
    rule: "as many resources a flavor as the group covers, in the same order",
    holds: (spec) =>
      flavors(spec).every(
        ({ group, flavor }) => flavor.resources.map(({ name }) => name).join() === group.coveredResources.join(),
      ),
    broken: { resourceGroups: [{ coveredResources: ["cpu"], flavors: [{ name: "a", resources: [] }] }] },
  },
  {
    kind: "ClusterQueue",
    rule: "a borrowing limit only in a cohort",
    holds: (spec) =>
      spec.cohortName !== undefined ||
      flavors(spec).every(({ flavor }) => flavor.resources.every((of) => of.borrowingLimit === undefined)),
    broken: {
      resourceGroups: [
        { coveredResources: ["cpu"], flavors: [{ name: "a", resources: [{ name: "cpu", borrowingLimit: "0" }] }] },
      ],
    },
  },
  {
    kind: "ResourceFlavor",
    rule: "a topology with at least one node label",
    holds: (spec) => spec.topologyName === undefined || Object.keys(spec.nodeLabels ?? {}).length > 0,
    broken: { topologyName: "x" },
  },
  {
    kind: "Topology",
    rule: "each level once, the machine last",
    holds: ({ levels }) =>
      unique(levels) &&
      levels.findIndex(({ nodeLabel }) => nodeLabel === "kubernetes.io/hostname") === levels.length - 1,
    broken: { levels: [{ nodeLabel: "kubernetes.io/hostname" }, { nodeLabel: "x" }] },
  },
];

/** What a rule says of objects. */
export function complaints({ kind, rule, holds }, objects) {
  return objects
    .filter((object) => object.kind === kind && !holds(object.spec))
    .map(({ metadata }) => `${kind} ${metadata.name} has not: ${rule}`);
}
