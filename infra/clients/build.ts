/** Builds the clients for npm, and packs them into `clients/dist`. Nothing is published. */
import { buildN8n } from './n8n.ts';
import { buildTypescript, packForNpm } from './typescript.ts';

const PACKAGES = 'clients/dist';

await buildTypescript('clients/typescript');
await buildN8n('clients/n8n');
for (const client of ['clients/typescript', 'clients/n8n']) console.log((await packForNpm(client, PACKAGES)).file);
