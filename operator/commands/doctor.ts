import * as z from 'zod';
import { defineCommand } from '../command.ts';
import { runCheck } from '../doctor/check.ts';
import { DELIVERY_CHECKS, PARTNER_CHECKS } from '../doctor/delivery-checks.ts';
import { SERVICE_CHECKS } from '../doctor/service-checks.ts';
import { TABLE_CHECKS, VERIFY_CHECK } from '../doctor/table-checks.ts';
import { mapInParallel } from '../map-in-parallel.ts';

const CHECKS = [...SERVICE_CHECKS, ...TABLE_CHECKS, VERIFY_CHECK, ...DELIVERY_CHECKS, ...PARTNER_CHECKS];
const AT_A_TIME = 8;

export const DOCTOR_COMMANDS = {
  doctor: defineCommand({
    summary: 'Check the parts of the service, and say what is wrong and what to do',
    options: z.object({}),
    reads: async (target) => {
      const findings = await mapInParallel(CHECKS, AT_A_TIME, async (check) => ({
        check: check.name,
        ...(await runCheck(check, target)),
      }));
      const bad = findings.filter(({ ok }) => !ok);
      const problems = bad.length === 0 ? [] : [`${bad.length} of ${findings.length} checks found something wrong.`];
      return { value: findings, problems };
    },
  }),
};
