import type { Act } from '../scenarios/scenario.ts';
import type { Partner } from './partners.ts';
import type { Pipeline } from './pipeline.ts';

interface Deps {
  readonly partners: readonly Partner[];
  readonly pipe: Pipeline;
  readonly beginDrain: (role: string) => void;
}

/** Returns a function that performs the acts of a scenario. */
export const performer =
  ({ partners, pipe, beginDrain }: Deps) =>
  (act: Act): void => {
    const idsOf = (ofRole: string) => partners.flatMap(({ role, partnerId }) => (role === ofRole ? [partnerId] : []));
    switch (act.act) {
      case 'stop pipeline':
        pipe.stop();
        break;
      case 'stop lanes':
        pipe.stopLanes();
        break;
      case 'start pipeline':
        pipe.start();
        break;
      case 'measure drain':
        beginDrain(act.role);
        break;
      case 'suspend':
        for (const partnerId of idsOf(act.role)) void pipe.suspend(partnerId);
        break;
      case 'break secrets':
        idsOf(act.role).forEach(pipe.breakSecret);
        break;
      case 'mend secrets':
        idsOf(act.role).forEach(pipe.mendSecret);
    }
  };
