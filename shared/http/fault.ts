/** Name, message and stack of a fault. SDK errors also carry the request they belong to; that may hold personal data. */
export const faultOf = (thrown: unknown) =>
  thrown instanceof Error
    ? { name: thrown.name, message: thrown.message, stack: thrown.stack }
    : { name: typeof thrown };
