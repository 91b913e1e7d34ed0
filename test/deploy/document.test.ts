import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { synthesized } from '../lib/synthesized.ts';

const text = readFileSync(new URL('../../docs/deploy.md', import.meta.url), 'utf8');
const typed = z.object({ Resources: z.record(z.string(), z.object({ Type: z.string() })) });

describe('docs/deploy.md', () => {
  it('names every service in which CloudFormation has to make something', () => {
    const domain = {
      name: 'api.example.com',
      certificateArn: 'arn:aws:acm:eu-west-1:1:certificate/1',
      hostedZoneId: 'Z1',
    };
    const { stateful, service } = synthesized('prod', { domain });
    const types = [stateful, service].flatMap((template) => Object.values(typed.parse(template.toJSON()).Resources));
    const services = new Set(types.map(({ Type }) => Type.split('::')[1]));
    for (const name of services) expect(text).toContain(`\n| ${name} |`);
  });
});
