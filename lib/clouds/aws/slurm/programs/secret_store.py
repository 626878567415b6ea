"""Secrets Manager, for the program `secret`: names are ARNs of secrets, values are bytes."""

import sys

import boto3

# One token, one version: two controllers that start together can't make two keys.
FIRST = "warpform-first-boot-of-the-cluster"


class Store:
    def __init__(self):
        self.client = boto3.client("secretsmanager")
        self.refused = self.client.exceptions.ClientError

    def value_of(self, name):
        """None while there is none."""
        try:
            answer = self.client.get_secret_value(SecretId=name)
        except self.client.exceptions.ResourceNotFoundException:  # the secret is there, a version is not
            return None
        return answer["SecretString"].encode()

    def put_first(self, name, value):
        try:
            self.client.put_secret_value(SecretId=name, SecretString=value, ClientRequestToken=FIRST)
        except self.client.exceptions.ResourceExistsException:
            print("the other controller made it", file=sys.stderr)

    def put(self, name, value):
        self.client.put_secret_value(SecretId=name, SecretString=value)
