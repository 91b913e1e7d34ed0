"""
Each line has the time and, in base64, header, body and any number of secrets. Prints what the sample returns for it.
A single secret is passed as a list and as text: if the results differ, prints both.
"""

import base64
import sys

from webhook_receiver import WebhookError, verify_webhook



def result(body, header, secrets, now):
    try:
        verify_webhook(body, header, secrets, now=now)
        return "GENUINE"
    except WebhookError as error:
        return error.code


for line in sys.stdin:
    now, *parts = line.rstrip("\n").split("\t")
    header, body, *secrets = (base64.b64decode(part) for part in parts)
    texts = [secret.decode() for secret in secrets]
    results = {result(body, header.decode(), form, int(now)) for form in [texts, *(texts if len(texts) == 1 else [])]}
    print(*results)
