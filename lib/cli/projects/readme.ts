import type { Place } from "./engine-packages";

const inPullRequests = (what: string) => `
Commit \`package-lock.json\`: .github/workflows/design.yml installs from it and ${what} in every pull request.
`;

/** What whoever applies needs. */
const ACCESS: Readonly<Record<Place, string>> = {
  aws: "your AWS credentials",
  azure: "`az login`, and the subscription in `ARM_SUBSCRIPTION_ID`",
  kubernetes: "the kubeconfig of the cluster",
  onprem: "access to the nodes",
};

const deploy = (name: string, place: Place = "aws") => `
Then, with ${ACCESS[place]}:

    cd cdktf.out/stacks/${name}
    terraform init
    terraform apply
`;

export const blueprintReadme = (name: string, place: Place) => `# ${name}

    npm install
    npm run review     # verdict, findings, figures
    npm test           # fails on an error of the review
${place === "kubernetes" ? "" : "    npm run plan       # other instance types for the same workload, by cost\n"}    npm run synth      # Terraform in cdktf.out/stacks/${name}
${deploy(name, place)}${inPullRequests("reviews the blueprint")}`;

export const programReadme = (name: string) => `# ${name}

    npm install
    npm run synth      # decisions with reasons; Terraform and review.html in cdktf.out/stacks/${name}
    npm test           # fails on an error of the review
${deploy(name)}${inPullRequests("tests the design")}`;

export const pulumiReadme = (name: string) => `# ${name}

    npm install
    npm test           # fails on an error of the design review

Then, with your AWS credentials:

    pulumi stack init dev
    pulumi up
${inPullRequests("tests the design")}`;
