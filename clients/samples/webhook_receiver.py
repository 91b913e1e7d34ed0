"""Verifies call.completed deliveries with the standard library only. Python 3.8 or later.

Run it as a receiver: WEBHOOK_SECRET=whsec_... python3 webhook_receiver.py
While you rotate the secret, set the old and the new secret, separated by a comma: WEBHOOK_SECRET=whsec_...,whsec_...
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
ELEMENT = re.compile(r"[ \t]*(t|v1)=([^ \t]*)[ \t]*")
UNIX_SECONDS = re.compile(r"[0-9]{1,12}")
DIGEST = re.compile(r"[0-9a-fA-F]{64}")
MAX_BODY_BYTES = 1_000_000


class WebhookError(Exception):
    """The request failed verification: do not act on it. Respond with http_status: the service retries after a 5xx, but not after a 400."""

    def __init__(self, code, http_status, message):
        super().__init__(message)
        self.code = code
        self.http_status = http_status


def verify_webhook(raw_body, header, secrets, now=None, tolerance_seconds=300):
    """Raises WebhookError unless raw_body was signed recently with one of the secrets. Pass raw_body exactly as received, and one secret or a list."""
    keys = keys_of(secrets)
    if not isinstance(raw_body, bytes):
        raise WebhookError("BODY_NOT_RAW", 500, f"Got {type(raw_body).__name__}; pass the raw body as bytes, not parsed.")
    if not header:
        raise WebhookError("SIGNATURE_MISSING", 400, "X-Service-Signature is missing: the request is not from the service, or a proxy removed the header.")
    t, digests = parse_signature(header)
    if not digests:
        raise WebhookError("SIGNATURE_MALFORMED", 400, "X-Service-Signature does not have the form t=<unix seconds>,v1=<hex>: pass the header unchanged.")

    expected = [hmac.new(key, t.encode() + b"." + raw_body, hashlib.sha256).digest() for key in keys]
    if not any(hmac.compare_digest(one, digest) for one in expected for digest in digests):
        raise WebhookError("SIGNATURE_MISMATCH", 503, "The signature does not match: the secret is wrong, or the body is not exactly as received.")

    age_seconds = (time.time() if now is None else now) - int(t)
    if age_seconds > tolerance_seconds:
        raise WebhookError("TIMESTAMP_TOO_OLD", 503, "The request was signed too long ago: it is a replay, or the clock of this machine is fast. Synchronize the clock by NTP.")
    if age_seconds < -tolerance_seconds:
        raise WebhookError("TIMESTAMP_TOO_NEW", 503, "The request was signed in the future: the clock of this machine is slow. Synchronize the clock by NTP.")


def parse_signature(header):
    """Returns t and every v1, or no v1 if the header is malformed. Ignores other elements, so that the service can add signatures."""
    elements = [element.groups() for element in map(ELEMENT.fullmatch, header.split(",")) if element]
    times = {value for name, value in elements if name == "t"}
    if len(times) != 1 or not all(map(UNIX_SECONDS.fullmatch, times)):
        return "", []
    return times.pop(), [bytes.fromhex(value) for name, value in elements if name == "v1" and DIGEST.fullmatch(value)]


def keys_of(secrets):
    """Returns the raw keys of one secret or of a list. While you rotate the secret, the list has the old and the new secret."""
    secrets = [secrets] if isinstance(secrets, str) else list(secrets or [])
    if not secrets:
        raise WebhookError("SECRET_INVALID", 500, "There is no signing secret. Take signingSecret from the response of PUT /v1/webhooks.")
    keys = []
    for position, secret in enumerate(secrets, 1):
        match = isinstance(secret, str) and SECRET.fullmatch(secret)
        if not match:
            name = "The signing secret" if len(secrets) == 1 else f"Signing secret {position} of {len(secrets)}"
            raise WebhookError("SECRET_INVALID", 500, f"{name} must be whsec_ and pairs of hexadecimal digits. Take signingSecret from the response of PUT /v1/webhooks.")
        keys.append(bytes.fromhex(match[1]))
    return keys


SECRETS = re.split(r"\s*,\s*", os.environ.get("WEBHOOK_SECRET", ""))

# Replace this dictionary with a table that has a unique key on callId.
stored = {}


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        try:
            raw_body = self.raw_body()
        except ValueError as error:
            print(f"The body cannot be read: {error}", flush=True)
            return self.respond(400)
        try:
            verify_webhook(raw_body, self.headers["X-Service-Signature"], SECRETS)
        except WebhookError as error:
            print(f"{error.code}: {error}", flush=True)
            return self.respond(error.http_status)

        event = event_in(raw_body)
        if event is None:
            print("The body is not an event", flush=True)
            return self.respond(400)
        if event["event"] != "call.completed":
            # An event that is newer than this receiver. Accept it: after a 400, the service gives it up.
            print(f"Ignored the event {event['event']}", flush=True)
            return self.respond(204)
        # A callId may arrive twice. In SQL: INSERT ... ON CONFLICT (call_id) DO NOTHING.
        is_new = stored.setdefault(event["callId"], event) is event
        # The call is stored, so respond now: after 10 seconds without a response, the attempt fails.
        self.respond(204)
        if is_new:
            work(event)

    def raw_body(self):
        """Returns the body exactly as received. A proxy may send it in chunks, which http.server does not decode."""
        if self.headers.get("Transfer-Encoding", "").lower() == "chunked":
            return b"".join(self.chunks())
        return self.rfile.read(checked_size(int(self.headers["Content-Length"] or 0)))

    def chunks(self):
        total = 0
        while True:
            size = int(self.rfile.readline(1_000).split(b";")[0], 16)
            total = checked_size(total + size, at_least=total)
            if size == 0:
                break
            yield self.rfile.read(size)
            self.rfile.readline(2)
        while self.rfile.readline(1_000).strip():
            pass  # Trailers, up to an empty line.

    def respond(self, status):
        self.send_response(status)
        self.end_headers()


def event_in(raw_body):
    """Returns the event in a genuine body, or None if the body is not an event."""
    try:
        event = json.loads(raw_body.decode())
    except ValueError:
        return None
    if not isinstance(event, dict):
        return None
    fields = ["event", "tenantId", "callId", "summary"] if event.get("event") == "call.completed" else ["event"]
    return event if all(isinstance(event.get(field), str) for field in fields) else None


def checked_size(size, at_least=0):
    if at_least <= size <= MAX_BODY_BYTES:
        return size
    raise ValueError(f"{size} bytes, at most {MAX_BODY_BYTES} are allowed")


def work(event):
    print(f"Call {event['callId']} of line {event['tenantId']}: {event['summary']}", flush=True)


if __name__ == "__main__":
    ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "9100"))), Receiver).serve_forever()
