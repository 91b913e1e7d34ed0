/**
 * The functions whose log lines are about calls. The saved query of the stack and `call trace` read the logs of exactly
 * these functions, because CloudWatch charges for every gigabyte that a query scans.
 */
const TRACED_FUNCTIONS = ['record-call', 'intake', 'relay', 'deliver-webhook', 'sweep'] as const;

export const callLogGroups = (logGroupPrefix: string) => TRACED_FUNCTIONS.map((name) => `${logGroupPrefix}/${name}`);

/** The most lines that the query returns: the default of Logs Insights. */
export const MOST_LINES = 10_000;

/** Returns the query for the lines about a call, oldest first. It may find a few lines about other calls. */
export const callTraceQuery = (callId: string) =>
  ['fields @timestamp, @message', `filter ${isAbout(callId)}`, 'sort @timestamp asc', `limit ${MOST_LINES}`].join(
    '\n| ',
  );

/** Matches text that needs no escape in a query. */
const PLAIN = /^[\w.:-]+$/;

/**
 * Returns the condition of the query on the call id. The id may have quotes, backslashes and bars. The query needs no
 * escapes, because it accepts any text of 1 to 12 characters for a special character. The reader of the lines must
 * compare the whole id.
 */
const isAbout = (callId: string) =>
  PLAIN.test(callId)
    ? `@message like "${callId}"`
    : `@message like /"${callId.replaceAll(/[^A-Za-z0-9]/gu, '.{1,12}')}"/`;
