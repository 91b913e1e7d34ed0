import { connectHandler } from './connect-handler.ts';

export const handler = connectHandler();
