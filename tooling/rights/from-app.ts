import type { serviceApp } from '../../lib/app.ts';
import { acceptancesIn } from './acceptances.ts';
import { rightsDocument } from './document.ts';
import { holdersIn } from './roles.ts';

/** Returns docs/rights.md for a stage. */
export function rightsOf({ app, service }: ReturnType<typeof serviceApp>): string {
  const { template } = app.synth().getStackByName(service.stackName);
  return rightsDocument(holdersIn(template), acceptancesIn(app));
}
