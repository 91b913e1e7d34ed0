import { connect } from 'node:net';

/** Sends bytes, and returns every byte that comes back until the other side closes the connection. */
export const raw = (port: number, bytes: string | Buffer, localAddress = '127.0.0.1'): Promise<string> =>
  new Promise((resolve, reject) => {
    let received = '';
    const socket = connect({ port, host: '127.0.0.1', localAddress }, () => socket.write(bytes));
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
    });
    socket.on('close', () => resolve(received));
    socket.on('error', (error) => (received === '' ? reject(error) : resolve(received)));
  });
