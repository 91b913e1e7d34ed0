import { type Credentials, clientSettings } from '../../tooling/local-service.ts';

/** The access key of engines and ports that a test starts itself. */
export const TEST_ACCESS: Credentials = { accessKeyId: 'local', secretAccessKey: 'local' };

/** Returns the settings of an SDK client for an engine or port that a test starts itself. */
export const testSettings = (endpoint: string) => clientSettings(endpoint, TEST_ACCESS);
