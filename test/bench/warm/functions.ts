import { type Action, ROUTES } from '../../../shared/contract/routes.ts';

/** The functions that this bench measures: those for which a partner or a caller waits. */
export type Warm = Action | 'line-for-call';
export const WARM: readonly Warm[] = [...ROUTES.map(({ action }) => action), 'line-for-call'];
