/** The defaults of `startSandbox`. */
export const DEFAULTS = { rateLimit: 'off', signatureClock: 'real' } as const;

/** The defaults of the command `partner-lines-sandbox`. */
export const COMMAND_DEFAULTS = { ...DEFAULTS, rateLimit: 'real' } as const;
