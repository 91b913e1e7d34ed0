<?php

/**
 * Verifies call.completed deliveries without packages; PHP 8.1 or later.
 *
 * Run it as a receiver: WEBHOOK_SECRET=whsec_... php -S 127.0.0.1:9100 webhook_receiver.php
 * The raw body is $request->getContent() in Laravel and Symfony.
 */

declare(strict_types=1);

const TOLERANCE_SECONDS = 300;

/** Not a delivery to act on. Answer with httpStatus: the service gives up at a 4xx and tries again after a 5xx. */
final class WebhookException extends RuntimeException
{
    public function __construct(public readonly string $errorCode, public readonly int $httpStatus, string $message)
    {
        parent::__construct($message);
    }
}

/** Returns when $rawBody, exactly the bytes that came, was signed with the secret just now; otherwise throws. */
function verifyWebhook(string $rawBody, ?string $header, ?string $secret, ?int $now = null): void
{
    if (!preg_match('/\Awhsec_((?:[0-9a-fA-F]{2})+)\z/', $secret ?? '', $key)) {
        throw new WebhookException('SECRET_INVALID', 500, 'Set the signingSecret of PUT /v1/webhooks: whsec_ and hexadecimal digits.');
    }
    if ($header === null || $header === '') {
        throw new WebhookException('SIGNATURE_MISSING', 400, 'There is no X-Service-Signature: not from the service, or a proxy removed it.');
    }
    if (!preg_match('/\At=([0-9]{1,12}),v1=([0-9a-fA-F]{64})\z/', $header, $signature)) {
        throw new WebhookException('SIGNATURE_MALFORMED', 400, 'X-Service-Signature is not t=<unix seconds>,v1=<hex>: pass it unchanged.');
    }

    [, $t, $v1] = $signature;
    $expected = hash_hmac('sha256', "$t.$rawBody", hex2bin($key[1]));
    if (!hash_equals($expected, strtolower($v1))) {
        throw new WebhookException('SIGNATURE_MISMATCH', 503, 'Another secret signed this, or the body is not as received: compare both.');
    }

    $ageSeconds = ($now ?? time()) - (int) $t;
    if ($ageSeconds > TOLERANCE_SECONDS) {
        throw new WebhookException('TIMESTAMP_TOO_OLD', 503, 'Signed too long ago: a replay, or this clock is fast; set it by NTP.');
    }
    if ($ageSeconds < -TOLERANCE_SECONDS) {
        throw new WebhookException('TIMESTAMP_TOO_NEW', 503, 'Signed in the future: this clock is slow; set it by NTP.');
    }
}

function receive(): void
{
    // Until all is well: whatever fails below is answered with this, and comes again.
    http_response_code(500);
    $rawBody = file_get_contents('php://input');
    try {
        verifyWebhook($rawBody, $_SERVER['HTTP_X_SERVICE_SIGNATURE'] ?? null, getenv('WEBHOOK_SECRET') ?: null);
    } catch (WebhookException $e) {
        error_log("$e->errorCode: {$e->getMessage()}");
        http_response_code($e->httpStatus);
        return;
    }
    $event = json_decode($rawBody, true);
    $isNew = store($event);
    // Stored: so answer now. The service waits 10 seconds, then counts the attempt as failed.
    http_response_code(204);
    if (function_exists('fastcgi_finish_request')) {
        fastcgi_finish_request();
    }
    if ($isNew) {
        work($event);
    }
}

/**
 * Whether the call is new: the same callId may arrive more than once. In place of this folder, where a file can be made
 * once, have a table: INSERT ... ON CONFLICT (call_id) DO NOTHING.
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
    // Part of it may have been written: without the file the call is new when it comes again.
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
