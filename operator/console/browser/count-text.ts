/** Returns a count such as `12,345`. */
export const countText = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',');
