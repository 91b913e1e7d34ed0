/** undici declares no types for this file. `Client` has the type that undici's main file declares. */
declare module 'undici/lib/dispatcher/client.js' {
  import { Client } from 'undici';

  export default Client;
}
