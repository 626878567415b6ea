import { AwsProvider } from "@cdktf/provider-aws/lib/provider";
import { Vpc } from "@cdktf/provider-aws/lib/vpc";
import { VpcDhcpOptions } from "@cdktf/provider-aws/lib/vpc-dhcp-options";
import { TerraformStack, Testing } from "cdktf";
import { lazyText } from "../../../lib/clouds/common/lazy-text";

describe("a text of a resource that is made later", () => {
  it("reaches another stack as an output of its own", () => {
    const app = Testing.app();
    const [first, second] = ["first", "second"].map((name) => {
      const stack = new TerraformStack(app, name);
      new AwsProvider(stack, "aws", { region: "us-east-2" });
      return stack;
    });
    let vpc: Vpc | undefined;
    // Each read of an attribute makes another reference.
    const domainName = lazyText(() => vpc!.id);
    new VpcDhcpOptions(second!, "options", { domainName });
    vpc = new Vpc(first!, "vpc", { cidrBlock: "10.0.0.0/16" });
    app.synth();
    const { resource } = JSON.parse(Testing.synth(second!)) as {
      resource: { aws_vpc_dhcp_options: { options: { domain_name: string } } };
    };
    expect(resource.aws_vpc_dhcp_options.options.domain_name).toMatch(/^\$\{data\.terraform_remote_state\./);
  });
});
