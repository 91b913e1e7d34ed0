/**
 * Writes and reads the description of an alarm, which is the first text that the person on call sees. The stack writes
 * the description, and tools read it.
 */

/**
 * The construct of the service stack whose alarms only end a rollout, and notify nobody. CloudFormation begins their
 * names with the names of the stack and of this construct.
 */
export const ROLLOUT = 'Rollout';

/** A page wakes somebody, because partners are affected now; a ticket waits for the morning. */
export type Severity = 'page' | 'ticket';

export interface AlarmDescription {
  /**
   * What the alarm does when it is raised. A part notifies nobody: it raises the alarm of its incident, which pages. A
   * window is one of two alarms that together decide whether an alarm on a burn rate is raised.
   */
  readonly severity: Severity | 'part' | 'window';
  /** What a partner notices, now or soon. */
  readonly impact: string;
  /** The anchor of the alarm's heading in the runbook, without `#`. */
  readonly runbookAnchor: string;
  /** Only for the severity `part`: the name of the incident's alarm, without the prefix of the stage. */
  readonly incident?: string;
}

const SEVERITIES: Readonly<Record<string, AlarmDescription['severity']>> = {
  PAGE: 'page',
  TICKET: 'ticket',
  PART: 'part',
  WINDOW: 'window',
};

/** Returns the address of a heading in the runbook. */
export const runbookLink = (anchor: string) => `docs/runbook.md#${anchor}`;

/** Returns the description as text, such as `TICKET: Events come late. Runbook: docs/runbook.md#wake-ups-are-old`. */
export function writeDescription({ severity, impact, runbookAnchor, incident }: AlarmDescription): string {
  const pagesAs = incident === undefined ? '' : ` Pages as ${incident}.`;
  return `${severity.toUpperCase()}: ${impact}${pagesAs} Runbook: ${runbookLink(runbookAnchor)}`;
}

/** Does not use `runbookLink`, because the sandbox contains this pattern, and must not contain the path of the runbook. */
const DESCRIPTION = /^(PAGE|TICKET|PART|WINDOW): (.+?)(?: Pages as ([\w-]+)\.)? Runbook: docs\/runbook\.md#([\w-]+)$/;

/** Reads a description. Returns `undefined` for another form, such as that of the alarms of `ROLLOUT`. */
export function readDescription(description: string): AlarmDescription | undefined {
  const [, word = '', impact = '', incident, runbookAnchor = ''] = DESCRIPTION.exec(description) ?? [];
  const severity = SEVERITIES[word];
  return severity && { severity, impact, runbookAnchor, ...(incident === undefined ? {} : { incident }) };
}

/** Returns the anchor that GitHub makes for a heading of letters, digits, commas, apostrophes, hyphens and spaces. */
export const headingAnchor = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replace(/\s/g, '-');
