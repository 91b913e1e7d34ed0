import { request } from 'node:http';

/** Thrown when the sandbox cannot start, does not respond, or rejects a command or an argument. The message says why. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError';
}

/** Sends a command to a running sandbox and returns its result. */
export type Control = <Result>(command: string, options?: object) => Promise<Result>;

/**
 * Returns a function that sends commands to the control port. Each command opens a new connection of `node:http`, which
 * works even if a test replaces timers. No idle connection keeps the test runner alive.
 */
export const controlOf =
  (controlUrl: string): Control =>
  async (command, options = {}) => {
    const response = await post(`${controlUrl}/${command}`, JSON.stringify(options));
    // The response is not validated, because both sides are from the same version of this package.
    const { value, problem } = JSON.parse(response);
    if (problem !== undefined) throw new SandboxError(problem);
    return value;
  };

const post = (url: string, body: string) =>
  new Promise<string>((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const sent = request(url, { method: 'POST', agent: false, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => resolve(text)).on('error', reject);
    });
    sent.on('error', (cause) => reject(new SandboxError(`The sandbox does not respond (${cause.message})`, { cause })));
    sent.end(body);
  });
