/** Returns the sentence in a list if `isSo`, otherwise an empty list. */
export const wrongIf = (isSo: boolean, sentence: string): string[] => (isSo ? [sentence] : []);
