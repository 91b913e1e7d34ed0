/** `npm run build`: builds the library as ES module and CommonJS, with types. */
import { buildLibrary } from '../build-library.ts';

buildLibrary(import.meta.dirname);
