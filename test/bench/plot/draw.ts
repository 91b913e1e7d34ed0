import type { Plot } from '../figure.ts';
import { drawBars } from './bars.ts';
import { drawLines } from './lines.ts';

/** Returns the plot as the content of an SVG file. */
export const draw = (plot: Plot): string => (plot.kind === 'bars' ? drawBars(plot) : drawLines(plot));
