"""Stands in for boto3: S3 and Secrets Manager as folders below $FAKE_AWS."""

import os
import pathlib

ROOT = pathlib.Path(os.environ.get("FAKE_AWS", "/fake-aws"))


class Missing(Exception):
    pass


class Exists(Exception):
    pass


class Body:
    def __init__(self, data):
        self.data = data

    def read(self):
        return self.data


class S3:
    def get_object(self, Bucket, Key):
        with open(ROOT / "reads.log", "a") as log:
            log.write(Key + "\n")
        return {"Body": Body((ROOT / Bucket / Key).read_bytes())}


class Secrets:
    class exceptions:
        ResourceNotFoundException = Missing
        ResourceExistsException = Exists
        ClientError = OSError

    def get_secret_value(self, SecretId):
        path = ROOT / "secrets" / SecretId
        if not path.exists():
            raise Missing(SecretId)
        return {"SecretString": path.read_text()}

    def put_secret_value(self, SecretId, SecretString, ClientRequestToken):
        assert 32 <= len(ClientRequestToken) <= 64, "EC2 takes tokens of 32 to 64 characters"
        path = ROOT / "secrets" / SecretId
        if path.exists():
            raise Exists(SecretId)
        path.parent.mkdir(exist_ok=True)
        path.write_text(SecretString)


def client(service, **_):
    return {"s3": S3, "secretsmanager": Secrets}[service]()
