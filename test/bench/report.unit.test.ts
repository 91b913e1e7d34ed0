import { describe, expect, it } from '@jest/globals';
import { withSection } from './report.ts';

describe('the page of measurements', () => {
  const page = withSection('# Performance\n\nMethod.\n', 'cold', '| 1 |');

  it('gets a section for a new bench', () => {
    expect(page).toBe(
      '# Performance\n\nMethod.\n\n<!-- measured by bench cold -->\n| 1 |\n<!-- end of bench cold -->\n',
    );
  });

  it('keeps the text around a section when the bench of that section runs again', () => {
    const edited = `${page}\nWhat it means.\n`;
    expect(withSection(edited, 'cold', '| 2 |')).toBe(edited.replace('| 1 |', '| 2 |'));
  });

  it('keeps the sections of the other benches when one bench runs again', () => {
    const both = withSection(page, 'warm', '| 3 |');
    expect(withSection(both, 'cold', '| 4 |')).toContain('| 3 |');
  });
});
