/** Generated from openapi.json by `npm run generate`. */

export interface paths {
    "/v1/whoami": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read your account
         * @description Returns the account that the key belongs to, and the scopes of the key. Use this endpoint to check that a key works.
         *
         *     No scope is needed.
         */
        get: operations["whoami"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tenants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List lines
         * @description Returns your lines in pages, without terminated lines.
         *
         *     Scope: `tenants`.
         */
        get: operations["listTenants"];
        put?: never;
        /**
         * Create a line
         * @description Creates a line. The new line is active and has no phone number. A number is connected separately, outside this API. Send an `Idempotency-Key`, so that you can safely retry if you get no response.
         *
         *     Scope: `tenants`.
         */
        post: operations["createTenant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tenants/{customerId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a line
         * @description Returns a line with its number, integrations and plan.
         *
         *     Scope: `tenants`.
         */
        get: operations["getTenant"];
        put?: never;
        post?: never;
        /**
         * Terminate a line
         * @description Terminates a line. You cannot undo this. Afterwards, you cannot list or read the line. It no longer counts against your quota, and you can use its `externalId` again.
         *
         *     If a phone number is attached, the line stays active and the API returns 502: ask support to release the number first. If you get no response, retry. If the retry returns 409 `ALREADY_TERMINATED`, or 403 because you can no longer access the line, the line is terminated.
         *
         *     Scope: `tenants`.
         */
        delete: operations["terminateTenant"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tenants/{customerId}/agent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read agent settings
         * @description Returns the agent settings that have been set. The persona begins with a fixed sentence, which tells the agent that it is on a live phone call.
         *
         *     Scope: `config`.
         */
        get: operations["getAgent"];
        /**
         * Change agent settings
         * @description Changes only the fields that you send, and replaces each of these fields as a whole. A change can take up to 5 minutes to reach new calls.
         *
         *     Scope: `config`.
         */
        put: operations["updateAgent"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tenants/{customerId}/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List finished calls
         * @description Returns the finished calls of a line in pages, newest first.
         *
         *     Scope: `calls`.
         */
        get: operations["listCalls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the webhook
         * @description Returns the registered webhook, with only the last four characters of the signing secret.
         *
         *     Scope: `webhooks`.
         */
        get: operations["getWebhook"];
        /**
         * Register the webhook
         * @description Registers your webhook. An account has one webhook, so this request replaces the webhook that you registered before. Only the response to this request shows the whole signing secret.
         *
         *     If support has issued a new signing secret, your next valid PUT returns the new secret, and from then on the service signs deliveries with it. Until then, the service signs deliveries with the old secret. If you get no response, send the PUT again: it returns the same secret. During the change, let your receiver accept both secrets.
         *
         *     Scope: `webhooks`.
         */
        put: operations["putWebhook"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "call.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A call has ended
         * @description The service sends this request to your registered URL when the summary of a call is final.
         *
         *     - **Respond with 2xx within 10 seconds.** The service ignores the body of your response. Store the event first, then respond, then process the event.
         *     - **The event of a call can arrive more than once.** Use `callId` to recognize duplicates.
         *     - **The service makes at most 8 attempts.** It retries after 5xx, 408, 429, a redirect, a timeout, a failed connection or an invalid response, and waits 1, 2, 4, 8, 16, 32 and 60 minutes between the attempts. Any other 4xx ends the delivery.
         *     - **Verify the signature.** Split `X-Service-Signature` into `t` and `v1`. Remove `whsec_` from the signing secret and hex-decode the rest to get the key. With this key, compute the HMAC-SHA256 of `<t>.<raw body>`. Hex-encode the result and compare it with `v1` in constant time. Reject the request if `t` is more than 5 minutes before or after the current time. Use the bytes of the body exactly as received: if you parse the body and serialize it again, the signature may no longer match. Or let a library of Standard Webhooks verify the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`, with the signing secret as it is.
         */
        post: operations["receiveCallCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /**
         * @description The account that the key belongs to, and the scopes of the key.
         * @example {
         *       "partnerId": "pt_01JD3YPZX4G6V8H0W2K4M6N8P0",
         *       "name": "Acme",
         *       "scopes": [
         *         "tenants",
         *         "config",
         *         "calls",
         *         "webhooks"
         *       ],
         *       "keyPrefix": "svc_partner_3f9a1c2e"
         *     }
         */
        Partner: {
            /** @description Unique identifier of your account. */
            partnerId: string;
            /** @description Display name of your account. */
            name: string;
            /** @description The scopes of the key: which endpoints you can use with the key. */
            scopes: ("tenants" | "config" | "calls" | "webhooks")[];
            /** @description The first characters of the key that you used. The API never shows the full key. */
            keyPrefix: string;
        };
        /**
         * @description The webhook to register. It replaces your current webhook.
         * @example {
         *       "url": "https://hooks.example.com/calls",
         *       "events": [
         *         "call.completed"
         *       ]
         *     }
         */
        WebhookRegistration: {
            /**
             * Format: uri
             * @description An https URL without a user name or password. Its host name must resolve only to public IP addresses. The host needs an IPv4 address: deliveries do not reach a host that has only IPv6 addresses. The service sends no request to the URL when you register it. In a sandbox, use a URL on your machine, such as `http://127.0.0.1:9100/hook`.
             *
             *     The service stores the URL in ASCII, with percent-encoding and punycode. The limit of 2048 characters applies both to the URL as you send it and to the URL as stored.
             */
            url: string;
            /** @description The events to receive. If you leave out this field, the URL receives every event. */
            events?: components["schemas"]["EventName"][];
        };
        /**
         * @description The webhook with its signing secret. Only the response to PUT /v1/webhooks shows the whole secret.
         * @example {
         *       "url": "https://hooks.example.com/calls",
         *       "events": [
         *         "call.completed"
         *       ],
         *       "createdAt": "2026-11-21T09:31:00.000Z",
         *       "updatedAt": "2026-11-21T09:31:00.000Z",
         *       "signingSecret": "whsec_6b3f09d26b3f09d26b3f09d26b3f09d26b3f09d26b3f09d26b3f09d26b3f09d2"
         *     }
         */
        RegisteredWebhook: {
            /**
             * Format: uri
             * @description The URL that receives events.
             */
            url: string;
            /** @description The events that the URL receives. */
            events: components["schemas"]["EventName"][];
            /**
             * Format: date-time
             * @description When you first registered a webhook.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When you last registered or replaced the webhook.
             */
            updatedAt: string;
            /** @description The secret with which the service signs deliveries from now on. Store it. */
            signingSecret: string;
        };
        /**
         * @description The registered webhook.
         * @example {
         *       "url": "https://hooks.example.com/calls",
         *       "events": [
         *         "call.completed"
         *       ],
         *       "createdAt": "2026-11-21T09:31:00.000Z",
         *       "updatedAt": "2026-11-21T09:31:00.000Z",
         *       "signingSecretHint": "09d2"
         *     }
         */
        Webhook: {
            /**
             * Format: uri
             * @description The URL that receives events.
             */
            url: string;
            /** @description The events that the URL receives. */
            events: components["schemas"]["EventName"][];
            /**
             * Format: date-time
             * @description When you first registered a webhook.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When you last registered or replaced the webhook.
             */
            updatedAt: string;
            /** @description The last four characters of the secret with which the service signs deliveries. */
            signingSecretHint: string;
        };
        /**
         * @description The line to create. The new line is active and has no phone number.
         * @example {
         *       "name": "Corner Cafe",
         *       "region": "ca",
         *       "externalId": "cafe-1",
         *       "agent": {
         *         "persona": "You are friendly and brief.",
         *         "greeting": "Corner Cafe, hello!",
         *         "tone": [
         *           "warm",
         *           "brief"
         *         ],
         *         "businessHours": {
         *           "mode": "custom",
         *           "timezone": "America/Toronto",
         *           "schedule": {
         *             "mon": {
         *               "enabled": true,
         *               "open": "09:00",
         *               "close": "18:00"
         *             },
         *             "sat": {
         *               "enabled": false
         *             }
         *           }
         *         },
         *         "transfer": {
         *           "type": "take_message",
         *           "message": "We will call you back."
         *         },
         *         "summaryRecipients": [
         *           {
         *             "email": "owner@example.com",
         *             "keywords": [
         *               "refund"
         *             ]
         *           }
         *         ]
         *       }
         *     }
         */
        CreateLine: {
            /** @description Display name of the business, not blank. Its length is counted in Unicode code points. */
            name: string;
            /**
             * @description Region of the line. You cannot change it later.
             * @enum {string}
             */
            region: "kr" | "ca";
            /** @description Your own identifier for the line. It must be unique among your lines, except lines whose termination is complete. */
            externalId: string;
            /** @description The initial agent settings of the line. */
            agent?: components["schemas"]["AgentSettingsPatch"];
        };
        /**
         * @description A line, as returned when you list lines or create one.
         * @example {
         *       "tenantId": "tn_01JD3YQ4V6H8W2K5M7N9P0R1ST",
         *       "name": "Corner Cafe",
         *       "region": "ca",
         *       "status": "active",
         *       "externalId": "cafe-1",
         *       "createdAt": "2026-11-21T09:30:00.000Z"
         *     }
         */
        Line: {
            /** @description Identifier of the line. Use it as `customerId` in paths. Each event contains it. */
            tenantId: string;
            /** @description Display name of the business. */
            name: string;
            /** @description Region of the line. It decides the language of the line: Korean for `kr`, English for `ca`. */
            region: ("kr" | "ca") | null;
            /**
             * @description Status of the line. A terminated line stays terminated. It is not in lists. A request for it returns 403. Until its termination is complete, a change of its agent and a DELETE return 409.
             * @enum {string}
             */
            status: "active" | "terminated";
            /** @description Your own identifier for the line. */
            externalId: string | null;
            /** @description When the line was created. */
            createdAt: string | null;
        };
        /**
         * @description A line with its number, integrations and plan.
         * @example {
         *       "tenantId": "tn_01JD3YQ4V6H8W2K5M7N9P0R1ST",
         *       "name": "Corner Cafe",
         *       "region": "ca",
         *       "status": "active",
         *       "externalId": "cafe-1",
         *       "createdAt": "2026-11-21T09:30:00.000Z",
         *       "number": "+15551234567",
         *       "integrations": {
         *         "providerA": {
         *           "connected": true
         *         }
         *       },
         *       "plan": {
         *         "tier": "pro",
         *         "status": "active"
         *       }
         *     }
         */
        LineDetail: {
            /** @description Identifier of the line. Use it as `customerId` in paths. Each event contains it. */
            tenantId: string;
            /** @description Display name of the business. */
            name: string;
            /** @description Region of the line. It decides the language of the line: Korean for `kr`, English for `ca`. */
            region: ("kr" | "ca") | null;
            /**
             * @description Status of the line. A terminated line stays terminated. It is not in lists. A request for it returns 403. Until its termination is complete, a change of its agent and a DELETE return 409.
             * @enum {string}
             */
            status: "active" | "terminated";
            /** @description Your own identifier for the line. */
            externalId: string | null;
            /** @description When the line was created. */
            createdAt: string | null;
            /** @description The phone number that the line serves now, or null if no number is connected. You cannot connect a number through this API. */
            number: string | null;
            /** @description The store integrations of the line, by provider. */
            integrations: components["schemas"]["Integrations"];
            /** @description The plan of the line, or null if the line has no plan. */
            plan: components["schemas"]["Plan"] | null;
        };
        /**
         * @description The store integrations of the line. A provider that was never set is absent.
         * @example {
         *       "providerA": {
         *         "connected": true
         *       }
         *     }
         */
        Integrations: {
            /** @description The integration with store platform A. Absent if it was never set. */
            providerA?: components["schemas"]["Integration"];
            /** @description The integration with store platform B. Absent if it was never set. */
            providerB?: components["schemas"]["Integration"];
        };
        /**
         * @description Status of one store integration.
         * @example {
         *       "connected": true
         *     }
         */
        Integration: {
            /** @description Whether the store is connected. */
            connected?: boolean;
        };
        /**
         * @description The line's plan: its tier and status, as our operators set them.
         * @example {
         *       "tier": "pro",
         *       "status": "active"
         *     }
         */
        Plan: {
            /** @description Tier of the plan, such as `pro`. */
            tier?: string | null;
            /** @description Status of the plan, such as `active`. */
            status?: string | null;
        };
        /**
         * @description One page of your lines that are not terminated.
         * @example {
         *       "tenants": [
         *         {
         *           "tenantId": "tn_01JD3YQ4V6H8W2K5M7N9P0R1ST",
         *           "name": "Corner Cafe",
         *           "region": "ca",
         *           "status": "active",
         *           "externalId": "cafe-1",
         *           "createdAt": "2026-11-21T09:30:00.000Z"
         *         }
         *       ],
         *       "nextCursor": null
         *     }
         */
        LinePage: {
            /** @description The lines on this page. */
            tenants: components["schemas"]["Line"][];
            /** @description To read the next page, pass this value as `cursor`. On the last page, this value is null. */
            nextCursor: string | null;
        };
        /**
         * @description Why you terminate the line, and whether to delete its agent settings and integrations.
         * @example {
         *       "reason": "The shop has closed",
         *       "purge": true
         *     }
         */
        TerminateLine: {
            /** @description Why you terminate the line. The service stores the reason. Its length is counted in Unicode code points. */
            reason?: string;
            /** @description Whether to also delete the agent settings and the integrations of the line. By default, the service keeps them. */
            purge?: boolean;
        };
        /**
         * @description When the line was terminated, and whether it had had a phone number.
         * @example {
         *       "status": "terminated",
         *       "numberReclaimed": false,
         *       "terminatedAt": "2026-11-21T10:00:00.000Z"
         *     }
         */
        Termination: {
            /**
             * @description Always `terminated`.
             * @constant
             */
            status: "terminated";
            /** @description Whether the line had a phone number that was released before the termination. */
            numberReclaimed: boolean;
            /**
             * Format: date-time
             * @description When the line was terminated.
             */
            terminatedAt: string;
        };
        /**
         * @description The agent settings to change. The service changes only the fields that you send, and replaces each of these fields as a whole.
         * @example {
         *       "persona": "You are friendly and brief.",
         *       "greeting": "Corner Cafe, hello!",
         *       "tone": [
         *         "warm",
         *         "brief"
         *       ],
         *       "businessHours": {
         *         "mode": "custom",
         *         "timezone": "America/Toronto",
         *         "schedule": {
         *           "mon": {
         *             "enabled": true,
         *             "open": "09:00",
         *             "close": "18:00"
         *           },
         *           "sat": {
         *             "enabled": false
         *           }
         *         }
         *       },
         *       "transfer": {
         *         "type": "take_message",
         *         "message": "We will call you back."
         *       },
         *       "summaryRecipients": [
         *         {
         *           "email": "owner@example.com",
         *           "keywords": [
         *             "refund"
         *           ]
         *         }
         *       ]
         *     }
         */
        AgentSettingsPatch: {
            /**
             * @description Instructions for the agent. They must not be blank, and must not contain code-like notation or names of internal features. The limit is 8000 Unicode code points. The service counts the text as sent and after Unicode normalization to NFC, and uses the smaller number.
             *
             *     In responses, the service puts a fixed sentence before the persona. You can send the persona back with this sentence: the service removes the sentence first, so it does not count towards the limit and never appears twice. The service recognizes the sentence even if an editor has changed its Unicode normal form, spaces or line endings.
             */
            persona?: string;
            /** @description The first words of the agent. */
            greeting?: string;
            /** @description Words that describe how the agent speaks. */
            tone?: string[];
            /** @description When the business is open. `null` means not set. */
            businessHours?: components["schemas"]["BusinessHours"] | null;
            /** @description How the agent transfers calls. `null` means not set. */
            transfer?: components["schemas"]["Transfer"] | null;
            /** @description Who receives call summaries. If you send this field, it needs at least one recipient. */
            summaryRecipients?: components["schemas"]["SummaryRecipient"][];
        };
        /**
         * @description All agent settings that have been set.
         * @example {
         *       "persona": "You are on a live phone call with a customer who is calling the business.\n\nYou are friendly and brief.",
         *       "greeting": "Corner Cafe, hello!",
         *       "tone": [
         *         "warm",
         *         "brief"
         *       ],
         *       "businessHours": {
         *         "mode": "custom",
         *         "timezone": "America/Toronto",
         *         "schedule": {
         *           "mon": {
         *             "enabled": true,
         *             "open": "09:00",
         *             "close": "18:00"
         *           },
         *           "sat": {
         *             "enabled": false
         *           }
         *         }
         *       },
         *       "transfer": {
         *         "type": "take_message",
         *         "message": "We will call you back."
         *       },
         *       "summaryRecipients": [
         *         {
         *           "email": "owner@example.com",
         *           "keywords": [
         *             "refund"
         *           ]
         *         }
         *       ]
         *     }
         */
        AgentSettings: {
            /** @description The persona. It begins with a fixed sentence that the service adds, to tell the agent that it is on a live phone call. */
            persona?: string;
            /** @description The first words of the agent. */
            greeting?: string;
            /** @description Words that describe how the agent speaks. */
            tone?: string[];
            /** @description When the business is open. `null` means not set. */
            businessHours?: components["schemas"]["BusinessHours"] | null;
            /** @description How the agent transfers calls. `null` means not set. */
            transfer?: components["schemas"]["Transfer"] | null;
            /** @description Who receives call summaries. */
            summaryRecipients?: components["schemas"]["SummaryRecipient"][];
        };
        /**
         * @description When the business is open.
         * @example {
         *       "mode": "custom",
         *       "timezone": "America/Toronto",
         *       "schedule": {
         *         "mon": {
         *           "enabled": true,
         *           "open": "09:00",
         *           "close": "18:00"
         *         },
         *         "sat": {
         *           "enabled": false
         *         }
         *       }
         *     }
         */
        BusinessHours: {
            /**
             * @description `24/7` means always open. `custom` means open at the times in `schedule`.
             * @enum {string}
             */
            mode: "24/7" | "custom";
            /**
             * @description An IANA time zone name, in upper or lower case. Responses use IANA's own spelling. The API rejects offsets such as `+09:00`.
             * @example Asia/Seoul
             * @example America/Toronto
             */
            timezone?: string;
            /** @description Opening hours for each day of the week. */
            schedule?: components["schemas"]["Schedule"];
        };
        /**
         * @description Opening hours for each day of the week. The API rejects any property other than `mon` to `sun`.
         * @example {
         *       "mon": {
         *         "enabled": true,
         *         "open": "09:00",
         *         "close": "18:00"
         *       }
         *     }
         */
        Schedule: {
            /** @description Monday */
            mon?: components["schemas"]["ScheduleDay"];
            /** @description Tuesday */
            tue?: components["schemas"]["ScheduleDay"];
            /** @description Wednesday */
            wed?: components["schemas"]["ScheduleDay"];
            /** @description Thursday */
            thu?: components["schemas"]["ScheduleDay"];
            /** @description Friday */
            fri?: components["schemas"]["ScheduleDay"];
            /** @description Saturday */
            sat?: components["schemas"]["ScheduleDay"];
            /** @description Sunday */
            sun?: components["schemas"]["ScheduleDay"];
        };
        /**
         * @description Opening hours on one day. An enabled day needs `open` and `close`.
         * @example {
         *       "enabled": true,
         *       "open": "09:00",
         *       "close": "18:00"
         *     }
         */
        ScheduleDay: {
            /** @description Whether the business opens on this day. */
            enabled: boolean;
            /** @description Opening time, as `HH:MM` in 24-hour time. */
            open?: string;
            /** @description Closing time, as `HH:MM` in 24-hour time. If `close` is before `open`, the business closes after midnight. */
            close?: string;
        };
        /**
         * @description How the agent transfers calls.
         * @example {
         *       "type": "take_message",
         *       "message": "We will call you back."
         *     }
         */
        Transfer: {
            /**
             * @description Whether the agent takes a message, gives a standard response, or transfers to a person.
             * @enum {string}
             */
            type: "take_message" | "standard_response" | "transfer_human";
            /** @description The message that belongs to `type`. */
            message?: string;
        };
        /**
         * @description A person who receives call summaries.
         * @example {
         *       "email": "owner@example.com",
         *       "keywords": [
         *         "refund"
         *       ]
         *     }
         */
        SummaryRecipient: {
            /** @description One email address, without a display name. */
            email: string;
            /** @description The service returns these keywords unchanged, and does not use them. */
            keywords?: string[];
        };
        /**
         * @description Summary of a finished call. The API provides no transcripts and no recordings.
         * @example {
         *       "callId": "call_01JD3Z0B6N8Q2R4S6T8V0W2X4Y",
         *       "startedAt": "2026-11-21T09:45:12.345Z",
         *       "title": "Table for two",
         *       "summary": "Wants a table for two at seven.",
         *       "durationSecs": 61,
         *       "callType": "phone",
         *       "callerNumber": "****4567",
         *       "transferred": false,
         *       "transferTo": null,
         *       "resolution": "Booked",
         *       "sentiment": "positive",
         *       "topics": [
         *         "booking"
         *       ]
         *     }
         */
        Call: {
            /** @description Identifier of the call (session). The event `call.completed` has the same identifier. */
            callId: string;
            /** @description When the summary was stored, after the end of the call. It is not the time at which the call began. */
            startedAt: string | null;
            /** @description A short title of what the call was about. */
            title?: string | null;
            /** @description What the call was about. The summary may contain personal data that was mentioned in the call. */
            summary: string | null;
            /** @description Length of the call in seconds. */
            durationSecs?: number | null;
            /** @description How the caller reached the line. */
            callType?: ("phone" | "web") | null;
            /** @description The number of the caller, masked: at most the last 4 digits are shown. */
            callerNumber?: string | null;
            /** @description Whether the call was transferred. */
            transferred?: boolean;
            /** @description Where the call was transferred to. */
            transferTo?: string | null;
            /** @description How the call ended. Null if this is not known. */
            resolution?: ("Resolved" | "Booked" | "Escalated") | null;
            /** @description How the caller felt. */
            sentiment?: ("positive" | "neutral" | "negative") | null;
            /** @description What the caller and the agent talked about. */
            topics?: string[];
        };
        /**
         * @description One page of finished calls, newest first.
         * @example {
         *       "calls": [
         *         {
         *           "callId": "call_01JD3Z0B6N8Q2R4S6T8V0W2X4Y",
         *           "startedAt": "2026-11-21T09:45:12.345Z",
         *           "title": "Table for two",
         *           "summary": "Wants a table for two at seven.",
         *           "durationSecs": 61,
         *           "callType": "phone",
         *           "callerNumber": "****4567",
         *           "transferred": false,
         *           "transferTo": null,
         *           "resolution": "Booked",
         *           "sentiment": "positive",
         *           "topics": [
         *             "booking"
         *           ]
         *         }
         *       ],
         *       "nextCursor": "q9s0cZJ0d4wBvX6n2k8m5r1yT3uQhEoAaLxWfPzGbKjVtC7e"
         *     }
         */
        CallPage: {
            /** @description The calls on this page. */
            calls: components["schemas"]["Call"][];
            /** @description To read the next page, pass this value as `cursor`. On the last page, this value is null. */
            nextCursor: string | null;
        };
        /**
         * @description A call has ended and its summary is final. The event has no fields for phone numbers, transcripts or recording URLs.
         * @example {
         *       "event": "call.completed",
         *       "tenantId": "tn_01JD3YQ4V6H8W2K5M7N9P0R1ST",
         *       "callId": "call_01JD3Z0B6N8Q2R4S6T8V0W2X4Y",
         *       "occurredAt": "2026-11-21T09:45:10.000Z",
         *       "summary": "Wants a table for two at seven.",
         *       "resolution": "Booked",
         *       "recordingAvailable": true
         *     }
         */
        CallCompleted: {
            /**
             * @description At present always `call.completed`. If you get another event, respond with 2xx and ignore it.
             * @constant
             */
            event: "call.completed";
            /** @description The line of the call. One webhook receives the events of all your lines, so use this field to see which line an event belongs to. */
            tenantId: string;
            /** @description Identifier of the call. The list of calls has the same identifier. The event of a call can arrive twice: use this field to recognize duplicates. */
            callId: string;
            /**
             * Format: date-time
             * @description When the call ended, or when the summary was stored if the end is not known.
             */
            occurredAt: string;
            /** @description What the call was about. The summary may contain personal data that was mentioned in the call. */
            summary: string;
            /** @description How the call ended. Null if this is not known. */
            resolution: ("Resolved" | "Booked" | "Escalated") | null;
            /** @description Whether a recording is expected to exist: true for phone calls. The API does not provide recordings. */
            recordingAvailable: boolean;
        };
        /**
         * @description The name of an event that a webhook can receive.
         * @enum {string}
         */
        EventName: "call.completed";
        /**
         * @description The code of a failure, for programs to branch on. The catalogue of errors explains each code and says what to do.
         * @enum {string}
         */
        ErrorCode: "EXTERNAL_ID_EXISTS" | "TENANT_QUOTA_EXCEEDED" | "IDEMPOTENCY_KEY_MISMATCH" | "IDEMPOTENCY_IN_PROGRESS" | "ALREADY_TERMINATED" | "CARRIER_RELEASE_FAILED" | "TENANT_TERMINATED" | "TENANT_REGION_UNRESOLVED" | "INVALID_CURSOR" | "SUMMARY_NO_RECIPIENTS" | "SUMMARY_OWNER_LOOKUP_FAILED" | "WEBHOOK_URL_INVALID" | "UNKNOWN_EVENT" | "WEBHOOK_NOT_CONFIGURED" | "persona.empty" | "persona.too_long" | "persona.tool_name" | "persona.tool_signature";
        /** @description The body of a failure. If `code` is present, branch on it. If not, branch on the status. */
        Failure: {
            /** @description A sentence for people. Its wording may change. */
            error: string;
            code?: components["schemas"]["ErrorCode"];
        };
        /** @description The body of a failure without a code. Branch on the status. */
        PlainFailure: {
            /** @description A sentence for people. Its wording may change. */
            error: string;
        };
    };
    responses: {
        /** @description The request is malformed: the API cannot read it, or a value is missing, has the wrong type or is outside its limits. */
        BadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PlainFailure"];
            };
        };
        /** @description The Authorization header is missing or not in Bearer form, or the key is not valid. The response does not say why a key is not valid. */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PlainFailure"];
            };
        };
        /** @description The key lacks the scope named in "error", your account is not active, the firewall of the API blocked the request, or the line is not yours. The API returns the same failure for a line that does not exist, and for a line whose termination is complete. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PlainFailure"];
            };
        };
        /** @description You sent more than 30 requests in 5 minutes from one IP address to one path, or the API got too many requests from this address or altogether. */
        TooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PlainFailure"];
            };
        };
        /** @description The service has a fault. */
        InternalServerError: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PlainFailure"];
            };
        };
        /** @description The service cannot make the change now, because other requests are changing the same record. For PUT /v1/webhooks, there is another possible cause: the service could not look up the host of the URL. */
        ServiceUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PlainFailure"];
            };
        };
        /** @description The service did not finish the request in time, but it may have made the change. */
        GatewayTimeout: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PlainFailure"];
            };
        };
    };
    parameters: {
        /**
         * @description The `tenantId` of the line. For a line that is not yours, the API returns the same failure as for a line that does not exist.
         * @example tn_01JD3YQ4V6H8W2K5M7N9P0R1ST
         */
        CustomerId: string;
        /** @description The largest number of items on the page. */
        Limit: number;
        /** @description The `nextCursor` of the previous page, unchanged. A cursor is valid for 24 hours, and only with the same list, the same `since` and the same API key. Otherwise, the request returns 400 `INVALID_CURSOR`. */
        Cursor: string;
        /**
         * @description A Unix time in milliseconds. The response has only calls whose `startedAt` (when the summary was stored) is at or after this time. If the response has all calls, check the unit: a time in milliseconds has 13 digits, but a time in seconds has 10. Calls can appear in the list slightly out of order. When you poll, begin 60 seconds before the newest call that you have read, and skip the calls whose `callId` you already know.
         * @example 1795219200000
         */
        Since: number;
        /**
         * @description The key makes the request safe to retry. A second request with the same key and the same body returns the first response, and does not create a second line. The service keeps a key for at least 24 hours. If a request fails, you can use its key again. A request with a malformed key returns 400, and the service does not store the key.
         * @example 0f3b8a52-8c0e-4f6e-9d3a-5b1c7e2f4a60
         */
        IdempotencyKey: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Identifier of this request. Quote it when you contact support.
         * @example 6f1c1e0a-3f43-4f0f-9d55-0a3c5f1b7a11
         */
        RequestId: string;
        /** @description Caches must not store this response. */
        CacheControl: "no-store";
        /** @description At most 30 requests (`q`) in 300 seconds (`w`) from one IP address to one path. */
        RateLimitPolicy: "\"default\";q=30;w=300";
        /**
         * @description The number of requests that you can still send in this window (`r`), and the number of seconds until the next window begins (`t`).
         * @example "default";r=29;t=300
         */
        RateLimit: string;
        /**
         * @description How many seconds to wait before you retry.
         * @example 120
         */
        RetryAfter: number;
        /** @description How to authenticate. */
        WwwAuthenticate: "Bearer";
        /** @description Present if an earlier request with the same Idempotency-Key created the line. This response is then a copy of the first response. */
        IdempotentReplayed: "true";
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    whoami: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key is valid. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "partnerId": "pt_01JD3YPZX4G6V8H0W2K4M6N8P0",
                     *       "name": "Acme",
                     *       "scopes": [
                     *         "tenants",
                     *         "config",
                     *         "calls",
                     *         "webhooks"
                     *       ],
                     *       "keyPrefix": "svc_partner_3f9a1c2e"
                     *     }
                     */
                    "application/json": components["schemas"]["Partner"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listTenants: {
        parameters: {
            query?: {
                /** @description The largest number of items on the page. */
                limit?: components["parameters"]["Limit"];
                /** @description The `nextCursor` of the previous page, unchanged. A cursor is valid for 24 hours, and only with the same list, the same `since` and the same API key. Otherwise, the request returns 400 `INVALID_CURSOR`. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of lines. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "tenants": [
                     *         {
                     *           "tenantId": "tn_01JD3YQ4V6H8W2K5M7N9P0R1ST",
                     *           "name": "Corner Cafe",
                     *           "region": "ca",
                     *           "status": "active",
                     *           "externalId": "cafe-1",
                     *           "createdAt": "2026-11-21T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["LinePage"];
                };
            };
            /**
             * @description The request is malformed: the API cannot read it, or a value is missing, has the wrong type or is outside its limits.
             *
             *     `INVALID_CURSOR`: The cursor is damaged, is more than 24 hours old, or belongs to another list, another "since" or another API key.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {unknown} */
                        code?: "INVALID_CURSOR";
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    createTenant: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The key makes the request safe to retry. A second request with the same key and the same body returns the first response, and does not create a second line. The service keeps a key for at least 24 hours. If a request fails, you can use its key again. A request with a malformed key returns 400, and the service does not store the key.
                 * @example 0f3b8a52-8c0e-4f6e-9d3a-5b1c7e2f4a60
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The line to create. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Corner Cafe",
                 *       "region": "ca",
                 *       "externalId": "cafe-1",
                 *       "agent": {
                 *         "persona": "You are friendly and brief.",
                 *         "greeting": "Corner Cafe, hello!",
                 *         "tone": [
                 *           "warm",
                 *           "brief"
                 *         ],
                 *         "businessHours": {
                 *           "mode": "custom",
                 *           "timezone": "America/Toronto",
                 *           "schedule": {
                 *             "mon": {
                 *               "enabled": true,
                 *               "open": "09:00",
                 *               "close": "18:00"
                 *             },
                 *             "sat": {
                 *               "enabled": false
                 *             }
                 *           }
                 *         },
                 *         "transfer": {
                 *           "type": "take_message",
                 *           "message": "We will call you back."
                 *         },
                 *         "summaryRecipients": [
                 *           {
                 *             "email": "owner@example.com",
                 *             "keywords": [
                 *               "refund"
                 *             ]
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CreateLine"];
            };
        };
        responses: {
            /** @description The line was created, by this request or by an earlier request with the same `Idempotency-Key`. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "tenantId": "tn_01JD3YQ4V6H8W2K5M7N9P0R1ST",
                     *       "name": "Corner Cafe",
                     *       "region": "ca",
                     *       "status": "active",
                     *       "externalId": "cafe-1",
                     *       "createdAt": "2026-11-21T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Line"];
                };
            };
            /**
             * @description The request is malformed: the API cannot read it, or a value is missing, has the wrong type or is outside its limits.
             *
             *     `SUMMARY_NO_RECIPIENTS`: The list "summaryRecipients" is empty.
             *
             *     `persona.empty`: The persona is blank, or contains only the sentence that the service puts before every persona.
             *
             *     `persona.too_long`: The persona has more than 8000 characters, both as sent and after Unicode normalization to NFC. The sentence that the service puts before the persona does not count.
             *
             *     `persona.tool_name`: The persona contains the name of an internal feature, such as transfer_call.
             *
             *     `persona.tool_signature`: The persona contains notation that looks like code: a function call such as bookTable(guests), {{, three backticks, or => between code tokens.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {unknown} */
                        code?: "SUMMARY_NO_RECIPIENTS" | "persona.empty" | "persona.too_long" | "persona.tool_name" | "persona.tool_signature";
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description `TENANT_QUOTA_EXCEEDED`: Your account has at least as many lines as its quota allows. Terminated lines do not count. */
            402: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {unknown} */
                        code: "TENANT_QUOTA_EXCEEDED";
                    };
                };
            };
            403: components["responses"]["Forbidden"];
            /**
             * @description `EXTERNAL_ID_EXISTS`: Another line of yours already has this externalId. That line is active, or its termination is not complete.
             *
             *     `IDEMPOTENCY_KEY_MISMATCH`: You already used this Idempotency-Key with a different body. A difference in a field that the API does not know also counts.
             *
             *     `IDEMPOTENCY_IN_PROGRESS`: The first request with this Idempotency-Key is still running.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {unknown} */
                        code: "EXTERNAL_ID_EXISTS" | "IDEMPOTENCY_KEY_MISMATCH" | "IDEMPOTENCY_IN_PROGRESS";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getTenant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `tenantId` of the line. For a line that is not yours, the API returns the same failure as for a line that does not exist.
                 * @example tn_01JD3YQ4V6H8W2K5M7N9P0R1ST
                 */
                customerId: components["parameters"]["CustomerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The line. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "tenantId": "tn_01JD3YQ4V6H8W2K5M7N9P0R1ST",
                     *       "name": "Corner Cafe",
                     *       "region": "ca",
                     *       "status": "active",
                     *       "externalId": "cafe-1",
                     *       "createdAt": "2026-11-21T09:30:00.000Z",
                     *       "number": "+15551234567",
                     *       "integrations": {
                     *         "providerA": {
                     *           "connected": true
                     *         }
                     *       },
                     *       "plan": {
                     *         "tier": "pro",
                     *         "status": "active"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["LineDetail"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    terminateTenant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `tenantId` of the line. For a line that is not yours, the API returns the same failure as for a line that does not exist.
                 * @example tn_01JD3YQ4V6H8W2K5M7N9P0R1ST
                 */
                customerId: components["parameters"]["CustomerId"];
            };
            cookie?: never;
        };
        /** @description Optional details of the termination. */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "reason": "The shop has closed",
                 *       "purge": true
                 *     }
                 */
                "application/json": components["schemas"]["TerminateLine"];
            };
        };
        responses: {
            /** @description The line is terminated. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "terminated",
                     *       "numberReclaimed": false,
                     *       "terminatedAt": "2026-11-21T10:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Termination"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `ALREADY_TERMINATED`: The line was already terminated, but its release was not complete. This request has completed the release. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {unknown} */
                        code: "ALREADY_TERMINATED";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            /** @description `CARRIER_RELEASE_FAILED`: A phone number is still attached to the line. The line stays active. */
            502: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {unknown} */
                        code: "CARRIER_RELEASE_FAILED";
                    };
                };
            };
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `tenantId` of the line. For a line that is not yours, the API returns the same failure as for a line that does not exist.
                 * @example tn_01JD3YQ4V6H8W2K5M7N9P0R1ST
                 */
                customerId: components["parameters"]["CustomerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The agent settings. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "persona": "You are on a live phone call with a customer who is calling the business.\n\nYou are friendly and brief.",
                     *       "greeting": "Corner Cafe, hello!",
                     *       "tone": [
                     *         "warm",
                     *         "brief"
                     *       ],
                     *       "businessHours": {
                     *         "mode": "custom",
                     *         "timezone": "America/Toronto",
                     *         "schedule": {
                     *           "mon": {
                     *             "enabled": true,
                     *             "open": "09:00",
                     *             "close": "18:00"
                     *           },
                     *           "sat": {
                     *             "enabled": false
                     *           }
                     *         }
                     *       },
                     *       "transfer": {
                     *         "type": "take_message",
                     *         "message": "We will call you back."
                     *       },
                     *       "summaryRecipients": [
                     *         {
                     *           "email": "owner@example.com",
                     *           "keywords": [
                     *             "refund"
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AgentSettings"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    updateAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `tenantId` of the line. For a line that is not yours, the API returns the same failure as for a line that does not exist.
                 * @example tn_01JD3YQ4V6H8W2K5M7N9P0R1ST
                 */
                customerId: components["parameters"]["CustomerId"];
            };
            cookie?: never;
        };
        /** @description The agent settings to change. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "persona": "You are friendly and brief.",
                 *       "greeting": "Corner Cafe, hello!",
                 *       "tone": [
                 *         "warm",
                 *         "brief"
                 *       ],
                 *       "businessHours": {
                 *         "mode": "custom",
                 *         "timezone": "America/Toronto",
                 *         "schedule": {
                 *           "mon": {
                 *             "enabled": true,
                 *             "open": "09:00",
                 *             "close": "18:00"
                 *           },
                 *           "sat": {
                 *             "enabled": false
                 *           }
                 *         }
                 *       },
                 *       "transfer": {
                 *         "type": "take_message",
                 *         "message": "We will call you back."
                 *       },
                 *       "summaryRecipients": [
                 *         {
                 *           "email": "owner@example.com",
                 *           "keywords": [
                 *             "refund"
                 *           ]
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["AgentSettingsPatch"];
            };
        };
        responses: {
            /** @description All agent settings after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "persona": "You are on a live phone call with a customer who is calling the business.\n\nYou are friendly and brief.",
                     *       "greeting": "Corner Cafe, hello!",
                     *       "tone": [
                     *         "warm",
                     *         "brief"
                     *       ],
                     *       "businessHours": {
                     *         "mode": "custom",
                     *         "timezone": "America/Toronto",
                     *         "schedule": {
                     *           "mon": {
                     *             "enabled": true,
                     *             "open": "09:00",
                     *             "close": "18:00"
                     *           },
                     *           "sat": {
                     *             "enabled": false
                     *           }
                     *         }
                     *       },
                     *       "transfer": {
                     *         "type": "take_message",
                     *         "message": "We will call you back."
                     *       },
                     *       "summaryRecipients": [
                     *         {
                     *           "email": "owner@example.com",
                     *           "keywords": [
                     *             "refund"
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AgentSettings"];
                };
            };
            /**
             * @description The request is malformed: the API cannot read it, or a value is missing, has the wrong type or is outside its limits.
             *
             *     `SUMMARY_NO_RECIPIENTS`: The list "summaryRecipients" is empty.
             *
             *     `persona.empty`: The persona is blank, or contains only the sentence that the service puts before every persona.
             *
             *     `persona.too_long`: The persona has more than 8000 characters, both as sent and after Unicode normalization to NFC. The sentence that the service puts before the persona does not count.
             *
             *     `persona.tool_name`: The persona contains the name of an internal feature, such as transfer_call.
             *
             *     `persona.tool_signature`: The persona contains notation that looks like code: a function call such as bookTable(guests), {{, three backticks, or => between code tokens.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {unknown} */
                        code?: "SUMMARY_NO_RECIPIENTS" | "persona.empty" | "persona.too_long" | "persona.tool_name" | "persona.tool_signature";
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /**
             * @description `TENANT_TERMINATED`: The line is terminated, so its settings cannot change.
             *
             *     `TENANT_REGION_UNRESOLVED`: The service could not find the record of the line. Nothing was saved.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {unknown} */
                        code: "TENANT_TERMINATED" | "TENANT_REGION_UNRESOLVED";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            /**
             * @description The service cannot make the change now, because other requests are changing the same record. For PUT /v1/webhooks, there is another possible cause: the service could not look up the host of the URL.
             *
             *     `SUMMARY_OWNER_LOOKUP_FAILED`: The service could not look up the owner of the line, on whose behalf it sends summaries. Usually this is temporary. Nothing was saved.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {unknown} */
                        code?: "SUMMARY_OWNER_LOOKUP_FAILED";
                    };
                };
            };
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listCalls: {
        parameters: {
            query?: {
                /** @description The largest number of items on the page. */
                limit?: components["parameters"]["Limit"];
                /** @description The `nextCursor` of the previous page, unchanged. A cursor is valid for 24 hours, and only with the same list, the same `since` and the same API key. Otherwise, the request returns 400 `INVALID_CURSOR`. */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description A Unix time in milliseconds. The response has only calls whose `startedAt` (when the summary was stored) is at or after this time. If the response has all calls, check the unit: a time in milliseconds has 13 digits, but a time in seconds has 10. Calls can appear in the list slightly out of order. When you poll, begin 60 seconds before the newest call that you have read, and skip the calls whose `callId` you already know.
                 * @example 1795219200000
                 */
                since?: components["parameters"]["Since"];
            };
            header?: never;
            path: {
                /**
                 * @description The `tenantId` of the line. For a line that is not yours, the API returns the same failure as for a line that does not exist.
                 * @example tn_01JD3YQ4V6H8W2K5M7N9P0R1ST
                 */
                customerId: components["parameters"]["CustomerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of calls. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "calls": [
                     *         {
                     *           "callId": "call_01JD3Z0B6N8Q2R4S6T8V0W2X4Y",
                     *           "startedAt": "2026-11-21T09:45:12.345Z",
                     *           "title": "Table for two",
                     *           "summary": "Wants a table for two at seven.",
                     *           "durationSecs": 61,
                     *           "callType": "phone",
                     *           "callerNumber": "****4567",
                     *           "transferred": false,
                     *           "transferTo": null,
                     *           "resolution": "Booked",
                     *           "sentiment": "positive",
                     *           "topics": [
                     *             "booking"
                     *           ]
                     *         }
                     *       ],
                     *       "nextCursor": "q9s0cZJ0d4wBvX6n2k8m5r1yT3uQhEoAaLxWfPzGbKjVtC7e"
                     *     }
                     */
                    "application/json": components["schemas"]["CallPage"];
                };
            };
            /**
             * @description The request is malformed: the API cannot read it, or a value is missing, has the wrong type or is outside its limits.
             *
             *     `INVALID_CURSOR`: The cursor is damaged, is more than 24 hours old, or belongs to another list, another "since" or another API key.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {unknown} */
                        code?: "INVALID_CURSOR";
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The registered webhook. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "https://hooks.example.com/calls",
                     *       "events": [
                     *         "call.completed"
                     *       ],
                     *       "createdAt": "2026-11-21T09:31:00.000Z",
                     *       "updatedAt": "2026-11-21T09:31:00.000Z",
                     *       "signingSecretHint": "09d2"
                     *     }
                     */
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `WEBHOOK_NOT_CONFIGURED`: You have not registered a webhook. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {unknown} */
                        code: "WEBHOOK_NOT_CONFIGURED";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    putWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The webhook to register. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://hooks.example.com/calls",
                 *       "events": [
                 *         "call.completed"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["WebhookRegistration"];
            };
        };
        responses: {
            /** @description The webhook was registered or replaced. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "https://hooks.example.com/calls",
                     *       "events": [
                     *         "call.completed"
                     *       ],
                     *       "createdAt": "2026-11-21T09:31:00.000Z",
                     *       "updatedAt": "2026-11-21T09:31:00.000Z",
                     *       "signingSecret": "whsec_6b3f09d26b3f09d26b3f09d26b3f09d26b3f09d26b3f09d26b3f09d26b3f09d2"
                     *     }
                     */
                    "application/json": components["schemas"]["RegisteredWebhook"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /**
             * @description `WEBHOOK_URL_INVALID`: The webhook URL breaks a rule. The URL must use https and a public host, and must not contain a user name or password. It must have at most 2048 characters, both as you send it and percent-encoded.
             *
             *     `UNKNOWN_EVENT`: The list "events" contains a name that is not the name of an event. Nothing was saved.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"] & {
                        /** @enum {unknown} */
                        code: "WEBHOOK_URL_INVALID" | "UNKNOWN_EVENT";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    receiveCallCompleted: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The program that sends the delivery. If your receiver has a firewall, let requests with this value through.
                 * @example PartnerLines-Webhooks/1
                 */
                "User-Agent": "PartnerLines-Webhooks/1";
                /**
                 * @description At present always `call.completed`. If you get another event, respond with 2xx and ignore it.
                 * @example call.completed
                 */
                "X-Service-Event": "call.completed";
                /**
                 * @description Identifier of the delivery. It is equal to `callId` and stays the same across retries.
                 * @example call_01JD3Z0B6N8Q2R4S6T8V0W2X4Y
                 */
                "X-Service-Delivery": string;
                /**
                 * @description The time and the signature: `t=<unix seconds>,v1=<hex HMAC-SHA256>`. Each attempt has its own signature.
                 * @example t=1795219200,v1=4f8a1c0d4f8a1c0d4f8a1c0d4f8a1c0d4f8a1c0d4f8a1c0d4f8a1c0d4f8a1c0d
                 */
                "X-Service-Signature": string;
                /**
                 * @description For libraries of Standard Webhooks: the `callId`, in which `%` is written as `%25` and `.` as `%2E`. It stays the same across retries.
                 * @example call_01JD3Z0B6N8Q2R4S6T8V0W2X4Y
                 */
                "webhook-id": string;
                /**
                 * @description For libraries of Standard Webhooks: the time of this attempt in Unix seconds. It is equal to `t` in `X-Service-Signature`.
                 * @example 1795219200
                 */
                "webhook-timestamp": string;
                /**
                 * @description For libraries of Standard Webhooks: `v1,<base64 HMAC-SHA256>` of `<webhook-id>.<webhook-timestamp>.<raw body>`. The key is the base64-decoded text after `whsec_` in your signing secret.
                 * @example v1,T4ocDU+KHA1PihwNT4ocDU+KHA1PihwNT4ocDU+KHA0=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "call.completed",
                 *       "tenantId": "tn_01JD3YQ4V6H8W2K5M7N9P0R1ST",
                 *       "callId": "call_01JD3Z0B6N8Q2R4S6T8V0W2X4Y",
                 *       "occurredAt": "2026-11-21T09:45:10.000Z",
                 *       "summary": "Wants a table for two at seven.",
                 *       "resolution": "Booked",
                 *       "recordingAvailable": true
                 *     }
                 */
                "application/json": components["schemas"]["CallCompleted"];
            };
        };
        responses: {
            /** @description The attempt has failed. The service retries, unless this was the last attempt. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt has failed. The service retries, unless this was the last attempt. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is delivered. The service ignores the body of your response. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt has failed, because the service does not follow redirects. The service retries, unless this was the last attempt. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery ends without a retry. This applies to every 4xx except 408 and 429. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt has failed. The service retries, unless this was the last attempt. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
