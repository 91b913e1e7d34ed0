<?php

// Each line has the time and, in base64, header, body and any number of secrets. Prints what the sample returns for it.

declare(strict_types=1);

require $argv[1];

while (($line = fgets(STDIN)) !== false) {
    [$now, $header, $body] = $parts = explode("\t", rtrim($line, "\n"));
    $secrets = array_map('base64_decode', array_slice($parts, 3));
    try {
        verifyWebhook(base64_decode($body), base64_decode($header), $secrets, (int) $now);
        echo "GENUINE\n";
    } catch (WebhookException $e) {
        echo "$e->errorCode\n";
    }
}
