import { DataResource } from "cdktf";
import type { Construct } from "constructs";

/** A program of bash that ends what Terraform's state does not know. */
export interface EndProps {
  /** Name of what ends, as the state keeps it, the environment variable that the program reads it from, and its id. */
  readonly name: string;
  readonly variable: string;
  readonly of: string;
  readonly command: string;
  /** Further values whose change runs the program too. */
  readonly triggers?: Readonly<Record<string, string>>;
}

/** Runs a program of bash when this is destroyed or replaced. By then Terraform resolves nothing but the resource's own input. */
export function onDestroy(scope: Construct, id: string, props: EndProps): DataResource {
  const { name, variable, of, command, triggers } = props;
  const input = { [name]: of };
  return new DataResource(scope, id, {
    input,
    triggersReplace: { ...input, ...triggers },
    provisioners: [
      {
        type: "local-exec",
        when: "destroy",
        interpreter: ["bash", "-c"],
        environment: { [variable]: `\${self.input.${name}}` },
        command,
      },
    ],
  });
}
