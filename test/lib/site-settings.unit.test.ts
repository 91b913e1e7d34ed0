import { describe, expect, it } from '@jest/globals';
import { siteSettingsOf } from '../../lib/site-settings.ts';
import { checkedSettings, stageSettings } from '../../lib/stages.ts';

const domain = { name: 'api.acme.example', certificateArn: 'arn:aws:acm:eu-west-1:123456789012:certificate/1' };

describe('what the pages for partners say about a stage', () => {
  it('is what its setting docs says, and for how long it keeps calls', () => {
    const docs = { docsUrl: 'https://docs.acme.example', baseUrl: 'https://edge.acme.example', company: 'Acme' };
    expect(siteSettingsOf({ docs, domain, callsDays: 30 })).toEqual({ ...docs, callsDays: 30 });
  });

  it('names the custom domain, if nothing else is set', () => {
    expect(siteSettingsOf({ docs: undefined, domain, callsDays: undefined })).toEqual({
      baseUrl: 'https://api.acme.example',
    });
  });

  it.each([
    ['an address without TLS', { docsUrl: 'http://docs.acme.example' }],
    ['an address with a slash at its end', { baseUrl: 'https://api.acme.example/' }],
    ['support that is neither an email address nor an address', { support: 'help desk' }],
    ['an unknown name', { docUrl: 'https://docs.acme.example' }],
  ])('cannot be %s', (_what, docs) => {
    expect(() => checkedSettings({ ...stageSettings('prod'), docs })).toThrow(/lib\/stages\.ts are wrong/);
  });
});
