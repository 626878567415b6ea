import { efaInterfaces } from "../../catalog/instance-types";
import type { InstanceType, NetworkCard } from "../../catalog/types";
import type { AwsFabric, AwsNetworkInterface } from "./aws-model";

export type NicLayout = AwsFabric["nicLayout"];

/** Card 0 of every instance type carries the primary interface. */
const PRIMARY_CARD = 0;

/**
 * The interfaces that a node is launched with.
 *
 * - `ip-saving`: primary card 0 / device 0 a plain `interface`; an `efa-only` on card 0 / device 1 where that card has EFA and
 *   room; an `efa-only` on device 0 of every other EFA card, or of the `efaLayoutCards` where cards share adapters or GPUs
 *   (p6e-gb200: 4 x 400 Gb/s). One address per node.
 * - `ena-bandwidth`: the same, and an `interface` on device 1 of further cards for more IP bandwidth: every
 *   `enaCardStep`-th card where the catalog says so (p5: every fourth, 8 x 100 Gb/s), else every card with room.
 * - `legacy-all-efa`: an `efa` with an address on every EFA card: device 0 on card 0, device 1 elsewhere, or 0 where the card
 *   takes one interface only.
 *
 * Without EFA on the type (or with `fabric` false) it is one plain `interface`.
 * @see https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/efa-acc-inst-types.html
 */
export function networkInterfaces(type: InstanceType, layout: NicLayout, fabric: boolean): AwsNetworkInterface[] {
  const primary: AwsNetworkInterface = { networkCardIndex: PRIMARY_CARD, deviceIndex: 0, interfaceType: "interface" };
  if (!fabric || efaInterfaces(type) === 0) return [primary];
  const cards = [...type.networkCards].sort((a, b) => a.index - b.index);
  if (layout === "legacy-all-efa") return legacyAllEfa(type, cards, primary);
  const first = cards.find((card) => card.index === PRIMARY_CARD);
  // A card 0 that takes one interface only (hpc6id): the EFA cannot stand beside the primary interface, so it is the primary one.
  const interfaces = [
    first?.efa && first.maxInterfaces === 1 ? { ...primary, interfaceType: "efa" as const } : primary,
  ];
  const efaCards = efaCardsOf(type);
  for (const card of cards) {
    const isPrimary = card.index === PRIMARY_CARD;
    const hasEfa = efaCards.has(card.index);
    if (hasEfa && (!isPrimary || card.maxInterfaces > 1)) {
      interfaces.push({ networkCardIndex: card.index, deviceIndex: isPrimary ? 1 : 0, interfaceType: "efa-only" });
    }
    const wantsEna = layout === "ena-bandwidth" && !isPrimary && card.index % (type.aws?.enaCardStep ?? 1) === 0;
    if (wantsEna && card.maxInterfaces > 1) {
      interfaces.push({ networkCardIndex: card.index, deviceIndex: hasEfa ? 1 : 0, interfaceType: "interface" });
    }
  }
  return interfaces;
}

/** Indexes of the cards that carry an EFA: where cards share adapters or GPUs, those that reach the type's EFA bandwidth. */
function efaCardsOf(type: InstanceType): ReadonlySet<number> {
  return new Set(type.aws?.efaLayoutCards ?? type.networkCards.filter((card) => card.efa).map((card) => card.index));
}

/** How many EFA devices reach the EFA bandwidth of the type; 0 without EFA. */
export function efaDevicesFor(type: InstanceType): number {
  return type.aws?.efaLayoutCards?.length ?? efaInterfaces(type);
}

function legacyAllEfa(
  type: InstanceType,
  cards: readonly NetworkCard[],
  primary: AwsNetworkInterface,
): AwsNetworkInterface[] {
  const efaCards = efaCardsOf(type);
  return cards
    .filter((card) => efaCards.has(card.index) || card.index === PRIMARY_CARD)
    .map((card) => {
      if (card.index === PRIMARY_CARD) return card.efa ? { ...primary, interfaceType: "efa" as const } : primary;
      return {
        networkCardIndex: card.index,
        deviceIndex: card.maxInterfaces > 1 ? 1 : 0,
        interfaceType: card.ena ? ("efa" as const) : ("efa-only" as const),
      };
    });
}

/** How many of a node's interfaces are EFA devices. */
export function efaCount(interfaces: readonly AwsNetworkInterface[]): number {
  return interfaces.filter(({ interfaceType }) => interfaceType !== "interface").length;
}

/** How many addresses of the subnet a node takes: one an interface that speaks IP. */
export function addressesPerNode(interfaces: readonly AwsNetworkInterface[]): number {
  return interfaces.filter(({ interfaceType }) => interfaceType !== "efa-only").length;
}

/** Indexes of the cards whose interfaces speak IP: EC2 gives a node that declares no interface one on card 0. */
export function ipCards(interfaces: readonly AwsNetworkInterface[]): ReadonlySet<number> {
  if (interfaces.length === 0) return new Set([PRIMARY_CARD]);
  return new Set(interfaces.filter((i) => i.interfaceType !== "efa-only").map((i) => i.networkCardIndex));
}

/** Indexes of the cards that carry an EFA device. */
export function fabricCards(interfaces: readonly AwsNetworkInterface[]): ReadonlySet<number> {
  return new Set(interfaces.filter((i) => i.interfaceType !== "interface").map((i) => i.networkCardIndex));
}
