/** The most messages that SQS accepts, returns or deletes with one request. */
export const MESSAGES_PER_REQUEST = 10;
/** The most records of the table's stream that relay gets at a time. */
export const RECORDS_PER_BATCH = 100;
