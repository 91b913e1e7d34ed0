import { onTable } from '../../shared/entry/on-table.ts';
import { createHandler } from './handler.ts';

export const handler = onTable(createHandler);
