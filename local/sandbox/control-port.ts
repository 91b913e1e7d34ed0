import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import * as z from 'zod';
import { UsageError } from '../../operator/command.ts';
import { errorSentence } from '../../operator/errors.ts';
import { closeServer, listen } from '../../tooling/machine/loopback.ts';
import { rejectForeignPages } from '../../tooling/machine/reject-foreign-pages.ts';
import { BodyTooLarge, readText } from '../aws/http/request-body.ts';

export interface ControlCommand {
  respond(options: unknown): Promise<unknown>;
}

/** The token in the address has 256 bits, so that only programs that were given the address can use the port. */
const TOKEN_BYTES = 32;
/** The largest body of a request. The commands are much smaller. */
const LIMIT_BYTES = 1024 * 1024;

/** Serves commands on loopback: `POST <controlUrl>/<command>`, options and response as JSON. */
export async function startControlPort(commands: Readonly<Record<string, ControlCommand>>) {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const respond = async (request: IncomingMessage): Promise<object> => {
    const [, given, name = ''] = (request.url ?? '').split('/');
    const command = given === token && Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (command === undefined) return { problem: 'No command of this sandbox has this address.' };
    return { value: await command.respond(JSON.parse(await readText(request, LIMIT_BYTES))) };
  };
  const server = createServer(
    rejectForeignPages('service', (request, response) => {
      void respond(request)
        .catch((error: unknown) => ({ problem: explainError(error) }))
        .then((result) => {
          const status = 'problem' in result ? 400 : 200;
          response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(result));
        });
    }),
  );
  const controlUrl = `http://127.0.0.1:${await listen(server, 0)}/${token}`;
  return { controlUrl, close: () => closeServer(server) };
}

function explainError(error: unknown): string {
  if (error instanceof UsageError) return error.message;
  if (error instanceof BodyTooLarge) return 'The options of the command are too large.';
  if (!(error instanceof z.ZodError)) return errorSentence(error);
  return error.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': ')).join('; ');
}
