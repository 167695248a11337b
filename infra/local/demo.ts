import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { makeLease } from './demo/lease.ts';
import { startReceiver } from './demo/receiver.ts';
import { answered } from './demo/say.ts';
import { type Given, play } from './demo/story.ts';
import { type Platform, startPlatform } from './platform.ts';
import { connect } from './story/http.ts';

const USAGE = `Plays a whole signing: two people sign a PDF, and what comes of it is checked.

  npm run demo -- [options]

  --pdf <file>     what they sign (default: a lease of two pages that the demo makes)
  --out <folder>   where the results go (default: countersign-demo)
  --url <address>  a Countersign that runs already (npm start); without it, one is started for the demo alone
  --help           this text
`;

const run = async (args: string[]): Promise<void> => {
  const { values } = parseArgs({
    args,
    options: {
      pdf: { type: 'string' },
      out: { type: 'string', default: 'countersign-demo' },
      url: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return console.log(USAGE);
  const given = await whatIsSigned(values.pdf);
  const folder = resolve(values.out);

  let platform: Platform | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, async () => {
      await platform?.stop();
      process.exit(1);
    });
  }
  const receiver = await startReceiver();
  try {
    if (values.url) await demandLocal(values.url);
    else platform = await startPlatform({ port: 0, quiet: true });
    const url = (values.url ?? platform?.url ?? '').replace(/\/$/, '');
    console.log(`Countersign at ${url}${platform ? ', started for this demo' : ''}`);
    // A running platform may have the demo's people already.
    const tag = platform ? '' : `.${randomBytes(3).toString('hex')}`;
    await play(await connect(url, answered), receiver, given, folder, tag);
  } finally {
    receiver.stop();
    await platform?.stop();
  }
  console.log(`
Everything is in ${shown(folder)}: signed.pdf, certificate.pdf, audit.json
Check a seal yourself: pdfsig -nocert ${shown(folder)}/signed.pdf`);
};

const whatIsSigned = async (file: string | undefined): Promise<Given> =>
  file === undefined
    ? { name: 'Residential lease.pdf', bytes: new Uint8Array(await makeLease()), isLease: true }
    : { name: basename(file), bytes: new Uint8Array(await readFile(file)), isLease: false };

/** A folder as the user would type it here. */
const shown = (folder: string): string => {
  const path = relative('', folder);
  return path.startsWith('..') ? folder : path || '.';
};

/** Throws unless the platform is local: the demo reads mails, which only a local platform shows. */
const demandLocal = async (url: string): Promise<void> => {
  const answer = await fetch(`${url.replace(/\/$/, '')}/local/clock`).catch(() => undefined);
  if (!answer?.ok) throw new Error(`There is no Countersign started with npm start at ${url}.`);
};

try {
  await run(process.argv.slice(2));
} catch (error) {
  console.error(`\nThe demo failed. ${(error as Error).message}`);
  process.exitCode = 1;
}
