/** Builds the Python client, and packs it into `clients/dist`. Nothing is published. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPython, installPython } from './python.ts';

const folder = await mkdtemp(join(tmpdir(), 'countersign-client-'));
try {
  await installPython();
  console.log(await buildPython(folder, 'clients/dist'));
} finally {
  await rm(folder, { recursive: true });
}
