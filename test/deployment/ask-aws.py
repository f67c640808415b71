# Asks AWS's API what standard input lists as [service, operation, parameters], and prints the answers as one JSON array.
# Endpoint, region and credentials are in the environment.

import base64
import json
import sys

import boto3


def plain(value: object) -> str:
    if hasattr(value, "read"):
        return base64.b64encode(value.read()).decode()
    return value.isoformat() if hasattr(value, "isoformat") else str(value)


answers = [getattr(boto3.client(service), operation)(**parameters) for service, operation, parameters in json.load(sys.stdin)]
json.dump(answers, sys.stdout, default=plain)
