<?php

// Each line has the time and, in base64, header, body and any number of secrets. Prints what the sample returns for it.
// A single secret is passed as a list and as text: if the results differ, prints both.

declare(strict_types=1);

require $argv[1];

while (($line = fgets(STDIN)) !== false) {
    [$now, $header, $body] = $parts = explode("\t", rtrim($line, "\n"));
    $secrets = array_map('base64_decode', array_slice($parts, 3));
    $results = [];
    foreach ([$secrets, ...(count($secrets) === 1 ? $secrets : [])] as $form) {
        try {
            verifyWebhook(base64_decode($body), base64_decode($header), $form, (int) $now);
            $results[] = 'GENUINE';
        } catch (WebhookException $e) {
            $results[] = $e->errorCode;
        }
    }
    echo implode(' ', array_unique($results)) . "\n";
}
