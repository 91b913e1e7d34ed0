import type { Check } from '../check.ts';
import type { World } from '../world.ts';
import { ALARM_CHECKS } from './alarm-checks.ts';
import { BY_HAND_CHECKS } from './by-hand.ts';
import { CALL_CHECKS } from './call-checks.ts';
import { CONTRACT_CHECKS, TERMINATION_CHECK } from './contract-checks.ts';
import { EDGE_CHECKS, WAF_CHECK } from './edge-checks.ts';
import { GATEWAY_CHECKS } from './gateway-checks.ts';
import { OPERATION_CHECKS } from './operation-checks.ts';

/** Every check, in its order. */
export const CHECKS: readonly Check<World>[] = [
  ...GATEWAY_CHECKS,
  ...CONTRACT_CHECKS,
  ...CALL_CHECKS,
  TERMINATION_CHECK,
  ...OPERATION_CHECKS,
  ...ALARM_CHECKS,
  ...EDGE_CHECKS,
  ...BY_HAND_CHECKS,
  WAF_CHECK,
];
