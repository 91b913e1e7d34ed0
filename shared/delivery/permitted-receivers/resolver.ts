import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { RESPONSE_LIMIT_MS } from '../../domain/deliveries/response-timeout.ts';
import { isLocalhost } from './public-hosts.ts';

export type ResolveOutcome =
  | { readonly kind: 'addresses'; readonly addresses: readonly string[] }
  /** The name does not exist or has no address. A retry helps only after a change of its DNS records. */
  | { readonly kind: 'unresolvable' }
  /** The look-up itself failed, for example with SERVFAIL, REFUSED or a timeout. */
  | { readonly kind: 'trouble' };

export type Resolve = (hostname: string) => Promise<ResolveOutcome>;

interface Settings {
  /** `host:port` of the DNS server to query. When absent, the DNS servers of the operating system are queried. */
  readonly dnsServer?: string | undefined;
  /** Whether `localhost` and names that end in `.localhost` resolve to 127.0.0.1 without a DNS query (RFC 6761). */
  readonly knowsLocalhost?: boolean;
  readonly budgetMs?: number;
}

/** How long a look-up of IPv4 addresses may take: 20 % of the time limit of a request to a receiver. */
const BUDGET_MS = 0.2 * RESPONSE_LIMIT_MS;

/** How long IPv6 addresses may take once IPv4 addresses are known. Some servers never respond to AAAA queries. */
const IPV6_WAIT_MS = 250;

/**
 * Codes of c-ares for a name that does not exist or has no address. Any other code means that the look-up itself
 * failed.
 */
const NO_SUCH_NAME: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

/**
 * Looks up the IPv4 and IPv6 addresses of a name in parallel. An address resolves to itself. Queries DNS directly,
 * because `getaddrinfo` reads the hosts file, cannot be cancelled and hides why a look-up failed.
 */
export const createResolver =
  ({ dnsServer, knowsLocalhost = false, budgetMs = BUDGET_MS }: Settings = {}): Resolve =>
  async (hostname) => {
    const name = hostname.replace(/^\[(.*)\]$/, '$1');
    if (isIP(name)) return { kind: 'addresses', addresses: [name] };
    if (knowsLocalhost && isLocalhost(name)) return { kind: 'addresses', addresses: ['127.0.0.1'] };
    // Each look-up has its own resolver, because `cancel` ends all look-ups of a resolver.
    const resolver = new Resolver({ timeout: Math.ceil(budgetMs / 2), tries: 2 });
    if (dnsServer !== undefined) resolver.setServers([dnsServer]);
    let deadline = setTimeout(() => resolver.cancel(), budgetMs);
    const ipv4 = resolver.resolve4(name).then((addresses) => {
      clearTimeout(deadline);
      deadline = setTimeout(() => resolver.cancel(), IPV6_WAIT_MS);
      return addresses;
    });
    const answers = await Promise.allSettled([ipv4, resolver.resolve6(name)]);
    clearTimeout(deadline);
    return outcomeOfLookUp(answers);
  };

/** The addresses of one family are enough, because the sender connects only to addresses that were found. */
function outcomeOfLookUp(answers: readonly PromiseSettledResult<string[]>[]): ResolveOutcome {
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (addresses.length > 0) return { kind: 'addresses', addresses };
  const saysNo = (answer: PromiseSettledResult<string[]>) =>
    answer.status === 'fulfilled' || NO_SUCH_NAME.has(answer.reason?.code);
  return answers.every(saysNo) ? { kind: 'unresolvable' } : { kind: 'trouble' };
}
