import type { Notices } from '../../../shared/delivery/notices.ts';
import { healthStore } from '../../../shared/store/partners/health.ts';
import { listPartners, type OnUnreadable } from '../../../shared/store/partners/registry.ts';
import type { Table } from '../../../shared/store/table/connect.ts';

/** Returns what the functions need to know the health of partners. Nobody receives their notices unless a test does. */
export const healthOn = (table: Table, notices: Notices = { send: async () => undefined }) => ({
  health: healthStore(table),
  notices,
  partners: (onUnreadable: OnUnreadable) => listPartners(table, onUnreadable),
});
