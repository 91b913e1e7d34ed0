// Types for highlight.js. Its own types would add the types of a browser to the whole program.
import type { Language } from './language.d.ts';

declare const hljs: {
  registerLanguage(name: string, language: Language): void;
  highlight(code: string, options: { readonly language: string }): { readonly value: string };
};
export default hljs;
