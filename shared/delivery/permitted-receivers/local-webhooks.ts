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
 * Returns which receivers a webhook may be sent to. `allowLocalWebhooks` also permits `localhost`, loopback addresses
 * and plain HTTP. It permits their URLs, too: see `parseWebhookUrl`. Registration and delivery use the same rules.
 */
export const permittedReceivers = ({ allowLocalWebhooks, dnsServer }: Settings): PermittedReceivers => ({
  resolve: createResolver({ dnsServer, knowsLocalhost: allowLocalWebhooks }),
  permits: hostPolicy({ allowLoopback: allowLocalWebhooks }),
  allowsPlainHttp: allowLocalWebhooks,
});
