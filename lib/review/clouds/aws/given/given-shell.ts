/**
 * Functions of preflight.sh, by name, each written only where the design has something for it to look at. They only read. The first
 * word is the id, the second the prop that names it. `None` is what the AWS CLI prints for a value that does not exist.
 */
export const SHELL: Readonly<Record<string, string>> = {
  kms_key: `
# kms_key ARN PROP PRINCIPAL...: is it enabled, symmetric, and does its policy or a grant name those that use it?
kms_key() {
  local arn=$1 prop=$2 state spec policy grants principal missing=""
  shift 2
  if ! read -r state spec < <(aws kms describe-key --region "$region" --key-id "$arn" \\
    --query 'KeyMetadata.[KeyState,KeySpec]' --output text 2>/dev/null) || [ -z "\${spec:-}" ]; then
    bad "key $arn of $prop cannot be read in $region"
    return
  fi
  if [ "$state" != Enabled ] || [ "$spec" != SYMMETRIC_DEFAULT ]; then
    bad "key $arn of $prop is $state and $spec, must be Enabled and SYMMETRIC_DEFAULT"
    return
  fi
  [ $# -eq 0 ] && ok "key $arn of $prop is enabled" && return
  policy=$(aws kms get-key-policy --region "$region" --key-id "$arn" --policy-name default --query Policy --output text 2>/dev/null) || {
    bad "the policy of key $arn of $prop cannot be read"
    return
  }
  grants=$(aws kms list-grants --region "$region" --key-id "$arn" --query 'Grants[].GranteePrincipal' --output text 2>/dev/null) || grants=""
  for principal in "$@"; do
    case "$policy $grants" in *"$principal"*) ;; *) missing="$missing $principal" ;; esac
  done
  if [ -n "$missing" ]; then bad "key $arn of $prop: neither policy nor grants name$missing"; else ok "key $arn of $prop is enabled and names $*"; fi
}
`,
  boundary: `
# boundary ARN PROP: is the policy there? What it leaves of the roles' policies, only IAM can say.
boundary() {
  if aws iam get-policy --policy-arn "$1" --query Policy.Arn --output text >/dev/null 2>&1; then
    ok "policy $1 of $2 is there"
  else
    bad "policy $1 of $2 does not exist"
  fi
}
`,
  topic: `
# topic ARN PROP: is it there, and does its policy name the services that publish?
topic() {
  local policy
  policy=$(aws sns get-topic-attributes --region "$region" --topic-arn "$1" --query Attributes.Policy --output text 2>/dev/null) || policy=""
  case "$policy" in
    "") bad "topic $1 of $2 does not exist" ;;
    *cloudwatch.amazonaws.com*) ok "topic $1 of $2 lets CloudWatch publish" ;;
    *) bad "topic $1 of $2: its policy does not name cloudwatch.amazonaws.com, so its alarms are not sent" ;;
  esac
}
`,
  target_group: `
# target_group ARN PROP VPC: does it take instances, of that VPC?
target_group() {
  local type vpc
  if ! read -r type vpc < <(aws elbv2 describe-target-groups --region "$region" --target-group-arns "$1" \\
    --query 'TargetGroups[0].[TargetType,VpcId]' --output text 2>/dev/null) || [ -z "\${vpc:-}" ]; then
    bad "target group $1 of $2 does not exist"
  elif [ "$type" != instance ]; then
    bad "target group $1 of $2 takes targets of type $type, an Auto Scaling group registers instances"
  elif [ -n "$3" ] && [ "$vpc" != "$3" ]; then
    bad "target group $1 of $2 is in $vpc, the nodes in $3"
  else
    ok "target group $1 of $2 takes instances of $vpc"
  fi
}
`,
  vpc: `
# vpc ID PROP CIDR: is it there, with that block, DNS resolution and DNS host names?
vpc() {
  local blocks attribute name
  blocks=$(aws ec2 describe-vpcs --region "$region" --vpc-ids "$1" \\
    --query 'Vpcs[0].CidrBlockAssociationSet[].CidrBlock' --output text 2>/dev/null) || blocks=""
  if [ -z "$blocks" ]; then
    bad "VPC $1 of $2 does not exist"
    return
  fi
  case " $(printf '%s' "$blocks" | tr -s '[:space:]' ' ') " in
    *" $3 "*) ok "VPC $1 of $2 has the block $3" ;;
    *) if [ -n "$3" ]; then bad "VPC $1 of $2 has the blocks $blocks, the design takes $3"; fi ;;
  esac
  for attribute in enableDnsSupport enableDnsHostnames; do
    name="E\${attribute#e}"
    case "$(aws ec2 describe-vpc-attribute --region "$region" --vpc-id "$1" --attribute "$attribute" --query "$name.Value" --output text 2>/dev/null)" in
      [Tt]rue) ok "VPC $1 has $attribute" ;;
      *) bad "VPC $1 does not have $attribute, which private zones and endpoints need" ;;
    esac
  done
}
`,
  endpoint: `
# endpoint VPC TYPE SERVICE: does the VPC have an endpoint of that type for the service?
endpoint() {
  local count
  count=$(aws ec2 describe-vpc-endpoints --region "$region" --filters "Name=vpc-id,Values=$1" \\
    "Name=service-name,Values=com.amazonaws.$region.$3" "Name=vpc-endpoint-type,Values=$2" "Name=vpc-endpoint-state,Values=available" \\
    --query 'length(VpcEndpoints)' --output text 2>/dev/null) || count=0
  if [ "$count" != 0 ]; then ok "VPC $1 has the $2 endpoint of $3"; else bad "VPC $1 has no $2 endpoint of $3"; fi
}
`,
  subnet: `
# subnet ID PROP VPC ZONE ADDRESSES: is it in that VPC and zone, without public addresses, with so many addresses free?
subnet() {
  local vpc zone free public
  if ! read -r vpc zone free public < <(aws ec2 describe-subnets --region "$region" --subnet-ids "$1" \\
    --query 'Subnets[0].[VpcId,AvailabilityZone,AvailableIpAddressCount,MapPublicIpOnLaunch]' --output text 2>/dev/null) ||
    [ -z "\${public:-}" ]; then
    bad "subnet $1 of $2 does not exist"
    return
  fi
  [ -z "$3" ] || [ "$vpc" = "$3" ] || bad "subnet $1 of $2 is in $vpc, the design in $3"
  [ -z "$4" ] || [ "$zone" = "$4" ] || bad "subnet $1 of $2 is in $zone, the nodes in $4"
  case "$public" in [Tt]rue) bad "subnet $1 of $2 gives public addresses, which EC2 refuses with several network interfaces" ;; esac
  if [ "$free" -lt "$5" ]; then bad "subnet $1 of $2 has $free addresses free, the design takes $5"; else ok "subnet $1 of $2: $free addresses free in $zone"; fi
}
`,
  default_route: `
# default_route SUBNET VPC: does the subnet's route table, or the VPC's main one, have a default route?
default_route() {
  local filter target=""
  for filter in "Name=association.subnet-id,Values=$1" "Name=association.main,Values=true"; do
    set -- "$1" "$2" "$(aws ec2 describe-route-tables --region "$region" --filters "$filter" \${2:+"Name=vpc-id,Values=$2"} \\
      --query 'RouteTables[0].RouteTableId' --output text 2>/dev/null)"
    case "\${3:-None}" in None) continue ;; esac
    target=$(aws ec2 describe-route-tables --region "$region" --route-table-ids "$3" \\
      --query "RouteTables[0].Routes[?DestinationCidrBlock=='0.0.0.0/0'] | [0].[NatGatewayId,TransitGatewayId,InstanceId,NetworkInterfaceId,VpcPeeringConnectionId,GatewayId]" \\
      --output text 2>/dev/null) || target=""
    break
  done
  target=$(printf '%s' "$target" | tr -s '[:space:]' '\\n' | grep -v '^None$' | head -n 1)
  case "$target" in
    "") bad "subnet $1 has no default route, so nodes reach no repository or registry" ;;
    igw-*) bad "subnet $1 routes to $target: instances without a public address have no internet access" ;;
    *) ok "subnet $1 has a default route to $target" ;;
  esac
}
`,
  security_group: `
# security_group ID PROP VPC PORTS...: is it in that VPC, with an ingress rule for each range of TCP ports?
security_group() {
  local group=$1 prop=$2 vpc range first last count
  vpc=$(aws ec2 describe-security-groups --region "$region" --group-ids "$group" --query 'SecurityGroups[0].VpcId' --output text 2>/dev/null) || vpc=""
  if [ -z "$vpc" ]; then
    bad "security group $group of $prop does not exist"
    return
  fi
  [ -z "$3" ] || [ "$vpc" = "$3" ] || bad "security group $group of $prop is in $vpc, the design in $3"
  shift 3
  for range in "$@"; do
    first=\${range%-*} last=\${range#*-}
    count=$(aws ec2 describe-security-group-rules --region "$region" --filters "Name=group-id,Values=$group" \\
      --query "length(SecurityGroupRules[?!IsEgress && (IpProtocol=='-1' || (IpProtocol=='tcp' && FromPort<=\\\`$first\\\` && ToPort>=\\\`$last\\\`))])" \\
      --output text 2>/dev/null) || count=0
    if [ "$count" = 0 ]; then bad "security group $group of $prop allows no traffic on TCP $range"; else ok "security group $group of $prop has $count ingress rule(s) for TCP $range"; fi
  done
  [ $# -gt 0 ] || ok "security group $group of $prop is in $vpc"
}
`,
  hosted_zone: `
# hosted_zone ID PROP VPC: is it private, and associated with the VPC?
hosted_zone() {
  local private vpcs
  private=$(aws route53 get-hosted-zone --id "$1" --query HostedZone.Config.PrivateZone --output text 2>/dev/null) || private=""
  vpcs=$(aws route53 get-hosted-zone --id "$1" --query 'VPCs[].VPCId' --output text 2>/dev/null) || vpcs=""
  case "$private" in
    "") bad "hosted zone $1 of $2 does not exist" && return ;;
    [Tt]rue) ;;
    *) bad "hosted zone $1 of $2 is public, so nodes would publish their addresses" && return ;;
  esac
  case "$vpcs" in
    *"$3"*) ok "hosted zone $1 of $2 is private, and associated with $vpcs" ;;
    *) bad "hosted zone $1 of $2 is associated with $vpcs, not with $3" ;;
  esac
}
`,
  lustre: `
# lustre ID PROP MOUNT_NAME DEPLOYMENT: is it an available Lustre of that mount name and deployment type?
lustre() {
  local type state mount tier
  if ! read -r type state mount tier < <(aws fsx describe-file-systems --region "$region" --file-system-ids "$1" \\
    --query 'FileSystems[0].[FileSystemType,Lifecycle,LustreConfiguration.MountName,LustreConfiguration.DeploymentType]' \\
    --output text 2>/dev/null) || [ -z "\${tier:-}" ]; then
    bad "file system $1 of $2 does not exist"
  elif [ "$type" != LUSTRE ] || [ "$state" != AVAILABLE ]; then
    bad "file system $1 of $2 is $type and $state, must be LUSTRE and AVAILABLE"
  elif [ -n "$3" ] && [ "$mount" != "$3" ]; then
    bad "file system $1 of $2 has the mount name $mount, the design takes $3"
  elif [ -n "$4" ] && [ "$tier" != "$4" ]; then
    bad "file system $1 of $2 is $tier, the design takes $4"
  else
    ok "file system $1 of $2 is available, mount name $mount, $tier"
  fi
}
`,
  bucket: `
# bucket NAME PROP: is it there, readable, and in the Region of the design?
bucket() {
  local where
  where=$(aws s3api get-bucket-location --region "$region" --bucket "$1" --query LocationConstraint --output text 2>/dev/null) || where=""
  case "$where" in None) where=us-east-1 ;; EU) where=eu-west-1 ;; esac
  if [ -z "$where" ]; then
    bad "bucket $1 of $2 does not exist, or these credentials may not read it"
  elif [ "$where" != "$region" ]; then
    bad "bucket $1 of $2 is in $where, the design in $region: FSx links none of another Region, and traffic costs"
  else
    ok "bucket $1 of $2 is in $where"
  fi
}
`,
};
