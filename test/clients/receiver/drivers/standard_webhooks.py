"""
Verifies the headers of Standard Webhooks by the steps of its specification, with the standard library. Each line has the
time and, in base64, identifier, timestamp, signatures, body and secret. Prints GENUINE or REJECTED for it.
"""

import base64
import hashlib
import hmac
import sys


def is_genuine(webhook_id, timestamp, signatures, body, secret, now):
    if not webhook_id or not timestamp or not signatures or abs(now - int(timestamp)) > 300:
        return False
    key = base64.b64decode(secret[len("whsec_"):])
    digest = hmac.new(key, b"%s.%s.%s" % (webhook_id, timestamp, body), hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(digest)
    return any(hmac.compare_digest(expected, signature) for signature in signatures.split(b" "))


for line in sys.stdin:
    now, *parts = line.rstrip("\n").split("\t")
    webhook_id, timestamp, signatures, body, secret = (base64.b64decode(part) for part in parts)
    print("GENUINE" if is_genuine(webhook_id, timestamp, signatures, body, secret.decode(), int(now)) else "REJECTED")
