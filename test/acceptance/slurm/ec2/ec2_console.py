"""Runs on the lab's head:  ec2_console.py ENDPOINT  executes boto3 code that comes as lines [code, arguments], one process for all,
since loading boto3 takes longer than most questions. Answers with lines [true, what it printed] or [false, the error].
"""

import contextlib
import io
import json
import sys
import traceback

import boto3

names = {
    service: boto3.client(service, endpoint_url=sys.argv[1], region_name="us-east-1", aws_access_key_id="x", aws_secret_access_key="x")
    for service in ("ec2", "s3", "route53")
}
for line in sys.stdin:
    code, arguments = json.loads(line)
    sys.argv = ["-c", *arguments]
    said = io.StringIO()
    try:
        with contextlib.redirect_stdout(said):
            exec(code, dict(names, json=json, sys=sys))
        answer = [True, said.getvalue()]
    except Exception:
        answer = [False, traceback.format_exc()]
    print(json.dumps(answer), flush=True)
