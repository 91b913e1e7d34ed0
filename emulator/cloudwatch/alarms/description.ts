import type { Severity } from './alarm.ts';

export interface Described {
  readonly severity: Severity;
  /** What a partner notices. */
  readonly impact: string;
  /** The anchor in docs/runbook.md, without `#`. */
  readonly runbookAnchor: string;
}

const SEVERITIES: Readonly<Record<string, Severity>> = { PAGE: 'page', TICKET: 'ticket' };

/** What an alarm's description says, in the form the stack gives all of them; `undefined` for one that is none of ours. */
export function readDescription(description: string): Described | undefined {
  const [, word = '', impact = '', runbookAnchor = ''] =
    /^(PAGE|TICKET): (.+) Runbook: docs\/runbook\.md#([\w-]+)$/.exec(description) ?? [];
  const severity = SEVERITIES[word];
  return severity && { severity, impact, runbookAnchor };
}
