"""Verifies call.completed deliveries with the standard library alone; Python 3.8 or later.

Run it as a receiver: WEBHOOK_SECRET=whsec_... python3 webhook_receiver.py
The raw body is request.get_data() in Flask, request.body in Django, await request.body() in FastAPI.
"""

import hashlib
import hmac
import json
import os
import re
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = re.compile(r"whsec_((?:[0-9a-fA-F]{2})+)")
SIGNATURE = re.compile(r"t=([0-9]{1,12}),v1=([0-9a-fA-F]{64})")
MAX_BODY_BYTES = 1_000_000


class WebhookError(Exception):
    """Not a delivery to act on. Answer with http_status: the service gives up at a 4xx and tries again after a 5xx."""

    def __init__(self, code, http_status, message):
        super().__init__(message)
        self.code = code
        self.http_status = http_status


def verify_webhook(raw_body, header, secret, now=None, tolerance_seconds=300):
    """Returns when raw_body, exactly the bytes that came, was signed with the secret just now; otherwise raises."""
    key = SECRET.fullmatch(secret or "")
    if not key:
        raise WebhookError("SECRET_INVALID", 500, "Set the signingSecret of PUT /v1/webhooks: whsec_ and hexadecimal digits.")
    if not isinstance(raw_body, bytes):
        raise WebhookError("BODY_NOT_RAW", 500, f"Got {type(raw_body).__name__}; pass the raw body as bytes, not parsed.")
    if not header:
        raise WebhookError("SIGNATURE_MISSING", 400, "There is no X-Service-Signature: not from the service, or a proxy removed it.")
    signature = SIGNATURE.fullmatch(header)
    if not signature:
        raise WebhookError("SIGNATURE_MALFORMED", 400, "X-Service-Signature is not t=<unix seconds>,v1=<hex>: pass it unchanged.")

    t, v1 = signature.groups()
    expected = hmac.new(bytes.fromhex(key[1]), t.encode() + b"." + raw_body, hashlib.sha256).digest()
    if not hmac.compare_digest(expected, bytes.fromhex(v1)):
        raise WebhookError("SIGNATURE_MISMATCH", 503, "Another secret signed this, or the body is not as received: compare both.")

    age_seconds = (time.time() if now is None else now) - int(t)
    if age_seconds > tolerance_seconds:
        raise WebhookError("TIMESTAMP_TOO_OLD", 503, "Signed too long ago: a replay, or this clock is fast; set it by NTP.")
    if age_seconds < -tolerance_seconds:
        raise WebhookError("TIMESTAMP_TOO_NEW", 503, "Signed in the future: this clock is slow; set it by NTP.")


# In place of this dictionary have a table with a unique key on callId.
stored = {}


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        raw_body = self.rfile.read(min(int(self.headers["Content-Length"] or 0), MAX_BODY_BYTES))
        try:
            verify_webhook(raw_body, self.headers["X-Service-Signature"], os.environ.get("WEBHOOK_SECRET"))
        except WebhookError as error:
            print(f"{error.code}: {error}", flush=True)
            return self.answer(error.http_status)

        event = json.loads(raw_body)
        # The same callId may arrive more than once. In SQL: INSERT ... ON CONFLICT (call_id) DO NOTHING.
        is_new = stored.setdefault(event["callId"], event) is event
        # Stored: so answer now. The service waits 10 seconds, then counts the attempt as failed.
        self.answer(204)
        if is_new:
            work(event)

    def answer(self, status):
        self.send_response(status)
        self.end_headers()


def work(event):
    print(f"Call {event['callId']} of line {event['tenantId']}: {event['summary']}", flush=True)


if __name__ == "__main__":
    ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "9100"))), Receiver).serve_forever()
