/**
 * The description of an alarm: the first thing that the person on call sees. The stack writes it; tools read the
 * severity and the heading from it.
 */

/** A page wakes somebody, because partners are affected now; a ticket waits for the morning. */
export type Severity = 'page' | 'ticket';

export interface AlarmDescription {
  /**
   * A part notifies nobody itself: it raises the alarm of its incident, which does. A window is one of the two that
   * decide whether an alarm on a burn rate is raised.
   */
  readonly severity: Severity | 'part' | 'window';
  /** What a partner notices, now or soon. One sentence. */
  readonly impact: string;
  /** The anchor in docs/runbook.md, without `#`. */
  readonly runbookAnchor: string;
  /** Of a part: the alarm that pages, without the prefix of the stage. */
  readonly incident?: string;
}

const SEVERITIES: Readonly<Record<string, AlarmDescription['severity']>> = {
  PAGE: 'page',
  TICKET: 'ticket',
  PART: 'part',
  WINDOW: 'window',
};

/** Returns the description as text, such as `TICKET: Events come late. Runbook: docs/runbook.md#wake-ups-are-old`. */
export function writeDescription({ severity, impact, runbookAnchor, incident }: AlarmDescription): string {
  const pagesAs = incident === undefined ? '' : ` Pages as ${incident}.`;
  return `${severity.toUpperCase()}: ${impact}${pagesAs} Runbook: docs/runbook.md#${runbookAnchor}`;
}

/** Reads the parts of a description. Returns `undefined` if the stack did not make the alarm. */
export function readDescription(description: string): AlarmDescription | undefined {
  const [, word = '', impact = '', incident, runbookAnchor = ''] =
    /^(PAGE|TICKET|PART|WINDOW): (.+?)(?: Pages as ([\w-]+)\.)? Runbook: docs\/runbook\.md#([\w-]+)$/.exec(
      description,
    ) ?? [];
  const severity = SEVERITIES[word];
  return severity && { severity, impact, runbookAnchor, ...(incident === undefined ? {} : { incident }) };
}
