/** How many messages SQS accepts, returns or deletes with one request, at most. */
export const MESSAGES_PER_REQUEST = 10;
/** How many records of the table's stream the relay gets at a time, at most. */
export const RECORDS_PER_BATCH = 100;
