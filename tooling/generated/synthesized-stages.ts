import { type Acceptance, acceptancesIn } from '../../lib/accepted-findings.ts';
import { serviceApp } from '../../lib/app.ts';
import { stageSettings } from '../../lib/stages.ts';

/** Both templates of a stage, and the findings of cdk-nag that the stacks accept. */
export interface Synthesized {
  readonly stateful: unknown;
  readonly service: unknown;
  readonly acceptances: readonly Acceptance[];
}

export function synthesize(bundlesDir: string, stage: string): Synthesized {
  const { app, data, service } = serviceApp({ bundlesDir, settings: stageSettings(stage) });
  const assembly = app.synth();
  return {
    stateful: assembly.getStackByName(data.stackName).template,
    service: assembly.getStackByName(service.stackName).template,
    acceptances: acceptancesIn(app),
  };
}
