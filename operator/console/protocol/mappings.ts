/** The mappings through which events are sent. While these mappings are off, finished calls are still recorded. */
export const DELIVERING_MAPPINGS = ['deliver', 'deliver-slow', 'deliver-hung'] as const;

export const isDelivering = (mapping: string): boolean => DELIVERING_MAPPINGS.some((name) => name === mapping);
