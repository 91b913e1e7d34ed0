import { type App, CloudFormationValidatePlugin, type IPolicyValidationPlugin, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';

/**
 * Makes synthesis fail on templates that break CloudFormation's rules, and on findings of cdk-nag's AwsSolutions rules
 * that are not accepted (accepted-findings.ts).
 */
export const addChecks = (app: App): void =>
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), STRICT_TEMPLATE_RULES);

/** The rules for templates. All apps of a process share them, because loading them takes seconds. */
const TEMPLATE_RULES = new CloudFormationValidatePlugin();

/**
 * The rules for templates, with warnings turned into errors. For a value that is not in the enum of its property
 * (W3030), CDK only warns, but the deployment fails.
 */
export const STRICT_TEMPLATE_RULES: IPolicyValidationPlugin = {
  name: 'Strict CloudFormation rules',
  validate: (context) => {
    const { violations, ...report } = TEMPLATE_RULES.validate(context);
    const errors = violations.map((violation) => ({ ...violation, severity: 'error' }));
    return { ...report, success: errors.length === 0, violations: errors };
  },
};
