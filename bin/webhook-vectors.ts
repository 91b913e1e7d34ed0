/** `npm run webhook:vectors`: writes the test vectors of the receiver kit, signed with the service's own signer. */
import { writeFileSync } from 'node:fs';
import { VECTORS_FILE, vectorsText } from '../tooling/vectors/file.ts';

writeFileSync(VECTORS_FILE, vectorsText());
