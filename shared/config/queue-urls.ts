import { loadConfig } from './config.ts';

/** Returns the URLs of the queues of wake-ups, by lane. */
export function queueUrls() {
  const { QUEUE_URL, SLOW_QUEUE_URL, HUNG_QUEUE_URL } = loadConfig(['QUEUE_URL', 'SLOW_QUEUE_URL', 'HUNG_QUEUE_URL']);
  return { main: QUEUE_URL, slow: SLOW_QUEUE_URL, hung: HUNG_QUEUE_URL };
}
