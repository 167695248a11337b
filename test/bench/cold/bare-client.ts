import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { BUNDLE_OPTIONS } from '../../../infra/bundle.ts';
import { bundlePlugins } from '../../../infra/bundle-plugins.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

const OPEN = `
  import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
  import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
  export const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));`;

const READ = `${OPEN}
  import { GetCommand } from '@aws-sdk/lib-dynamodb';
  export const handler = () => client.send(new GetCommand({ TableName: process.env.TABLE_NAME, Key: { pk: 'a', sk: 'b' } }));`;

export interface BareClient {
  /** The bundle's one file. */
  file: string;
  bytes: number;
}

const bundle = async (contents: string, directory: string, plugins: typeof bundlePlugins): Promise<BareClient> => {
  await mkdir(directory, { recursive: true });
  const file = join(directory, 'index.mjs');
  const { metafile } = await build({
    ...BUNDLE_OPTIONS,
    absWorkingDir: root,
    stdin: { contents, resolveDir: root },
    outfile: file,
    plugins,
    metafile: true,
  });
  return { file, bytes: Object.values(metafile.outputs)[0]?.bytes ?? 0 };
};

/**
 * Bundles of nothing but the SDK's document client, with the options that functions are bundled with: `whole` as the
 * SDK comes and opened at import; `trimmed` without what functions leave out of it; `reading` like `whole`, to read one
 * item.
 */
export const bareClients = async (into: string) => ({
  whole: await bundle(OPEN, join(into, 'whole'), []),
  trimmed: await bundle(OPEN, join(into, 'trimmed'), bundlePlugins),
  reading: await bundle(READ, join(into, 'reading'), []),
});
