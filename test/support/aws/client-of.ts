/** Returns an SDK client that passes its commands to `send` and not to a network. */
export const clientOf = <Client extends object, Command>(
  { prototype }: { readonly prototype: Client },
  send: (command: Command) => unknown,
): Client => Object.assign(Object.create(prototype), { send });
