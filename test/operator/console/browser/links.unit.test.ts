import { describe, expect, it } from '@jest/globals';
import { isStackName, linkTo, otherStackIn, pathInLink } from '../../../../operator/console/browser/links.ts';

const STACK = { service: 'partner-lines-prod-service', operator: '', isLocal: false, isWritable: false, commit: null };
const LOCAL = { ...STACK, service: 'partner-lines-dev-service', isLocal: true };
const address = (path: string, query = '') => ({ path, query: new URLSearchParams(query) });

describe('links to pages of the operator console', () => {
  it('a link to a console page of a stack contains the filter and the name of the stack', () => {
    expect(linkTo(address('/partners/pt_1', 'status=dead'), STACK)).toBe(
      '/partners/pt_1?status=dead&stack=partner-lines-prod-service',
    );
  });

  it('a link to a console page of the local service contains no stack name', () => {
    expect(linkTo(address('/deliveries/c%2F1'), LOCAL)).toBe('/deliveries/c%2F1');
  });

  it.each([
    ['names no stack', undefined, '', STACK],
    ['names this stack', undefined, 'stack=partner-lines-prod-service', STACK],
    ['names another stack', 'partner-lines-dev-service', 'stack=partner-lines-dev-service', STACK],
    ['names a stack but the service is local', 'partner-lines-dev-service', 'stack=partner-lines-dev-service', LOCAL],
    ['names an empty stack', '', 'stack=', STACK],
  ])('for a link that %s, otherStackIn returns %j', (_, other, query, about) => {
    expect(otherStackIn(new URLSearchParams(query), about)).toBe(other);
  });

  it.each(['', 'x\u001b[201~\nid', '$(id)', '--help', 'a b', '1-service', `a${'-'.repeat(128)}`])(
    'isStackName rejects %j',
    (name) => {
      expect(isStackName(name)).toBe(false);
    },
  );

  it('isStackName accepts the name of a service stack', () => {
    expect(isStackName(STACK.service)).toBe(true);
  });

  it('the console recognizes links to its pages on any port', () => {
    expect(pathInLink('http://127.0.0.1:4711/deliveries/c%2F1?stack=s')).toBe('/deliveries/c%2F1?stack=s');
    for (const text of ['http://evil.test/alarms', 'http://127.0.0.1:1/nothing', 'call_1', 'javascript:alert(1)', ''])
      expect(pathInLink(text)).toBeUndefined();
  });
});
