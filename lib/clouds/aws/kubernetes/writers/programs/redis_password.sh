#!/bin/sh
# Makes the password of the cluster's Valkey on first boot and gives it to the Ray heads, so that it is never in a
# Terraform state: it lives in Secrets Manager, and as Secrets in the namespaces that need it.
# environment: SECRET_ID, REPLICATION_GROUP, AWS_REGION, OUT (a folder in memory), NAMESPACES (blank-separated), SECRET_NAME
set -eu
password=$(aws secretsmanager get-secret-value --secret-id "$SECRET_ID" --query SecretString --output text 2>/dev/null || true)
if [ -z "$password" ]; then
  password=$(aws secretsmanager get-random-password --password-length 64 --exclude-punctuation \
    --query RandomPassword --output text)
  aws secretsmanager put-secret-value --secret-id "$SECRET_ID" --secret-string "$password" >/dev/null
fi
enabled=$(aws elasticache describe-replication-groups --replication-group-id "$REPLICATION_GROUP" \
  --query 'ReplicationGroups[0].AuthTokenEnabled' --output text)
if [ "$enabled" != True ]; then
  # a group that knows no password yet takes it beside none first, and only then requires it
  for strategy in ROTATE SET; do
    aws elasticache modify-replication-group --replication-group-id "$REPLICATION_GROUP" --apply-immediately \
      --auth-token "$password" --auth-token-update-strategy "$strategy" >/dev/null
    aws elasticache wait replication-group-available --replication-group-id "$REPLICATION_GROUP"
  done
fi
for namespace in $NAMESPACES; do
  printf -- '---\napiVersion: v1\nkind: Secret\nmetadata: {name: %s, namespace: %s}\nstringData: {password: "%s"}\n' \
    "$SECRET_NAME" "$namespace" "$password"
done >"$OUT/secrets.yaml"
