/** The defaults of `startSandbox`. */
export const DEFAULTS = { rateLimit: 'off', signatureClock: 'real' } as const;

/** The defaults of the command. */
export const COMMAND_DEFAULTS = { ...DEFAULTS, rateLimit: 'real' } as const;
