/** Returns an SDK client that gives its commands to `send` instead of a network. */
export const clientOf = <Client extends object, Command>(
  { prototype }: { readonly prototype: Client },
  send: (command: Command) => unknown,
): Client => Object.assign(Object.create(prototype), { send });
