/** Follows the colour scheme of the reader, even when the file is shown as an image. */
const STYLE = `
  svg { font: 12px system-ui, sans-serif; --ink: #1f2328; --faint: #d1d9e0; --paper: #ffffff; }
  @media (prefers-color-scheme: dark) { svg { --ink: #e6edf3; --faint: #3d444d; --paper: #0d1117; } }
  text { fill: var(--ink); } .title { font-size: 14px; font-weight: 600; }
  .grid { stroke: var(--faint); stroke-width: 1; } .limit { stroke: var(--ink); stroke-dasharray: 4 3; }
  .paper { fill: var(--paper); }`;

/** The palette of Okabe and Ito, which colour-blind people can distinguish, on white and on black. */
const COLOURS = ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00', '#8a8a8a'];
export const colour = (index: number) => COLOURS[index % COLOURS.length] ?? '#8a8a8a';

type Attributes = Readonly<Record<string, string | number>>;

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[character] ?? '&quot;');

export function tag(name: string, attributes: Attributes, content = ''): string {
  const written = Object.entries(attributes).map(([key, value]) => {
    const short = typeof value === 'number' ? Number(value.toFixed(1)) : escaped(value);
    return ` ${key}="${short}"`;
  });
  return `<${name}${written.join('')}>${content}</${name}>`;
}

export const text = (x: number, y: number, content: string, attributes: Attributes = {}) =>
  tag('text', { x, y, ...attributes }, escaped(content));

export const line = (x1: number, y1: number, x2: number, y2: number, kind: 'grid' | 'limit') =>
  tag('line', { x1, y1, x2, y2, class: kind });

export function legend(names: readonly string[], x: number, y: number): string {
  let at = x;
  return names
    .map((name, index) => {
      const here = at;
      at += 26 + name.length * 6.6;
      return tag('rect', { x: here, y: y - 9, width: 10, height: 10, fill: colour(index) }) + text(here + 15, y, name);
    })
    .join('\n');
}

export const drawing = (title: string, width: number, height: number, parts: readonly string[]) =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escaped(title)}</title><style>${STYLE}</style>`,
    tag('rect', { width, height, class: 'paper' }),
    text(16, 24, title, { class: 'title' }),
    ...parts,
    '</svg>\n',
  ].join('\n');
