const IDENTIFIER = String.raw`[A-Za-z_$][\w$]*`;
/** A name, with or without dots, such as `order` or `order.id`. */
const NAME = String.raw`${IDENTIFIER}(?:\.${IDENTIFIER})*`;
const NUMBER = String.raw`[-+]?\d+(?:\.\d+)?`;
/** Text in straight quotes. Curly quotes do not count, because editors put them into prose. */
const QUOTED = `(?:"[^"]*"|'[^']*')`;
const VALUE = `(?:${NAME}|${NUMBER}|${QUOTED})`;
/** Types that count as code after a colon. Other names do not, because people write `(ID: cornercafe)`. */
const TYPE = String.raw`(?:${anyCasePattern('str(?:ing)?|int(?:eger)?|number|float|bool(?:ean)?|date(?:time)?|time|list|array|object|dict|any')})(?:\[\]|<[\w, ]*>)?`;
const ARGUMENT = String.raw`(?:\*{1,2}|\.{3})?(?:(?:${NAME}\s*=\s*)?${VALUE}|${NAME}\??\s*:\s*(?:${TYPE}(?:\s*=\s*${VALUE})?|${NUMBER}|${QUOTED}))`;
const ARGUMENTS = String.raw`(?:${ARGUMENT}\s*,\s*)*`;
/** An argument that only code can have: an object, an array or a nested function call. */
const NESTED = String.raw`(?:${NAME}\s*[=:]\s*)?(?:[{[]|${NAME}\()`;

const SNAKE_CASE = '_*[A-Za-z][A-Za-z0-9]*(?:_+[A-Za-z0-9]+)+_*';
/**
 * A camelCase name. It needs at least two characters before the capital letter, because a name with only one may be a
 * brand: `iPhone(refurbished)`.
 */
const CAMEL_CASE = '_*[a-z][a-z0-9]+[A-Z][A-Za-z0-9]*_*';

const NOT_IN_A_WORD = String.raw`(?<![\p{L}\p{N}_$])`;
const WORD_ENDS = String.raw`(?![\p{L}\p{N}])`;

const CALL = String.raw`(?<!\w)(?:${SNAKE_CASE}|${CAMEL_CASE})\(\s*(?:\)|${ARGUMENTS}(?:${ARGUMENT}\s*,?\s*\)|${NESTED}))`;

/** An arrow between code tokens. A number with a unit is prose: `VIP => 10% off`. */
const ARROW = String.raw`${NOT_IN_A_WORD}(?:${IDENTIFIER}|["'][\w.\s-]*["']|\(\s*(?:${ARGUMENTS}${ARGUMENT}\s*)?\))\s*=>\s*[([{]*(?:${IDENTIFIER}${WORD_ENDS}|${NUMBER}(?!\s*[%\p{L}\p{N}])|["'{}[\])])`;

const CODE = new RegExp(String.raw`${CALL}|${ARROW}|\{\{|\x60{3}`, 'u');

/**
 * Reports whether a text has notation that only code has: a snake_case or camelCase name before empty brackets or
 * arguments in brackets, an arrow between code tokens, `{{`, or three back-ticks. An explanation in brackets is prose.
 */
export const hasCodeNotation = (text: string): boolean => CODE.test(text);

/** Replaces each letter by a character class of both cases, because V8 once matched `(?i:…)` case-sensitively. */
function anyCasePattern(pattern: string): string {
  return pattern.replaceAll(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}
