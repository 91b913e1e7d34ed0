/** The beginning of the names of a stage's resources, except its log groups. */
export const stagePrefix = (stage: string) => `partner-lines-${stage}`;

export const stackNameOf = (stage: string, stack: 'service' | 'stateful') => `${stagePrefix(stage)}-${stack}`;

/** Returns the stage of a service stack; `undefined` for any other name. */
export const stageOfStack = (serviceStack: string) => /^partner-lines-(.+)-service$/.exec(serviceStack)?.[1];

export const logGroupPrefix = (stage: string) => `/partner-lines/${stage}`;
