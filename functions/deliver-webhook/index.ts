import { connected } from './connected.ts';

export const handler = connected();
