import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { withExamples } from '../../capacity/examples.ts';

const document = readFileSync(new URL('../../docs/scale.md', import.meta.url), 'utf8');

it('docs/scale.md shows three examples', () => {
  expect(document.match(/^\$ npm run -s capacity -- /gm)).toHaveLength(3);
});

it('docs/scale.md shows the present output of each example; npm run capacity:examples writes it', () => {
  expect(withExamples(document)).toBe(document);
});
