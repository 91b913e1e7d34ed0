/** The Client alone: the package's main file would double a cold start. Its types are those of the main file. */
declare module 'undici/lib/dispatcher/client.js' {
  import { Client } from 'undici';

  export default Client;
}
