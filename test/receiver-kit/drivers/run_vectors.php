<?php

// Says for each line of base64 secret, header and body and of the time what the sample makes of it.

declare(strict_types=1);

require $argv[1];

while (($line = fgets(STDIN)) !== false) {
    [$secret, $header, $body, $now] = explode("\t", rtrim($line, "\n"));
    try {
        verifyWebhook(base64_decode($body), base64_decode($header), base64_decode($secret), (int) $now);
        echo "GENUINE\n";
    } catch (WebhookException $e) {
        echo "$e->errorCode\n";
    }
}
