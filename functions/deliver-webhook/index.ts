import { connectHandler } from './connected.ts';

export const handler = connectHandler();
