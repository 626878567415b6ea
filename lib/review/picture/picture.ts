import { counted } from "../../units/quantity";
import { factsOf } from "../clouds/list";
import type { Design } from "../design";
import type { Review } from "../review";
import { linksOf } from "./links";
import { partsOf } from "./parts";
import type { Picture } from "./types";

function networkText({ cluster }: Design): string {
  const subnets = cluster.networks.flatMap(({ name, computeSubnets }) =>
    computeSubnets.map(({ availabilityZone, usableAddresses, public: open }) => {
      const addresses = usableAddresses === null ? "" : `, ${counted(usableAddresses, "addresses")}`;
      return `${name}: ${open ? "public" : "private"} subnet${availabilityZone ? ` ${availabilityZone}` : ""}${addresses}`;
    }),
  );
  return [...new Set(subnets)].join(" · ") || (cluster.cloud === "onprem" ? "network of the site" : "network given");
}

/** The cluster of a design, with the review's open findings at the parts they are about. */
export function pictureOf(design: Design, review: Review): Picture {
  const { cluster } = design;
  const cloud = cluster.cloud === "onprem" ? "On premises" : (factsOf(design)?.title ?? cluster.cloud);
  return {
    title: cluster.name,
    place: [cloud, cluster.region ?? ""].filter((text) => text !== "").join(" · "),
    network: networkText(design),
    parts: partsOf(design, review),
    links: linksOf(design, review),
  };
}
