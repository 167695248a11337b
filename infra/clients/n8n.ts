import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { compile } from './compile.ts';
import { clientDescription } from './description.ts';
import { CHOSEN } from './n8n-operations.ts';
import { propertiesOf } from './n8n-properties.ts';

/** Generates the parts of the n8n package in `folder` that the description says, and bundles it all into `dist`. */
export const buildN8n = async (folder: string): Promise<void> => {
  const description = await clientDescription();
  const generated = join(folder, 'src/generated');
  await mkdir(generated, { recursive: true });
  const events = Object.entries(description.webhooks)
    .filter(([event]) => event !== 'webhook_test')
    .map(([value, { $ref }]) => {
      const call = description.components.pathItems[$ref.split('/').at(-1) ?? ''];
      return { name: nameOf(value), value, description: call?.post.summary };
    });
  await writeFile(join(generated, 'events.gen.ts'), constant('events', events));
  await writeFile(join(generated, 'properties.gen.ts'), constant('properties', propertiesOf(description, CHOSEN)));
  await compile(folder);
  for (const [file, place] of FILES) {
    await build({
      entryPoints: [join(folder, 'src', `${file}.ts`)],
      outfile: join(folder, 'dist', place, `${file}.js`),
      bundle: true,
      platform: 'node',
      target: 'node20',
      format: 'cjs',
    });
  }
  await copyFile(join(folder, 'src/countersign.svg'), join(folder, 'dist/nodes/Countersign/countersign.svg'));
};

const FILES = [
  ['CountersignApi.credentials', 'credentials'],
  ['Countersign.node', 'nodes/Countersign'],
  ['CountersignTrigger.node', 'nodes/Countersign'],
] as const;

const constant = (name: string, value: unknown): string =>
  `export const ${name} = ${JSON.stringify(value, null, 2)};\n`;

/** `envelope_completed` as n8n writes names: Envelope Completed. */
const nameOf = (event: string): string =>
  event.replace(
    /(?:^|_)([a-z])/g,
    (found, letter: string) => `${found.startsWith('_') ? ' ' : ''}${letter.toUpperCase()}`,
  );
