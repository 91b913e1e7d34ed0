"""Each line has the time and, in base64, header, body and any number of secrets. Prints what the sample returns for it."""

import base64
import sys

from webhook_receiver import WebhookError, verify_webhook

for line in sys.stdin:
    now, *parts = line.rstrip("\n").split("\t")
    header, body, *secrets = (base64.b64decode(part) for part in parts)
    try:
        verify_webhook(body, header.decode(), [secret.decode() for secret in secrets], now=int(now))
        print("GENUINE")
    except WebhookError as error:
        print(error.code)
