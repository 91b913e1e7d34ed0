"""Says for each line of base64 secret, header and body and of the time what the sample makes of it."""

import base64
import sys

from webhook_receiver import WebhookError, verify_webhook

for line in sys.stdin:
    *parts, now = line.rstrip("\n").split("\t")
    secret, header, body = (base64.b64decode(part) for part in parts)
    try:
        verify_webhook(body, header.decode(), secret.decode(), now=int(now))
        print("GENUINE")
    except WebhookError as error:
        print(error.code)
