/** Builds the clients, and packs them into `dist/clients`. Nothing is published. */
import { buildTypescript, packForNpm } from './typescript.ts';

const PACKAGES = 'dist/clients';

await buildTypescript('clients/typescript');
console.log((await packForNpm('clients/typescript', PACKAGES)).file);
