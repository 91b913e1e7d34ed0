import { type App, CloudFormationValidatePlugin, type IPolicyValidationPlugin, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';

/**
 * Makes synthesis fail on every finding of AWS's rules for a good stack that is not explained (accept.ts), and on
 * everything in a template that CloudFormation would reject.
 */
export const addChecks = (app: App): void =>
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), STRICT_TEMPLATE_RULES);

/** Takes seconds to load its rules, so all apps of a process share one. */
const TEMPLATE_RULES = new CloudFormationValidatePlugin();

/** CDK only warns of a value that its enum does not have (W3030); CloudFormation fails over it while it deploys. */
export const STRICT_TEMPLATE_RULES: IPolicyValidationPlugin = {
  name: 'Strict CloudFormation rules',
  validate: (context) => {
    const { violations, ...report } = TEMPLATE_RULES.validate(context);
    const errors = violations.map((violation) => ({ ...violation, severity: 'error' }));
    return { ...report, success: errors.length === 0, violations: errors };
  },
};
