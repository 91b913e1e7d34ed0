import { clock } from '../../shared/config/clock.ts';
import { handlerWithTable } from '../../shared/entry/handler-with-table.ts';
import { createHandler } from './handler.ts';

export const handler = handlerWithTable((deps) => createHandler({ ...deps, nowMs: clock() }));
