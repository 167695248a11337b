/**
 * Writes `version-1.json`: a table as version 1 stores it, and what its owner reads of it. Once version 1 is released,
 * the file stays as it is: a later form gets a file of its own beside it. `node test/storage/record-version-1.ts`
 */
import { writeFileSync } from 'node:fs';
import { marshall } from '@aws-sdk/util-dynamodb';
import { startApi } from '../api.ts';
import { readTable } from './stored-forms.ts';
import { playVersion1, readAll } from './version-1-story.ts';

const api = await startApi();
const owner = await playVersion1(api);
const answers = await readAll(api, owner);
const items = (await readTable()).map((item) => marshall(item, { removeUndefinedValues: true }));
const { email, password } = owner;
const asText = (_: string, value: unknown) =>
  value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value;
const lines = items.map((item) => JSON.stringify(item, asText)).join(',\n');
writeFileSync(
  new URL('version-1.json', import.meta.url),
  `{"owner":${JSON.stringify({ email, password })},\n"answers":${JSON.stringify(answers)},\n"items":[\n${lines}\n]}\n`,
);
await api.stop();
