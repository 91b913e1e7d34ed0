/**
 * Runs receivers over HTTPS in a separate process. `/slow` responds after 200 ms, every other path at once. When its
 * parent sends a message, the process returns the number of TLS handshakes and the slowest response since the previous
 * message.
 */
import { createServer } from 'node:https';

const [, , cert = '', key = ''] = process.argv;
const RESPONSE = 'received';
let handshakes = 0;
let slowestMs = 0;

const server = createServer({ cert, key }, (request, response) => {
  const arrivedMs = performance.now();
  const respond = () => {
    slowestMs = Math.max(slowestMs, performance.now() - arrivedMs);
    response.writeHead(200, { 'Content-Type': 'text/plain', 'Content-Length': RESPONSE.length }).end(RESPONSE);
  };
  const delayMs = request.url === '/slow' ? 200 : 0;
  request.resume().on('end', () => (delayMs > 0 ? setTimeout(respond, delayMs) : respond()));
});
server.on('secureConnection', () => {
  handshakes += 1;
});
server.keepAliveTimeout = 120_000;
process.on('message', () => {
  process.send?.({ handshakes, slowestMs });
  handshakes = 0;
  slowestMs = 0;
});
server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
process.once('disconnect', () => process.exit(0));
