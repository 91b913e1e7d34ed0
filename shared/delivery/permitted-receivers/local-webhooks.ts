import { hostPolicy } from './public-hosts.ts';
import { createResolver, type Resolve } from './resolver.ts';

interface Settings {
  readonly allowLocalWebhooks: boolean;
  readonly dnsServer?: string | undefined;
}

export interface PermittedReceivers {
  readonly resolve: Resolve;
  /** Whether a webhook may be sent to a host with these addresses. */
  readonly permits: (addresses: readonly string[]) => boolean;
  /** Whether webhooks may be sent without TLS. */
  readonly allowsPlainHttp: boolean;
}

/**
 * Returns the rules for the receivers to which a webhook may be sent. Registration and delivery use the same rules.
 * `allowLocalWebhooks` also permits `localhost`, loopback addresses and plain HTTP. `parseWebhookUrl` checks the URL.
 */
export const permittedReceivers = ({ allowLocalWebhooks, dnsServer }: Settings): PermittedReceivers => ({
  resolve: createResolver({ dnsServer, knowsLocalhost: allowLocalWebhooks }),
  permits: hostPolicy({ allowLoopback: allowLocalWebhooks }),
  allowsPlainHttp: allowLocalWebhooks,
});
