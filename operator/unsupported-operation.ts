const NAMES = ['InvalidAction', 'UnknownOperationException'];

/** Reports whether a local engine does not support a requested operation. AWS never returns these errors. */
export const isUnsupportedOperation = (error: unknown): boolean => error instanceof Error && NAMES.includes(error.name);
