export type Language = (hljs: unknown) => unknown;
declare const language: Language;
export default language;
