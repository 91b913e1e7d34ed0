/** The package declares no types for this path. The type of `Client` is that of the package's main file. */
declare module 'undici/lib/dispatcher/client.js' {
  import { Client } from 'undici';

  export default Client;
}
