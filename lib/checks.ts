import { type App, CloudFormationValidatePlugin, type IPolicyValidationPlugin, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';

/**
 * Makes synthesis fail on everything that CloudFormation would reject, and on every finding of AWS's rules for good
 * stacks that nothing accepts (accept.ts).
 */
export const addChecks = (app: App): void =>
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), STRICT_TEMPLATE_RULES);

/** Shared by all apps of a process, because loading the rules takes seconds. */
const TEMPLATE_RULES = new CloudFormationValidatePlugin();

/**
 * Turns warnings into errors. CDK only warns of a value that its enum does not have (W3030), but CloudFormation fails
 * on it during the deployment.
 */
export const STRICT_TEMPLATE_RULES: IPolicyValidationPlugin = {
  name: 'Strict CloudFormation rules',
  validate: (context) => {
    const { violations, ...report } = TEMPLATE_RULES.validate(context);
    const errors = violations.map((violation) => ({ ...violation, severity: 'error' }));
    return { ...report, success: errors.length === 0, violations: errors };
  },
};
