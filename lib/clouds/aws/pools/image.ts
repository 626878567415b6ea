import type { Field } from "../../../props/field";
import { made, saysOneOf } from "../../../props/nested-fields";
import type { Notes } from "../../../props/notes";
import { shown } from "../../../props/shown";
import { isToken } from "../../common/terraform-text";

/** Operating systems that AWS builds Deep Learning base images for. */
export type DlamiOs = "al2023" | "ubuntu-22.04" | "ubuntu-24.04";

/** "22.04" of "ubuntu-22.04"; what JavaScript gives else is told by the pool. */
const releaseOf = (os: DlamiOs): string => String(os).slice(-5);

/** The machine image that nodes boot. */
export class Image {
  /**
   * AWS' Deep Learning base image with the open NVIDIA driver, EFA, DCGM and GDRCopy. Terraform reads the newest id when it
   * first creates the template and then leaves it alone, so that a new release replaces no running node.
   * @see https://docs.aws.amazon.com/dlami/latest/devguide/find-dlami-id.html
   */
  public static dlami(os: DlamiOs = "ubuntu-22.04"): Image {
    const operatingSystem = os === "al2023" ? "al2023" : `ubuntu-${releaseOf(os)}`;
    return new Image(
      "dlami",
      os,
      (architecture) =>
        `/aws/service/deeplearning/ami/${architecture}/base-oss-nvidia-driver-gpu-${operatingSystem}/latest/ami-id`,
    );
  }

  /**
   * AWS's newest PCS-ready DLAMI: the Deep Learning base image of Ubuntu 24.04 with the agent of AWS PCS and Slurm. For pools of a
   * ParallelComputing, whose default it is.
   * @see https://docs.aws.amazon.com/pcs/latest/userguide/working-with_ami_pcs-ready-dlami.html
   */
  public static pcsReady(): Image {
    return new Image(
      "pcs",
      "ubuntu-24.04",
      (architecture) => `/aws/service/pcs/ami/dlami-base-ubuntu2404/${architecture}/latest/ami-id`,
    );
  }

  /** The newest image that an SSM parameter names, read when Terraform first creates the template. */
  public static ssmParameter(name: string, os: DlamiOs): Image {
    return new Image("ssm", os, () => name);
  }

  /**
   * Plain Amazon Linux 2023 or Ubuntu for nodes without accelerators.
   * @see https://docs.aws.amazon.com/linux/al2023/ug/ec2.html and https://documentation.ubuntu.com/aws/aws-how-to/instances/find-ubuntu-images/
   */
  public static plain(os: DlamiOs = "ubuntu-22.04"): Image {
    return new Image("plain", os, (architecture) => {
      if (os === "al2023") return `/aws/service/ami-amazon-linux-latest/al2023-ami-kernel-default-${architecture}`;
      const debArchitecture = architecture === "arm64" ? "arm64" : "amd64";
      const release = releaseOf(os);
      const disk = release === "22.04" ? "ebs-gp2" : "ebs-gp3";
      return `/aws/service/canonical/ubuntu/server/${release}/stable/current/${debArchitecture}/hvm/${disk}/ami-id`;
    });
  }

  /** One fixed image; a change of it is a change of the launch template. */
  public static id(amiId: string, os: DlamiOs): Image {
    return new Image("pinned", os, undefined, amiId);
  }

  private constructor(
    public readonly kind: "dlami" | "pcs" | "ssm" | "plain" | "pinned",
    public readonly os: DlamiOs,
    /** SSM parameter that names the image, by CPU architecture; undefined for a pinned one. */
    public readonly parameter: ((architecture: "x86_64" | "arm64") => string) | undefined,
    public readonly amiId?: string,
  ) {}
}

/**
 * Where AWS says the id of its newest image with the driver of Trainium and Inferentia.
 * @see https://awsdocs-neuron.readthedocs-hosted.com/en/latest/deploy/environments/dlami.html (SSM parameter prefixes)
 */
export const neuronParameter = (os: DlamiOs): string =>
  `/aws/service/neuron/dlami/multi-framework/${os === "al2023" ? "amazon-linux-2023" : os}/latest/image_id`;

const IMAGE_OS: readonly DlamiOs[] = ["al2023", "ubuntu-22.04", "ubuntu-24.04"];

/** https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_PutParameter.html#systemsmanager-PutParameter-request-Name */
const PARAMETER = /^[\w.\-/]{1,1011}$/;

/** What a value that is no text, as an environment variable that is not set, needs beside its message. */
const unset = (value: unknown): string => (value === undefined ? " (is an environment variable not set?)" : "");

/** Notes what is wrong with an image by its maker's arguments, which JavaScript does not check. */
function checkImage(image: Image, at: string, notes: Notes): void {
  const os: unknown = image.os;
  if (!IMAGE_OS.some((known) => known === os))
    notes.none(
      "not-allowed",
      `${at}.os`,
      `one of ${IMAGE_OS.map((one) => `"${one}"`).join(", ")}`,
      os,
      '"ubuntu-24.04"',
    );
  const id: unknown = image.amiId;
  if (image.kind === "pinned" && !isToken(id) && !(typeof id === "string" && /^ami-[0-9a-f]{8,17}$/.test(id)))
    notes.problems.add(
      "malformed",
      at,
      `${at} id must look like "ami-0123456789abcdef0", got ${shown(id)}${unset(id)}`,
    );
  if (image.kind !== "ssm") return;
  const name: unknown = image.parameter?.("x86_64");
  if (!isToken(name) && !(typeof name === "string" && PARAMETER.test(name)))
    notes.problems.add(
      "malformed",
      at,
      `${at} must name an SSM parameter such as "/images/gpu/latest", got ${shown(name)}${unset(name)}`,
    );
}

/** An image, with the system and the name that its maker was given. */
export function image(example: string): Field<Image, false> {
  const field = made<Image>(
    `an Image, such as ${example}`,
    saysOneOf("kind", "dlami", "pcs", "ssm", "plain", "pinned"),
  );
  return {
    ...field,
    check(value, at, notes) {
      const before = notes.problems.all.length;
      field.check(value, at, notes);
      if (notes.problems.all.length === before) checkImage(value as Image, at, notes);
    },
  };
}
