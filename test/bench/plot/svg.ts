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

const LEGEND_ROW = 18;

/** Draws the names in rows between two edges, and returns by how much further rows move the rest of the picture down. */
function legend(names: readonly string[], left: number, right: number) {
  let x = left;
  let y = 50;
  const drawn = names.map((name, index) => {
    const width = 26 + name.length * 6.6;
    if (x > left && x + width > right) {
      x = left;
      y += LEGEND_ROW;
    }
    const entry = tag('rect', { x, y: y - 9, width: 10, height: 10, fill: colour(index) }) + text(x + 15, y, name);
    x += width;
    return entry;
  });
  return { drawn, moved: y - 50 };
}

interface Frame {
  readonly title: string;
  readonly width: number;
  /** The height of the picture if its legend has one row. */
  readonly height: number;
  readonly names: readonly string[];
  readonly left: number;
}

export function drawing({ title, width, height: withOneRow, names, left }: Frame, parts: readonly string[]): string {
  const { drawn, moved } = legend(names, left, width);
  const height = withOneRow + moved;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escaped(title)}</title><style>${STYLE}</style>`,
    tag('rect', { width, height, class: 'paper' }),
    text(16, 24, title, { class: 'title' }),
    ...drawn,
    `<g transform="translate(0 ${moved})">`,
    ...parts,
    '</g>',
    '</svg>\n',
  ].join('\n');
}
