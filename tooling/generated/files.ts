import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { neededConcurrency } from '../../lib/functions/concurrency.ts';
import { STAGE_NAMES, STAGES, stageSettings } from '../../lib/stages.ts';
import { clientTypes, forbiddenReasonsSource } from '../../partner-docs/openapi/client-types.ts';
import { openApiText } from '../../partner-docs/openapi/document.ts';
import { DELIVERY_STATUSES, STATUS_MEANINGS } from '../../shared/domain/deliveries/delivery.ts';
import { EVIDENCE } from '../../shared/domain/deliveries/lane.ts';
import { OBJECTIVES } from '../../shared/names/objectives.ts';
import { warmInstanceMonthlyUsd } from '../capacity/cost.ts';
import { scaleParts } from '../capacity/scale-parts.ts';
import { markdownTable } from '../command-line/tables.ts';
import { folderTable } from '../folders.ts';
import { rightsDocument } from '../rights/document.ts';
import { operatorRightsTable } from '../rights/policies/operator-rights.ts';
import { roleHoldersIn } from '../rights/roles.ts';
import { vectorsText } from '../vectors/vectors-file.ts';
import { alarmTable } from './alarm-table.ts';
import { idleCostTable } from './idle-cost.ts';
import { replaceParts } from './replace-parts.ts';
import { clientRulesSource, receiverRulesSource } from './service-rules.ts';
import type { Synthesized } from './synthesized-stages.ts';
import { clientMaskingSource, schemasText } from './voice-platform.ts';

type Stages = (stage: (typeof STAGES)[number]) => Synthesized;
/** Returns the text that a file should have. `present` is its current text, for files with generated parts. */
type Generate = (present: string, stages: Stages) => string | Promise<string>;

const reliabilityParts = () => ({
  statuses: markdownTable(
    ['status', 'meaning'],
    DELIVERY_STATUSES.map((status) => [`\`${status}\``, STATUS_MEANINGS[status]]),
  ),
  objectives: markdownTable(
    ['objective', 'target', 'what counts as good'],
    OBJECTIVES.map(({ name, targetPercent, promise }) => [name, `${targetPercent} %`, promise]),
  ),
  'lane-marks': markdownTable(
    ['an attempt takes at least', "the partner's wake-ups move to the lane", 'for'],
    EVIDENCE.map(({ afterMs, lane, forMs }) => [`${afterMs / 1_000} s`, lane, `${forMs / 1_000} s`]),
  ),
});

const warmInstancePrice = () => `$${warmInstanceMonthlyUsd().toFixed(2)}`;

/** Lists for each stage how people sign in, and to whom they escalate. */
const onCallTable = () =>
  markdownTable(
    ['stage', 'sign in', 'escalate to'],
    STAGE_NAMES.map((stage) => {
      const { signIn, escalation } = stageSettings(stage).operations ?? {};
      return [stage, signIn === undefined ? NOT_SET : `\`${signIn}\``, escalation ?? NOT_SET];
    }),
  );
const NOT_SET = '–';

/** The files that `npm run generate` writes, or parts of them, except the templates' snapshots and tooling/release. */
const FILES: Readonly<Record<string, Generate>> = {
  'openapi.json': () => openApiText(),
  'clients/typescript/src/openapi-types.ts': clientTypes,
  'clients/typescript/src/forbidden-reasons.ts': forbiddenReasonsSource,
  'clients/typescript/src/service-rules.ts': clientRulesSource,
  'clients/receiver/vectors.json': vectorsText,
  'clients/receiver/src/service-rules.ts': receiverRulesSource,
  'clients/voice-platform/schemas.json': schemasText,
  'clients/voice-platform/src/phone-number.ts': clientMaskingSource,
  'CONTRIBUTING.md': (page) => replaceParts(page, { folders: folderTable() }),
  'docs/reliability.md': (page) => replaceParts(page, reliabilityParts()),
  'docs/scale.md': (page) => replaceParts(page, { ...scaleParts(), 'warm-instance': warmInstancePrice() }),
  'docs/deploy.md': (page, stages) =>
    replaceParts(page, {
      'idle-cost': idleCostTable(new Map(STAGES.map((stage) => [stage, stages(stage)]))),
      'prod-concurrency': String(neededConcurrency(stageSettings('prod'))),
      'warm-instance': warmInstancePrice(),
    }),
  'docs/runbook.md': (page, stages) =>
    replaceParts(page, { 'on-call': onCallTable(), alarms: alarmTable(stages('prod').service, 'prod', page) }),
  'docs/rights.md': (page, stages) => {
    const { service, acceptances } = stages('prod');
    const functions = rightsDocument(roleHoldersIn(service), acceptances);
    return replaceParts(page, { functions, 'operator-rights': operatorRightsTable() });
  },
};

/** Returns each generated file with its current text, and the text that it should have. */
export const generatedFiles = (root: string, stages: Stages) =>
  Object.entries(FILES).map(([file, generate]) => {
    const present = readFileSync(join(root, file), 'utf8');
    return { file, present, text: async () => generate(present, stages) };
  });
