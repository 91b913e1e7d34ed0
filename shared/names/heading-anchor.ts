/** Returns the anchor that GitHub makes for a heading of letters, digits, commas, apostrophes, hyphens and spaces. */
export const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replace(/\s/g, '-');
