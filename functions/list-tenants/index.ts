import { clock } from '../../shared/config/clock.ts';
import { onTable } from '../../shared/entry/on-table.ts';
import { createHandler } from './handler.ts';

export const handler = onTable((deps) => createHandler({ ...deps, nowMs: clock() }));
