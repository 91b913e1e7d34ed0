import type { Alarm, Health, Mapping, Minute } from '../../protocol/command-values.ts';
import { COUNTED_MINUTES } from '../../protocol/overview-reads.ts';
import { pathTo } from '../../protocol/pages.ts';
import { clockText, RoughRelativeTime } from '../elements/moment.tsx';
import { Skeleton } from '../elements/region.tsx';
import { Severity, sendsPage } from '../elements/status.tsx';
import type { Polled } from '../poll.ts';

interface Props {
  readonly alarms: Polled<readonly Alarm[]>;
  readonly failing: Polled<readonly Health[]>;
  readonly partners: Polled<{ readonly partners: number }>;
  readonly mappings: Polled<readonly Mapping[]>;
  readonly minutes: Polled<readonly Minute[]>;
}

/** A headline that says what is wrong, above a list of the mappings that are not enabled and the raised alarms. */
export function HealthBanner({ alarms, failing, partners, mappings, minutes }: Props) {
  const known = [alarms, failing, mappings].every(({ response }) => response !== undefined);
  const isWaiting = !known && [alarms, failing, mappings].every(({ error }) => error === undefined);
  if (isWaiting)
    return (
      <section class="banner" aria-label="Health" aria-busy>
        <Skeleton />
      </section>
    );
  const facts: Facts = {
    alarms: alarms.response?.value ?? [],
    failing: failing.response?.value ?? [],
    partners: partners.response?.value.partners,
    stopped: (mappings.response?.value ?? []).filter(({ state }) => state !== 'Enabled'),
    dead: (minutes.response?.value ?? []).reduce((sum, minute) => sum + (minute.dead ?? 0), 0),
    isKnown: known,
  };
  return (
    <section class={`banner ${toneOfService(facts)}`} aria-label="Health">
      <h2>{headline(facts)}</h2>
      {facts.stopped.length + facts.alarms.length === 0 ? null : (
        <ul>
          {facts.stopped.map(({ name, state }) => (
            <li key={name}>
              <span class="badge bad">Stopped</span>
              <a href={pathTo('queues')}>
                The mapping {name} is {state}. Its messages or stream records wait.
              </a>
            </li>
          ))}
          {facts.alarms.map(({ name, severity, suppressor, impact, since }) => (
            <li key={name}>
              <Severity severity={severity} suppressor={suppressor} />
              <a href={`${pathTo('alarms')}#${name}`}>{impact}</a>
              {since === null ? null : <RoughRelativeTime at={since} />}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface Facts {
  readonly alarms: readonly Alarm[];
  readonly failing: readonly Health[];
  /** How many partners there are. Undefined until the number is known. */
  readonly partners: number | undefined;
  /** The mappings that are not enabled. No alarm watches the state of a mapping. */
  readonly stopped: readonly Mapping[];
  /** How many deliveries became dead in the last `COUNTED_MINUTES`. */
  readonly dead: number;
  /** Whether alarms, failing partners and mappings have been loaded. */
  readonly isKnown: boolean;
}

/** A disabled mapping, or an alarm that pages, can affect many partners. Other problems can wait until the morning. */
function toneOfService({ alarms, failing, stopped, dead, isKnown }: Facts): 'bad' | 'warn' | 'good' | '' {
  if (stopped.length > 0 || alarms.some(({ severity }) => severity === 'page')) return 'bad';
  if (alarms.length + failing.length + dead > 0) return 'warn';
  return isKnown ? 'good' : '';
}

/** Returns, for example, `1 page since 07:57 · 5 of 17 partners failing · dead deliveries in the last hour: 567`. */
function headline(facts: Facts): string {
  const { alarms, failing, partners, stopped, dead, isKnown } = facts;
  const of = partners === undefined ? '' : ` of ${partners.toLocaleString('en')}`;
  const paging = alarms.filter(sendsPage);
  const parts = [
    paging.length > 0 && addSince(countWithNoun(paging.length, 'page'), paging.map(sinceOf)),
    stopped.length > 0 && `${countWithNoun(stopped.length, 'mapping')} stopped`,
    failing.length > 0 &&
      `${failing.length.toLocaleString('en')}${of} ${partners === 1 || (of === '' && failing.length === 1) ? 'partner' : 'partners'} failing`,
    dead > 0 && `dead deliveries in ${COUNTED_MINUTES.words}: ${dead.toLocaleString('en')}`,
    failing.length === 0 && alarms.length > 0 && `${countWithNoun(alarms.length, 'alarm')} raised`,
  ].filter((part) => part !== false);
  if (parts.length === 0)
    return isKnown
      ? 'No alarm is raised, and no partner is failing'
      : 'The state of alarms, partners or mappings is not known';
  // If an alarm pages or a mapping is stopped, a time at the end would mislead: it could be that of a failing partner.
  if (paging.length + stopped.length > 0) return parts.join(' · ');
  return addSince(
    parts.join(' · '),
    [...alarms.map(sinceOf), ...failing.map(({ failingSince }) => failingSince)],
    ' · ',
  );
}

const countWithNoun = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;
const sinceOf = ({ since }: Alarm) => since;

function addSince(words: string, times: readonly (string | null)[], separator = ' '): string {
  const first = times.filter((at) => at !== null).sort()[0];
  return first === undefined ? words : `${words}${separator}since ${clockText(first)}`;
}
