import { createRequire } from 'node:module';
import * as z from 'zod';

interface Engine {
  validateTemplate(template: object, options: object): unknown;
  free(): void;
}

const isFunction = (value: unknown) => typeof value === 'function';
const validator = z.object({
  version: z.custom<() => string>(isFunction),
  CompositeEngine: z.custom<new (config: object) => Engine>(isFunction),
  TemplateContent: z.custom<new (json: string) => object>(isFunction),
});

/**
 * `@aws/cloudformation-validate`: CloudFormation's own rules for templates, by AWS, offline. It is part of aws-cdk-lib and
 * loaded from there, so its version changes with that of aws-cdk-lib and with nothing else.
 */
function load() {
  const ofCdk = createRequire(createRequire(import.meta.url).resolve('aws-cdk-lib'));
  return validator.parse(ofCdk('@aws/cloudformation-validate'));
}

const finding = z.object({
  ruleId: z.string(),
  message: z.string(),
  propertyPath: z.string().optional(),
  entity: z.object({ logicalId: z.string().optional() }).optional(),
});
const report = z.object({ diagnostics: z.array(finding) });

/** A dependency that is stated twice, as CDK does for a function and its role. Harmless. */
const STATED_TWICE = 'W3005';
/** Leaves out INFO: style, and which properties cannot be changed in place. */
const OPTIONS = { severityLevel: 'WARN', exclude: { ids: [STATED_TWICE] } };

/** The rules, loaded: takes seconds, and memory outside JavaScript's heap until it is closed. */
export function openValidator() {
  const { version, CompositeEngine, TemplateContent } = load();
  const engine = new CompositeEngine({});
  return {
    version: version(),
    /** What CloudFormation would refuse, or warns of, in a template: one line for each finding. */
    findingsIn: (json: string): string[] =>
      report
        .parse(engine.validateTemplate(new TemplateContent(json), OPTIONS))
        .diagnostics.map(({ ruleId, message, propertyPath, entity }) =>
          [ruleId, entity?.logicalId, propertyPath, message].filter((part) => part !== undefined).join(' '),
        ),
    close: () => engine.free(),
  };
}
