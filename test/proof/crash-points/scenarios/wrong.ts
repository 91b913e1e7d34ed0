/** One sentence when it is so, none otherwise. */
export const wrongIf = (isSo: boolean, sentence: string): string[] => (isSo ? [sentence] : []);
