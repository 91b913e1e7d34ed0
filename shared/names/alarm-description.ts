/**
 * The description of an alarm: the first thing that the person on call sees. The stack writes it; tools read the
 * severity and the heading from it.
 */

/** A page wakes somebody, because partners are affected now; a ticket waits for the morning. */
export type Severity = 'page' | 'ticket';

export interface AlarmDescription {
  /** A part of a composite alarm notifies nobody itself, so it has no severity. */
  readonly severity: Severity | 'part';
  /** What a partner notices, now or soon. One sentence. */
  readonly impact: string;
  /** The anchor in docs/runbook.md, without `#`. */
  readonly runbookAnchor: string;
}

const SEVERITIES: Readonly<Record<string, AlarmDescription['severity']>> = {
  PAGE: 'page',
  TICKET: 'ticket',
  PART: 'part',
};

/** Returns the description as text, such as `TICKET: Events come late. Runbook: docs/runbook.md#wake-ups-are-old`. */
export const writeDescription = ({ severity, impact, runbookAnchor }: AlarmDescription): string =>
  `${severity.toUpperCase()}: ${impact} Runbook: docs/runbook.md#${runbookAnchor}`;

/** Reads the parts of a description. Returns `undefined` if the stack did not make the alarm. */
export function readDescription(description: string): AlarmDescription | undefined {
  const [, word = '', impact = '', runbookAnchor = ''] =
    /^(PAGE|TICKET|PART): (.+) Runbook: docs\/runbook\.md#([\w-]+)$/.exec(description) ?? [];
  const severity = SEVERITIES[word];
  return severity && { severity, impact, runbookAnchor };
}
