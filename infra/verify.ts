import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { QUOTES } from '../lib/base/languages.ts';
import { quotedAfter } from '../lib/base/party-text.ts';
import { en } from '../lib/pages/browser/verify/words/en.ts';
import { UnreadableError } from '../lib/verifier/bytes.ts';
import type { Finding, Report } from '../lib/verifier/findings.ts';
import { trustInText } from '../lib/verifier/trust.ts';
import { type GivenFile, verifyFiles } from '../lib/verifier/verify.ts';

/**
 * `npm run verify -- FILES…`: checks sealed documents, certificates, trails and log proofs without the platform. Ends
 * with 0 if all holds, 1 if something is wrong, 2 if it was called otherwise, 3 if nothing is wrong and something isn't
 * proven.
 */
const USAGE = `Usage: npm run verify -- [--trust FINGERPRINT_OR_KEY]… FILE…

FILE        a sealed PDF, a certificate of completion, audit.json, a log proof, an original,
            administration.ndjson (an export of the log of administration);
            countersign.json of the platform or a certificate (PEM), to be trusted
--trust     SHA-256 fingerprint of a certificate to be trusted, of a seal, a time-stamp authority or
            who issued it; or the key of a log (name+hash+key)

--help      this text

Ends with 0 if everything holds, 1 if something is wrong, 3 if nothing is wrong but something is not proven,
2 for a wrong call.
`;

const LARGEST = 512 * 1024 * 1024;

const MARKS = { holds: '✓', fails: '✗', unsure: '?', note: '·' } as const;

/** Replaces control characters, which could command a terminal: the words come from files. */
const plain = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]/gu, '�');

/**
 * Values whose form is one of a number, a time or a hash. All others are texts of files, and stand in quotation marks.
 */
const STATED = /^(?:\d+|\d{4}-\d\d-\d\dT[\d:.]+Z|[\da-f]{64})$/i;

/** A text of a file within a sentence that has come as far as `said`. */
const quoted = (text: string, said = ''): string => quotedAfter(said, plain(text), 'ltr', QUOTES.en);

const sentence = (text: string, values: Finding['values']): string =>
  text.replace(/\{(\w+)\}/g, (all, name: string, at: number) => {
    const value = String(values[name] ?? all);
    return STATED.test(value) ? value : quoted(value, text.slice(0, at));
  });

const print = ({ files, verdict }: Report): void => {
  for (const { name, kind, sha256, findings, seal } of files) {
    console.log(`\n${quoted(name)} — ${en[`kind_${kind}`]}\n  SHA-256 ${sha256}`);
    if (seal) console.log(`  Seal: ${seal}`);
    for (const { check, state, values } of findings) {
      console.log(`  ${MARKS[state]} ${en[`state_${state}`]}: ${sentence(en[`f_${check}`], values)}`);
      if (state === 'fails' || state === 'unsure') console.log(`    ${sentence(en[`m_${check}`], values)}`);
    }
  }
  console.log(`\n${en[`verdict_${verdict}`]}.`);
};

const misused = (reason: string): never => {
  console.error(`${reason}\n\n${USAGE}`);
  process.exit(2);
};

const readGiven = (path: string): GivenFile => {
  try {
    if (statSync(path).size > LARGEST) return misused(`${path} is larger than 512 MB`);
    return { name: basename(path), bytes: Uint8Array.from(readFileSync(path)) };
  } catch (error) {
    return misused(`${path} can't be read: ${error instanceof Error ? error.message : String(error)}`);
  }
};

const readCall = () => {
  try {
    return parseArgs({
      options: { trust: { type: 'string', multiple: true, default: [] }, help: { type: 'boolean', default: false } },
      allowPositionals: true,
    });
  } catch (error) {
    return misused(error instanceof Error ? error.message : String(error));
  }
};

const EXIT_CODES: Record<Report['verdict'], number> = { holds: 0, fails: 1, unsure: 3 };

const { values, positionals } = readCall();
if (values.help) {
  console.log(USAGE);
  process.exit(0);
}
if (positionals.length === 0) misused('Nothing to check.');
const trust = await trustInText(values.trust.join('\n')).catch((error: unknown) => {
  if (error instanceof UnreadableError) return misused('--trust is no whole fingerprint and no key of a log');
  throw error;
});
if (trust.seals.size + trust.logKeys.length < values.trust.length) {
  misused('--trust is no whole fingerprint and no key of a log');
}
const report = await verifyFiles(positionals.map(readGiven), trust);
print(report);
// `exit` would cut off lines that are not printed yet.
process.exitCode = EXIT_CODES[report.verdict];
