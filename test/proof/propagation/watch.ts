/** The contract promises five minutes. The copies of the client are at most this old. */
const MAX_AGE_MS = 60_000;
const FRESH_AFTER_MS = 5_000;

interface Seen {
  /** How many changes the settings had, by the time at which the PUT responded. */
  readonly changes: { readonly count: number; readonly atMs: number }[];
  /** The most recent settings with which a call began. */
  latest: number | undefined;
  /** When the last look-up that succeeded began. */
  lookedUpAtMs: number;
  failedAtMs: number;
}

/** Watches the calls of a run, and keeps what should never have happened. */
export function createWatch(nowMs: () => number, outage: { readonly fromMs: number; readonly untilMs: number }) {
  const lines = new Map<string, Seen>();
  const broken: string[] = [];
  /** Lines whose calls got old settings since their last look-up that succeeded. */
  const behind = new Set<string>();

  function lineOf(tenantId: string): Seen {
    const seen = lines.get(tenantId) ?? {
      changes: [{ count: 0, atMs: 0 }],
      latest: undefined,
      lookedUpAtMs: Number.NEGATIVE_INFINITY,
      failedAtMs: Number.NEGATIVE_INFINITY,
    };
    lines.set(tenantId, seen);
    return seen;
  }

  const isOutage = (atMs: number) => outage.fromMs <= atMs && atMs < outage.untilMs + FRESH_AFTER_MS;

  /** A look-up of this line may have been killed, which looks like a service that does not respond. */
  const responded = ({ failedAtMs }: Seen, atMs: number) => !isOutage(atMs) && failedAtMs < atMs - FRESH_AFTER_MS;

  const breaks = (what: string) => void broken.push(`${(nowMs() / 1_000).toFixed(1)} s: ${what}`);

  return {
    broken,
    changed: (tenantId: string, count: number) => void lineOf(tenantId).changes.push({ count, atMs: nowMs() }),
    lookedUp(tenantId: string, beganAtMs: number): void {
      lineOf(tenantId).lookedUpAtMs = beganAtMs;
      behind.delete(tenantId);
    },
    failed(tenantId: string): void {
      lineOf(tenantId).failedAtMs = nowMs();
    },
    /** Watches a call from its beginning on. Returns what must hear the settings, or none if the look-up failed. */
    call(tenantId: string): (count: number | undefined) => void {
      const line = lineOf(tenantId);
      const beganAtMs = nowMs();
      const { latest } = line;
      const least = line.changes.findLast(({ atMs }) => atMs <= beganAtMs - MAX_AGE_MS)?.count ?? 0;
      return (count) => {
        const isResponding = responded(line, beganAtMs);
        const problem =
          count === undefined ? problemOfNone(latest, isResponding) : problemOf(count, { latest, least, isResponding });
        if (problem !== undefined) breaks(`a call of ${tenantId} got ${problem}`);
        if (count === undefined) return;
        line.latest = Math.max(line.latest ?? 0, count);
        if (beganAtMs - line.lookedUpAtMs >= MAX_AGE_MS) behind.add(tenantId);
      };
    },
    /** To be called 5 s after an outage: every line whose calls got old settings has been looked up. */
    recovered(): void {
      for (const tenantId of behind) {
        const hasFailedSince = lineOf(tenantId).failedAtMs >= nowMs() - FRESH_AFTER_MS;
        if (!hasFailedSince) breaks(`the copy of ${tenantId} is not fresh 5 s after the outage`);
      }
    },
  };
}

function problemOfNone(latest: number | undefined, isResponding: boolean): string | undefined {
  if (latest !== undefined) return 'no settings, although they are known';
  return isResponding ? 'no settings, although the service responds' : undefined;
}

interface Bounds {
  readonly latest: number | undefined;
  /** How many changes of the settings are more than 60 s old. */
  readonly least: number;
  readonly isResponding: boolean;
}

function problemOf(count: number, { latest = 0, least, isResponding }: Bounds): string | undefined {
  if (count < latest) return `change ${count} after another call had got ${latest}`;
  return count < least && isResponding ? `change ${count}; change ${least} was over 60 s old` : undefined;
}
