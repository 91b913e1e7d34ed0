import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isLocalhost } from '../domain/webhooks/webhook-url.ts';

export type ResolveOutcome =
  | { readonly kind: 'addresses'; readonly addresses: readonly string[] }
  /** The name does not exist or has no address: the same tomorrow unless its owner acts. */
  | { readonly kind: 'unresolvable' }
  /** Nobody could say: SERVFAIL, refused, time-out. */
  | { readonly kind: 'trouble' };

export type Resolve = (hostname: string) => Promise<ResolveOutcome>;

interface Settings {
  /** `host:port` of the DNS server to ask; the system's when absent. */
  readonly dnsServer?: string | undefined;
  /** `localhost` and what ends in it mean 127.0.0.1, as RFC 6761 has it. Never asked of a DNS server. */
  readonly knowsLocalhost?: boolean;
  readonly budgetMs?: number;
}

/** A fifth of the ten seconds that one delivery may take. */
const BUDGET_MS = 2_000;

/** Answers of c-ares that say something about the name and not about the way to the answer. */
const NO_SUCH_NAME: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

/**
 * Looks up every address of a name, both families side by side. An address is its own answer.
 * Asks DNS itself and not the system: `getaddrinfo` reads the hosts file, cannot be cut short and hides why it failed.
 */
export const createResolver =
  ({ dnsServer, knowsLocalhost = false, budgetMs = BUDGET_MS }: Settings = {}): Resolve =>
  async (hostname) => {
    const name = hostname.replace(/^\[(.*)\]$/, '$1');
    if (isIP(name)) return { kind: 'addresses', addresses: [name] };
    if (knowsLocalhost && isLocalhost(name)) return { kind: 'addresses', addresses: ['127.0.0.1'] };
    // One per look-up: cancelling ends all look-ups of a resolver.
    const resolver = new Resolver({ timeout: Math.ceil(budgetMs / 2), tries: 2 });
    if (dnsServer !== undefined) resolver.setServers([dnsServer]);
    const deadline = setTimeout(() => resolver.cancel(), budgetMs);
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    clearTimeout(deadline);
    return outcomeOf(answers);
  };

/** One family is enough: whoever connects uses the addresses found here and no others. */
function outcomeOf(answers: readonly PromiseSettledResult<string[]>[]): ResolveOutcome {
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (addresses.length > 0) return { kind: 'addresses', addresses };
  const saysNo = (answer: PromiseSettledResult<string[]>) =>
    answer.status === 'fulfilled' || NO_SUCH_NAME.has(answer.reason?.code);
  return answers.every(saysNo) ? { kind: 'unresolvable' } : { kind: 'trouble' };
}
