/** Runs as its own process. Returns the same item of half a kilobyte for every GetItem. */
import { createServer } from 'node:http';

const Item = {
  PK: { S: 'PARTNER#pt_0123456789' },
  SK: { S: 'LINE#tn_0123456789' },
  name: { S: 'Corner Cafe' },
  region: { S: 'kr' },
  status: { S: 'active' },
  lineCount: { N: '12' },
  createdAt: { S: '2026-11-21T10:00:00.000Z' },
  persona: { S: 'Be kind, and brief. Ask for the name first. '.repeat(7) },
};
const body = JSON.stringify({ Item });

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    response.writeHead(200, { 'Content-Type': 'application/x-amz-json-1.0', 'Content-Length': body.length });
    response.end(body);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
process.once('disconnect', () => process.exit(0));
