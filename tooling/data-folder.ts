/** The data folder of the local service without `--demo`, unless `--data` names another. */
export const DEFAULT_DATA_DIR = '.local';
/** The data folder with `--demo`, unless `--data` names another. */
export const DEMO_DATA_DIR = '.demo';

/** The name of the ready file in the data folder. The file exists while the service runs. */
export const SERVICE_FILE = 'service.json';

/** The name of the file in the data folder with the console's port and token. Only the file's owner can read it. */
export const CONSOLE_FILE = 'console.json';

/** The name of the service's log in the data folder. */
export const LOG_FILE = 'service.log';

/** The age in days at which a log file is rotated. Only the previous file is kept. */
export const LOG_DAYS = 1;
export const previousLogFile = (logFile: string) => `${logFile}.1`;
