<?php

/**
 * Verifies call.completed deliveries without packages. PHP 8.1 or later.
 *
 * Run it as a receiver: WEBHOOK_SECRET=whsec_... php -S 127.0.0.1:9100 webhook_receiver.php
 * While you rotate the secret, set the old and the new secret, separated by a comma: WEBHOOK_SECRET=whsec_...,whsec_...
 * The raw body is $request->getContent() in Laravel and Symfony.
 */

declare(strict_types=1);

const TOLERANCE_SECONDS = 300;

/** The request failed verification: do not act on it. Respond with httpStatus: the service retries after a 5xx, but not after a 400. */
final class WebhookException extends RuntimeException
{
    public function __construct(public readonly string $errorCode, public readonly int $httpStatus, string $message)
    {
        parent::__construct($message);
    }
}

/** Throws an exception unless $rawBody was signed recently with one of the secrets. Pass $rawBody exactly as received, and one secret or a list. */
function verifyWebhook(string $rawBody, ?string $header, string|array $secrets, ?int $now = null): void
{
    $keys = keysOf((array) $secrets);
    if ($header === null || $header === '') {
        throw new WebhookException('SIGNATURE_MISSING', 400, 'X-Service-Signature is missing: the request is not from the service, or a proxy removed the header.');
    }
    [$t, $digests] = parseSignature($header);
    if ($digests === []) {
        throw new WebhookException('SIGNATURE_MALFORMED', 400, 'X-Service-Signature does not have the form t=<unix seconds>,v1=<hex>: pass the header unchanged.');
    }

    $isSignedWith = function (string $key) use ($t, $rawBody, $digests): bool {
        $expected = hash_hmac('sha256', "$t.$rawBody", $key);
        return array_filter($digests, fn (string $digest) => hash_equals($expected, $digest)) !== [];
    };
    if (array_filter($keys, $isSignedWith) === []) {
        throw new WebhookException('SIGNATURE_MISMATCH', 503, 'The signature does not match: the secret is wrong, or the body is not exactly as received.');
    }

    $ageSeconds = ($now ?? time()) - (int) $t;
    if ($ageSeconds > TOLERANCE_SECONDS) {
        throw new WebhookException('TIMESTAMP_TOO_OLD', 503, 'The request was signed too long ago: it is a replay, or the clock of this machine is fast. Synchronize the clock by NTP.');
    }
    if ($ageSeconds < -TOLERANCE_SECONDS) {
        throw new WebhookException('TIMESTAMP_TOO_NEW', 503, 'The request was signed in the future: the clock of this machine is slow. Synchronize the clock by NTP.');
    }
}

/** Returns t and every v1, or no v1 if the header is malformed. Ignores other elements, so that the service can add signatures. */
function parseSignature(string $header): array
{
    $values = ['t' => [], 'v1' => []];
    foreach (explode(',', $header) as $element) {
        if (preg_match('/\A[ \t]*(t|v1)=([^ \t]*)[ \t]*\z/', $element, $match)) {
            $values[$match[1]][] = $match[2];
        }
    }
    $t = $values['t'][0] ?? '';
    if (!preg_match('/\A[0-9]{1,12}\z/', $t) || array_diff($values['t'], [$t]) !== []) {
        return ['', []];
    }
    return [$t, array_map('strtolower', preg_grep('/\A[0-9a-fA-F]{64}\z/', $values['v1']))];
}

/** Returns the raw keys of a list of secrets. While you rotate the secret, the list has the old and the new secret. */
function keysOf(array $secrets): array
{
    $take = 'Take signingSecret from the response of PUT /v1/webhooks.';
    if ($secrets === []) {
        throw new WebhookException('SECRET_INVALID', 500, "There is no signing secret. $take");
    }
    $keys = [];
    foreach ($secrets as $secret) {
        if (!preg_match('/\Awhsec_((?:[0-9a-fA-F]{2})+)\z/', $secret, $match)) {
            $name = count($secrets) === 1 ? 'The signing secret' : sprintf('Signing secret %d of %d', count($keys) + 1, count($secrets));
            throw new WebhookException('SECRET_INVALID', 500, "$name must be whsec_ and pairs of hexadecimal digits. $take");
        }
        $keys[] = hex2bin($match[1]);
    }
    return $keys;
}

function receive(): void
{
    // If anything below fails, the response is 500 and the service retries.
    http_response_code(500);
    $rawBody = file_get_contents('php://input');
    try {
        verifyWebhook($rawBody, $_SERVER['HTTP_X_SERVICE_SIGNATURE'] ?? null, preg_split('/\s*,\s*/', (string) getenv('WEBHOOK_SECRET')));
    } catch (WebhookException $e) {
        error_log("$e->errorCode: {$e->getMessage()}");
        http_response_code($e->httpStatus);
        return;
    }
    $event = json_decode($rawBody, true);
    if (!isEvent($event)) {
        error_log('The body is not an event');
        http_response_code(400);
        return;
    }
    if ($event['event'] !== 'call.completed') {
        // An event that is newer than this receiver. Accept it: after a 400, the service gives it up.
        error_log("Ignored the event {$event['event']}");
        http_response_code(204);
        return;
    }
    $isNew = store($event);
    // The call is stored, so respond now: after 10 seconds without a response, the attempt fails.
    http_response_code(204);
    if (function_exists('fastcgi_finish_request')) {
        fastcgi_finish_request();
    }
    if ($isNew) {
        work($event);
    }
}

function isEvent(mixed $body): bool
{
    $fields = ($body['event'] ?? null) === 'call.completed' ? ['event', 'tenantId', 'callId', 'summary'] : ['event'];
    foreach ($fields as $field) {
        if (!is_string($body[$field] ?? null)) {
            return false;
        }
    }
    return true;
}

/**
 * Stores a call once, because a callId may arrive twice. Returns whether the call is new. This folder has one file for
 * each call. Replace the folder with a table: INSERT ... ON CONFLICT (call_id) DO NOTHING.
 */
function store(array $event): bool
{
    $folder = getenv('STORE') ?: sys_get_temp_dir() . '/calls';
    if (!is_dir($folder)) {
        @mkdir($folder, 0700, true);
    }
    $text = json_encode($event, JSON_THROW_ON_ERROR);
    $path = "$folder/" . hash('sha256', $event['callId']);
    $file = @fopen($path, 'x');
    if ($file === false && !file_exists($path)) {
        throw new RuntimeException("Cannot write $path");
    }
    if ($file === false) {
        return false;
    }
    // The file may be incomplete. Delete the file, so that the call counts as new when the service sends it again.
    if (@fwrite($file, $text) !== strlen($text) || !fclose($file)) {
        unlink($path);
        throw new RuntimeException("Cannot write $path");
    }
    return true;
}

function work(array $event): void
{
    error_log("Call {$event['callId']} of line {$event['tenantId']}: {$event['summary']}");
}

if (PHP_SAPI !== 'cli') {
    receive();
}
