/**
 * Whose fault the outcome of an attempt is, as far as one attempt tells. Undefined for a success. docs/runbook.md, "A
 * partner is failing", has what the partner should check.
 */
export function causeOf(outcome: string): string | undefined {
  const status = /^status (\d)\d\d$/.exec(outcome);
  if (status?.[1] === '2') return undefined;
  if (status || outcome === 'redirect') return `The partner: its receiver responded, but not with a 2xx (${outcome}).`;
  return OTHERS[outcome] ?? NO_RESPONSE.replace('WHY', outcome);
}

const NO_RESPONSE =
  'Probably the partner: its receiver did not respond (WHY). If other partners fail in the same way, it is our network.';

const OTHERS: Readonly<Record<string, string>> = {
  'blocked address': 'The partner: the name of its receiver leads to an address that we do not send to.',
  interrupted: 'We: the function that ran the attempt ended before it could note an outcome.',
};
