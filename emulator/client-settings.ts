import { REGION } from './cloudformation/template/local-names.ts';

/** No engine checks them; the SDK demands some. */
export const CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' } as const;

/** What a client of one of the engines is made with. */
export const clientSettings = (endpoint: string) => ({ endpoint, region: REGION, credentials: CREDENTIALS });
