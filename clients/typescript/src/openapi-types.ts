/** Generated from openapi.json by `npm run contract`. */

export interface paths {
    "/v1/whoami": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who am I
         * @description Whom the key belongs to and what it may do. Needs no scope, so it is a good first request.
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
         * @description All of the partner's lines that are not terminated, in pages.
         *
         *     Scope: `tenants`.
         */
        get: operations["listTenants"];
        put?: never;
        /**
         * Create a line
         * @description The line begins active and without a phone number; the number is connected separately. Send an Idempotency-Key: without one, repeating a creation whose answer was lost is not safe.
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
         * @description The line with its number, integrations and plan.
         *
         *     Scope: `tenants`.
         */
        get: operations["getTenant"];
        put?: never;
        post?: never;
        /**
         * Terminate a line
         * @description Final. The line disappears from list and read, no longer counts against the quota, and its externalId may be used again. A line with a number is not terminated (502): ask support to release the number first. When an answer is lost, repeat: 409 ALREADY_TERMINATED or 403 then mean that the line is terminated.
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
         * @description Every setting that was ever set; the persona begins with the sentence that announces the call.
         *
         *     Scope: `config`.
         */
        get: operations["getAgent"];
        /**
         * Change agent settings
         * @description A partial patch: only the fields sent change, each of them as a whole. A change can take up to 5 minutes to reach live calls.
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
         * @description The line's finished calls, newest first, in pages.
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
         * @description The registered webhook; of the secret that signs deliveries only the last four characters.
         *
         *     Scope: `webhooks`.
         */
        get: operations["getWebhook"];
        /**
         * Register the webhook
         * @description One webhook per partner. This is the only response that shows the signing secret in full.
         *
         *     If support has issued a new signing secret, any valid PUT puts it in force and returns it: deliveries are signed with the old one until then, and with the new one from then on. A further PUT returns the same secret, so repeat a PUT whose response you did not get. Let your receiver accept both secrets while you change over.
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
         * @description The service POSTs this to your registered URL when a call's summary is final.
         *
         *     - **Answer 2xx within 10 seconds**; the body of your answer is ignored. Store the event first, then answer, then work.
         *     - **At least once**: the same `callId` can arrive twice. De-duplicate by it.
         *     - **8 attempts in all**: after 5xx, 408, 429, a redirect, a time-out or no connection, with 1, 2, 4, 8, 16, 32 and 60 minutes between them. Any other 4xx ends the delivery.
         *     - **Verify the signature**: split `X-Service-Signature` into `t` and `v1`; take `whsec_` off the signing secret and hex-decode the rest; compute HMAC-SHA256 over `<t>.<raw body>` with that key; compare its hex form with `v1` in constant time; refuse a `t` more than 5 minutes from now. Use the body's bytes as received: parsing and re-serializing breaks the signature.
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
         * @description Whom the key belongs to and what it may do.
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
            /** @description Unique partner identifier. */
            partnerId: string;
            /** @description Display name. */
            name: string;
            /** @description What the key may do. */
            scopes: ("tenants" | "config" | "calls" | "webhooks")[];
            /** @description Display prefix of the key used; never the key. */
            keyPrefix: string;
        };
        /**
         * @description Where events are to be sent. It replaces what was registered before.
         * @example {
         *       "url": "https://hooks.corner-cafe.com/calls",
         *       "events": [
         *         "call.completed"
         *       ]
         *     }
         */
        WebhookRegistration: {
            /**
             * Format: uri
             * @description Must be https without user name and password, and its host must lead to public internet addresses only. The host needs an IPv4 address: deliveries do not reach a host that has only IPv6 addresses. Nothing is requested from it at registration. It is stored with everything outside ASCII encoded (percent-encoding, punycode) and has at most 2048 characters in that form too.
             */
            url: string;
            /** @description Omitted: every event there is. */
            events?: components["schemas"]["EventName"][];
        };
        /**
         * @description The webhook with the signing secret, which no other answer shows in full.
         * @example {
         *       "url": "https://hooks.corner-cafe.com/calls",
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
             * @description Where events are sent.
             */
            url: string;
            /** @description The events that are sent. */
            events: components["schemas"]["EventName"][];
            /**
             * Format: date-time
             * @description When a webhook was first registered.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last replaced.
             */
            updatedAt: string;
            /** @description Keep it: deliveries are signed with it from now on. */
            signingSecret: string;
        };
        /**
         * @description The webhook in force.
         * @example {
         *       "url": "https://hooks.corner-cafe.com/calls",
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
             * @description Where events are sent.
             */
            url: string;
            /** @description The events that are sent. */
            events: components["schemas"]["EventName"][];
            /**
             * Format: date-time
             * @description When a webhook was first registered.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last replaced.
             */
            updatedAt: string;
            /** @description Last four characters of the secret that signs deliveries. */
            signingSecretHint: string;
        };
        /**
         * @description A line to be created. It begins active and without a phone number.
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
         *             "email": "owner@corner-cafe.com",
         *             "keywords": [
         *               "refund"
         *             ]
         *           }
         *         ]
         *       }
         *     }
         */
        CreateLine: {
            /** @description Display name of the business; not blank. Counted in Unicode code points. */
            name: string;
            /**
             * @description Region of the line; it cannot be changed later.
             * @enum {string}
             */
            region: "kr" | "ca";
            /** @description The partner's own identifier; unique among the partner's lines that are not terminated. */
            externalId: string;
            /** @description Agent settings to begin with. */
            agent?: components["schemas"]["AgentSettingsPatch"];
        };
        /**
         * @description A line, as it is listed and as its creation answers.
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
            /** @description Line identifier: the `customerId` of paths, and the routing key of events. */
            tenantId: string;
            /** @description Display name of the business. */
            name: string;
            /** @description Region of the line, which decides its language: `kr` Korean, `ca` English. */
            region: ("kr" | "ca") | null;
            /**
             * @description `terminated` is final. A terminated line is in no list; reading it answers 403.
             * @enum {string}
             */
            status: "active" | "terminated";
            /** @description The partner's own identifier for the line. */
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
            /** @description Line identifier: the `customerId` of paths, and the routing key of events. */
            tenantId: string;
            /** @description Display name of the business. */
            name: string;
            /** @description Region of the line, which decides its language: `kr` Korean, `ca` English. */
            region: ("kr" | "ca") | null;
            /**
             * @description `terminated` is final. A terminated line is in no list; reading it answers 403.
             * @enum {string}
             */
            status: "active" | "terminated";
            /** @description The partner's own identifier for the line. */
            externalId: string | null;
            /** @description When the line was created. */
            createdAt: string | null;
            /** @description The number served now, null while none is connected. Connecting is not part of this API. */
            number: string | null;
            /** @description Store integrations, by provider. */
            integrations: components["schemas"]["Integrations"];
            /** @description Plan summary, null when there is none. */
            plan: components["schemas"]["Plan"] | null;
        };
        /**
         * @description Status of the store integrations; a provider that was never set is absent.
         * @example {
         *       "providerA": {
         *         "connected": true
         *       }
         *     }
         */
        Integrations: {
            /** @description Store platform A; absent while never set. */
            providerA?: components["schemas"]["Integration"];
            /** @description Store platform B; absent while never set. */
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
         * @description Plan summary of a line.
         * @example {
         *       "tier": "pro",
         *       "status": "active"
         *     }
         */
        Plan: {
            /** @description Tier of the plan. */
            tier?: string | null;
            /** @description Status of the plan. */
            status?: string | null;
        };
        /**
         * @description One page of the partner's lines that are not terminated.
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
            /** @description The lines of this page. */
            tenants: components["schemas"]["Line"][];
            /** @description Pass it as `cursor` to read the next page; null on the last page. */
            nextCursor: string | null;
        };
        /**
         * @description How a line ends.
         * @example {
         *       "reason": "The shop has closed",
         *       "purge": true
         *     }
         */
        TerminateLine: {
            /** @description Why, for the records. Counted in Unicode code points. */
            reason?: string;
            /**
             * @description Also remove what the line stored, such as persona and summary recipients.
             * @default false
             */
            purge?: boolean;
        };
        /**
         * @description The line is terminated.
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
            /** @description Whether a number had been attached and was released before. */
            numberReclaimed: boolean;
            /**
             * Format: date-time
             * @description When the line was terminated.
             */
            terminatedAt: string;
        };
        /**
         * @description Agent settings to change. Only the fields sent change, each of them as a whole.
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
         *           "email": "owner@corner-cafe.com",
         *           "keywords": [
         *             "refund"
         *           ]
         *         }
         *       ]
         *     }
         */
        AgentSettingsPatch: {
            /** @description At most 8000 characters (Unicode code points, counted as sent or after NFC, whichever is less), not blank, without code-like notation and without names of internal features. Responses begin with a sentence that announces the call. When you send it back, that sentence is removed first, even if an editor has changed its normal form, spaces or line ends: it counts towards no limit and is never doubled. */
            persona?: string;
            /** @description What the agent says first. */
            greeting?: string;
            /** @description Words for how the agent speaks. */
            tone?: string[];
            /** @description When the business is open. Null: not set. */
            businessHours?: components["schemas"]["BusinessHours"] | null;
            /** @description How calls are handed over. Null: not set. */
            transfer?: components["schemas"]["Transfer"] | null;
            /** @description Who is sent summaries of calls. At least one when given. */
            summaryRecipients?: components["schemas"]["SummaryRecipient"][];
        };
        /**
         * @description Agent settings: everything that was ever set.
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
         *           "email": "owner@corner-cafe.com",
         *           "keywords": [
         *             "refund"
         *           ]
         *         }
         *       ]
         *     }
         */
        AgentSettings: {
            /** @description The persona, with the sentence that announces the call in front. */
            persona?: string;
            /** @description What the agent says first. */
            greeting?: string;
            /** @description Words for how the agent speaks. */
            tone?: string[];
            /** @description When the business is open. Null: not set. */
            businessHours?: components["schemas"]["BusinessHours"] | null;
            /** @description How calls are handed over. Null: not set. */
            transfer?: components["schemas"]["Transfer"] | null;
            /** @description Who is sent summaries of calls. */
            summaryRecipients?: components["schemas"]["SummaryRecipient"][];
        };
        /**
         * @description Business hours.
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
             * @description `custom`: as `schedule` says.
             * @enum {string}
             */
            mode: "24/7" | "custom";
            /**
             * @description IANA time zone name, in any case; answers have IANA's own spelling. Offsets are refused.
             * @example Asia/Seoul
             * @example America/Toronto
             */
            timezone?: string;
            /** @description Opening hours by day. */
            schedule?: components["schemas"]["Schedule"];
        };
        /**
         * @description Opening hours by day of the week. A name that is no day is refused.
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
         * @description Opening hours of one day. An enabled day needs `open` and `close`.
         * @example {
         *       "enabled": true,
         *       "open": "09:00",
         *       "close": "18:00"
         *     }
         */
        ScheduleDay: {
            /** @description Whether the business opens on this day. */
            enabled: boolean;
            /** @description Opening time, `HH:MM`, 24 hours. */
            open?: string;
            /** @description Closing time, `HH:MM`, 24 hours. Before `open` it is past midnight. */
            close?: string;
        };
        /**
         * @description How calls are handed over.
         * @example {
         *       "type": "take_message",
         *       "message": "We will call you back."
         *     }
         */
        Transfer: {
            /**
             * @description The kind of hand-over.
             * @enum {string}
             */
            type: "take_message" | "standard_response" | "transfer_human";
            /** @description Text that goes with it. */
            message?: string;
        };
        /**
         * @description Somebody who is sent summaries of calls.
         * @example {
         *       "email": "owner@corner-cafe.com",
         *       "keywords": [
         *         "refund"
         *       ]
         *     }
         */
        SummaryRecipient: {
            /** @description One mailbox, without a display name. */
            email: string;
            /** @description Keywords of this recipient. */
            keywords?: string[];
        };
        /**
         * @description Summary of a finished call. There are no transcripts and no recordings.
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
            /** @description Call (session) identifier; the same as in the event `call.completed`. */
            callId: string;
            /** @description When the summary was stored, after the end of the call; not when the call began. */
            startedAt: string | null;
            /** @description One line. */
            title?: string | null;
            /** @description What the call was about. May contain personal data mentioned in the call. */
            summary: string | null;
            /** @description Length of the call in seconds. */
            durationSecs?: number | null;
            /** @description How the caller came. */
            callType?: ("phone" | "web") | null;
            /** @description Masked: only the last four digits. */
            callerNumber?: string | null;
            /** @description Whether the call was handed over. */
            transferred?: boolean;
            /** @description To whom. */
            transferTo?: string | null;
            /** @description How the call ended for the caller. */
            resolution?: ("Resolved" | "Booked" | "Escalated") | null;
            /** @description How the caller felt about it. */
            sentiment?: ("positive" | "neutral" | "negative") | null;
            /** @description What was talked about. */
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
            /** @description The calls of this page. */
            calls: components["schemas"]["Call"][];
            /** @description Pass it as `cursor` to read the next page; null on the last page. */
            nextCursor: string | null;
        };
        /**
         * @description A call has ended and its summary is final. No phone numbers, transcripts or recording URLs.
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
             * @description Name of the event.
             * @constant
             */
            event: "call.completed";
            /** @description The line. There is one webhook per partner, so this routes the event. */
            tenantId: string;
            /** @description De-duplicate by it: the same call can arrive twice. The same as in the calls list. */
            callId: string;
            /**
             * Format: date-time
             * @description When the call ended.
             */
            occurredAt: string;
            /** @description What the call was about. May contain personal data mentioned in the call. */
            summary: string;
            /** @description How the call ended for the caller. */
            resolution: ("Resolved" | "Booked" | "Escalated") | null;
            /** @description Whether a recording is expected to exist (phone calls). The API does not provide it. */
            recordingAvailable: boolean;
        };
        /**
         * @description An event that a webhook can be sent.
         * @enum {string}
         */
        EventName: "call.completed";
        /**
         * @description Branch on it. What each code means and what to do about it: `x-error-catalogue`.
         * @enum {string}
         */
        ErrorCode: "EXTERNAL_ID_EXISTS" | "TENANT_QUOTA_EXCEEDED" | "IDEMPOTENCY_KEY_MISMATCH" | "IDEMPOTENCY_IN_PROGRESS" | "ALREADY_TERMINATED" | "CARRIER_RELEASE_FAILED" | "TENANT_TERMINATED" | "TENANT_REGION_UNRESOLVED" | "INVALID_CURSOR" | "SUMMARY_NO_RECIPIENTS" | "SUMMARY_OWNER_LOOKUP_FAILED" | "WEBHOOK_URL_INVALID" | "UNKNOWN_EVENT" | "WEBHOOK_NOT_CONFIGURED" | "persona.empty" | "persona.too_long" | "persona.tool_name" | "persona.tool_signature";
        /** @description Every failure body; `code` is present where a program should branch. */
        Failure: {
            /** @description A sentence for people. Its words may change. */
            error: string;
            code?: components["schemas"]["ErrorCode"];
        };
        /** @description A failure without a code: the status says all that a program needs. */
        PlainFailure: {
            /** @description A sentence for people. Its words may change. */
            error: string;
        };
    };
    responses: {
        /** @description The request is malformed: it could not be read, or a value has the wrong type or is out of its bounds. */
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
        /** @description The Authorization header is missing or not in Bearer form, or the key is not valid (the reason is not told). */
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
        /** @description The key lacks the scope that error names, your account is not active, or the line is not delegated to it. Whether such a line exists is not told. A line that you have terminated answers so too: its end is complete. */
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
        /** @description More than 30 requests in 5 minutes from one address to one path. Paths are counted apart. */
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
        /** @description A temporary fault of the service. */
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
        /** @description The service cannot make the change now: other requests are changing the same record, or a lookup that the change needs has failed. */
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
        /** @description The service did not respond in time. A change may have been made all the same. */
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
         * @description The line (`tenantId`). A line that is not yours is answered like one that does not exist.
         * @example tn_01JD3YQ4V6H8W2K5M7N9P0R1ST
         */
        CustomerId: string;
        /** @description Items of the page. */
        Limit: number;
        /** @description Opaque: `nextCursor` of the page before. It holds for the same list, filter and key only, and for a day; one that does not hold answers INVALID_CURSOR. */
        Cursor: string;
        /**
         * @description Epoch milliseconds: only calls whose summary was stored at or after that time (as `startedAt`). Calls can become visible slightly out of order: when you poll, ask for the last 60 seconds again and drop the `callId`s that you know.
         * @example 1795219200000
         */
        Since: number;
        /**
         * @description Makes a repeated creation safe: the same key with the same body is answered with the first answer and makes no second line. Kept for at least 24 hours. A request that failed frees its key. A malformed key is not used up.
         * @example 0f3b8a52-8c0e-4f6e-9d3a-5b1c7e2f4a60
         */
        IdempotencyKey: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Name it when you ask support about this request.
         * @example 6f1c1e0a-3f43-4f0f-9d55-0a3c5f1b7a11
         */
        RequestId: string;
        /** @description No answer may be stored by a cache. */
        CacheControl: "no-store";
        /** @description At most 30 requests (q) in 300 seconds (w), from one address to one path. */
        RateLimitPolicy: "\"default\";q=30;w=300";
        /**
         * @description How many requests are left (r) until a new window begins in so many seconds (t).
         * @example "default";r=29;t=300
         */
        RateLimit: string;
        /**
         * @description Seconds to wait before the next request.
         * @example 120
         */
        RetryAfter: number;
        /** @description How to authenticate. */
        WwwAuthenticate: "Bearer";
        /** @description Present when an earlier request with the same Idempotency-Key created the line and this is its answer. */
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
                /** @description Items of the page. */
                limit?: components["parameters"]["Limit"];
                /** @description Opaque: `nextCursor` of the page before. It holds for the same list, filter and key only, and for a day; one that does not hold answers INVALID_CURSOR. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
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
             * @description The request is malformed: it could not be read, or a value has the wrong type or is out of its bounds.
             *
             *     `INVALID_CURSOR`: The cursor is damaged, has expired (after a day), or was made for another list, filter or key.
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
                 * @description Makes a repeated creation safe: the same key with the same body is answered with the first answer and makes no second line. Kept for at least 24 hours. A request that failed frees its key. A malformed key is not used up.
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
                 *             "email": "owner@corner-cafe.com",
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
            /** @description The line was created, now or by an earlier request with the same key. */
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
             * @description The request is malformed: it could not be read, or a value has the wrong type or is out of its bounds.
             *
             *     `SUMMARY_NO_RECIPIENTS`: summaryRecipients is an empty list.
             *
             *     `persona.empty`: The persona is blank, or nothing but the announcing sentence.
             *
             *     `persona.too_long`: The persona has more than 8000 characters, not counting the announcing sentence. Decomposed text is counted after NFC.
             *
             *     `persona.tool_name`: The persona contains the name of an internal feature, such as transfer_call.
             *
             *     `persona.tool_signature`: The persona contains code-like notation: a function call such as bookTable(guests), {{, three back-ticks, or => between code tokens.
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
            /** @description `TENANT_QUOTA_EXCEEDED`: Your account has as many lines as its quota allows. Terminated lines do not count. */
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
             * @description `EXTERNAL_ID_EXISTS`: A line of yours that is not terminated has this externalId.
             *
             *     `IDEMPOTENCY_IN_PROGRESS`: The first request with this Idempotency-Key is still running.
             *
             *     `IDEMPOTENCY_KEY_MISMATCH`: This Idempotency-Key was used before with a different body. Fields that the API does not know count too.
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
                        code: "EXTERNAL_ID_EXISTS" | "IDEMPOTENCY_IN_PROGRESS" | "IDEMPOTENCY_KEY_MISMATCH";
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
                 * @description The line (`tenantId`). A line that is not yours is answered like one that does not exist.
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
                 * @description The line (`tenantId`). A line that is not yours is answered like one that does not exist.
                 * @example tn_01JD3YQ4V6H8W2K5M7N9P0R1ST
                 */
                customerId: components["parameters"]["CustomerId"];
            };
            cookie?: never;
        };
        /** @description May be left out. */
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
            /** @description `ALREADY_TERMINATED`: The line was terminated before, but its release had not finished. This request has finished it. */
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
                 * @description The line (`tenantId`). A line that is not yours is answered like one that does not exist.
                 * @example tn_01JD3YQ4V6H8W2K5M7N9P0R1ST
                 */
                customerId: components["parameters"]["CustomerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings. */
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
                     *           "email": "owner@corner-cafe.com",
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
                 * @description The line (`tenantId`). A line that is not yours is answered like one that does not exist.
                 * @example tn_01JD3YQ4V6H8W2K5M7N9P0R1ST
                 */
                customerId: components["parameters"]["CustomerId"];
            };
            cookie?: never;
        };
        /** @description The settings to change. */
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
                 *           "email": "owner@corner-cafe.com",
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
            /** @description All settings after the change. */
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
                     *           "email": "owner@corner-cafe.com",
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
             * @description The request is malformed: it could not be read, or a value has the wrong type or is out of its bounds.
             *
             *     `SUMMARY_NO_RECIPIENTS`: summaryRecipients is an empty list.
             *
             *     `persona.empty`: The persona is blank, or nothing but the announcing sentence.
             *
             *     `persona.too_long`: The persona has more than 8000 characters, not counting the announcing sentence. Decomposed text is counted after NFC.
             *
             *     `persona.tool_name`: The persona contains the name of an internal feature, such as transfer_call.
             *
             *     `persona.tool_signature`: The persona contains code-like notation: a function call such as bookTable(guests), {{, three back-ticks, or => between code tokens.
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
             *     `TENANT_REGION_UNRESOLVED`: The line's own record could not be found. Nothing was saved.
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
             * @description The service cannot make the change now: other requests are changing the same record, or a lookup that the change needs has failed.
             *
             *     `SUMMARY_OWNER_LOOKUP_FAILED`: The recipients could not be looked up for a moment. Nothing was saved.
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
                /** @description Items of the page. */
                limit?: components["parameters"]["Limit"];
                /** @description Opaque: `nextCursor` of the page before. It holds for the same list, filter and key only, and for a day; one that does not hold answers INVALID_CURSOR. */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Epoch milliseconds: only calls whose summary was stored at or after that time (as `startedAt`). Calls can become visible slightly out of order: when you poll, ask for the last 60 seconds again and drop the `callId`s that you know.
                 * @example 1795219200000
                 */
                since?: components["parameters"]["Since"];
            };
            header?: never;
            path: {
                /**
                 * @description The line (`tenantId`). A line that is not yours is answered like one that does not exist.
                 * @example tn_01JD3YQ4V6H8W2K5M7N9P0R1ST
                 */
                customerId: components["parameters"]["CustomerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
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
             * @description The request is malformed: it could not be read, or a value has the wrong type or is out of its bounds.
             *
             *     `INVALID_CURSOR`: The cursor is damaged, has expired (after a day), or was made for another list, filter or key.
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
            /** @description The webhook in force. */
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
                     *       "url": "https://hooks.corner-cafe.com/calls",
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
            /** @description `WEBHOOK_NOT_CONFIGURED`: No webhook is registered. */
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
        /** @description Where events are to be sent. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://hooks.corner-cafe.com/calls",
                 *       "events": [
                 *         "call.completed"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["WebhookRegistration"];
            };
        };
        responses: {
            /** @description The webhook is registered, or replaced. */
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
                     *       "url": "https://hooks.corner-cafe.com/calls",
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
             * @description `WEBHOOK_URL_INVALID`: The webhook URL breaks a rule: https only, no user name or password, a public host, at most 2048 characters, also when it is percent-encoded.
             *
             *     `UNKNOWN_EVENT`: events names an event that does not exist. Nothing was saved.
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
                 * @description What sends the delivery. Allow it if a firewall is in front of your receiver.
                 * @example PartnerLines-Webhooks/1
                 */
                "User-Agent": "PartnerLines-Webhooks/1";
                /**
                 * @description Name of the event.
                 * @example call.completed
                 */
                "X-Service-Event": "call.completed";
                /**
                 * @description Delivery identifier: equal to `callId`, unchanged across retries.
                 * @example call_01JD3Z0B6N8Q2R4S6T8V0W2X4Y
                 */
                "X-Service-Delivery": string;
                /**
                 * @description `t=<unix seconds>,v1=<hex HMAC-SHA256>`; new for every attempt.
                 * @example t=1795219200,v1=4f8a1c0d4f8a1c0d4f8a1c0d4f8a1c0d4f8a1c0d4f8a1c0d4f8a1c0d4f8a1c0d
                 */
                "X-Service-Signature": string;
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
            /** @description Tried again. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Tried again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Delivered. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not followed; counted as a failed attempt and tried again. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused: this delivery ends. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Tried again. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
