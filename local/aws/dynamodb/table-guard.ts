import { createServer } from 'node:http';
import { guarded } from '../../../tooling/machine/browser-guard.ts';
import { closeServer, listen } from '../../../tooling/machine/loopback.ts';
import { forwarderTo } from '../http/forward.ts';

/**
 * Starts the endpoint through which tools use the table engine. The engine does not check where a request comes from,
 * so a guard checks each request first.
 */
export async function startTableGuard(engineEndpoint: string) {
  const engine = forwarderTo(engineEndpoint);
  const server = createServer(guarded('service', engine.forward));
  return {
    endpoint: `http://127.0.0.1:${await listen(server, 0)}`,
    close: async () => {
      await closeServer(server);
      engine.close();
    },
  };
}
