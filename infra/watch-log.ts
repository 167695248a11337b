import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { demandConsistent, demandEntries, type ReadFile } from './watch/log.ts';
import { Contradiction, readCheckpoint } from './watch/note.ts';

const USAGE = `Watches the log of a Countersign platform: checks that it only ever grew since you looked last.

  npm run log:watch -- <address of the platform> [options]

  --keep <file>    where the last checkpoint is kept (default: countersign-log.json)
  --key <key>      the log's key, if you have it from elsewhere than the platform (name+hash+key)
  --with <file>    another checkpoint to compare with, such as one that somebody else got
  --entries        reads all entries, and checks that they are what was signed
  --help           this text

It exits with 0 if all holds, 1 if the log contradicts itself, and 2 if it could not be checked.
`;

/** The last checkpoint of a log, and the key that signed it. */
interface Kept {
  key: string;
  checkpoint: string;
}

const run = async (args: string[]): Promise<void> => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      keep: { type: 'string', default: 'countersign-log.json' },
      key: { type: 'string' },
      with: { type: 'string' },
      entries: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const [address] = positionals;
  if (values.help) return console.log(USAGE);
  if (!address) throw new Error('Name the address of the platform, such as https://sign.example.com');
  const base = address.replace(/\/$/, '');
  const kept = existsSync(values.keep) ? (JSON.parse(readFileSync(values.keep, 'utf8')) as Kept) : undefined;
  const key = values.key ?? (await publishedKey(base));
  if (kept && kept.key !== key) throw new Contradiction(`The log's key was ${kept.key}, and now it is ${key}.`);

  const read = reader(`${base}/v2/log/`);
  const latest = readCheckpoint((await read('checkpoint')).toString('utf8'), key);
  console.log(`The log ${latest.origin} has ${latest.size} entries, signed by its key.`);
  const others = [...(kept ? [kept.checkpoint] : []), ...(values.with ? [readFileSync(values.with, 'utf8')] : [])];
  for (const note of others) {
    const other = readCheckpoint(note, key);
    const [earlier, later] = other.size <= latest.size ? [other, latest] : [latest, other];
    // The one that was kept must never be ahead of what the platform shows.
    if (note === kept?.checkpoint) await demandConsistent(other, latest, read);
    else await demandConsistent(earlier, later, read);
    console.log(`It begins with the ${earlier.size} entries of the other checkpoint, none of them changed.`);
  }
  if (values.entries) {
    await demandEntries(latest, read);
    console.log(`Its ${latest.size} entries are what was signed.`);
  }
  writeFileSync(values.keep, `${JSON.stringify({ key, checkpoint: latest.note } satisfies Kept, null, 1)}\n`);
  console.log(
    kept ? 'Nothing was changed or dropped since you looked last.' : `Kept for the next time: ${values.keep}`,
  );
};

const publishedKey = async (base: string): Promise<string> => {
  const answer = await fetch(`${base}/.well-known/countersign.json`);
  if (!answer.ok) throw new Error(`${base} answered ${answer.status}: is it a Countersign?`);
  const { log } = (await answer.json()) as { log: { public_key: string } | null };
  if (!log) throw new Error('The log is empty as yet.');
  return log.public_key;
};

const reader =
  (base: string): ReadFile =>
  async (path) => {
    const answer = await fetch(`${base}${path}`);
    // A tile that the signed checkpoint promises is a part of the log.
    if (answer.status === 404 && path !== 'checkpoint') throw new Contradiction(`The log has lost its file ${path}.`);
    if (!answer.ok) throw new Error(`${base}${path} answered ${answer.status}`);
    return Buffer.from(await answer.arrayBuffer());
  };

try {
  await run(process.argv.slice(2));
} catch (error) {
  const isFound = error instanceof Contradiction;
  console.error(isFound ? `DO NOT TRUST THIS LOG. ${error.message}` : `Not checked. ${(error as Error).message}`);
  process.exitCode = isFound ? 1 : 2;
}
