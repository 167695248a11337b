/**
 * Compares levels of signatures with those that EU DSS finds: `npm run trust:dss -- FOLDER`, a folder with the jars of
 * DSS. People sign through the API by certificates that state different things, under trusted lists of our own; DSS
 * judges each sealed file by the same list. Ends with 1 where a level is more than DSS says.
 */
import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setEnvironment } from '../../infra/local/environment.ts';
import { DAY, now } from '../../lib/base/clock.ts';
import { forgetLists } from '../../lib/pdf/trust/listed-services.ts';
import { ok } from '../stories/envelope.ts';
import {
  type ListOptions,
  listOf,
  newListSigner,
  qualifying,
  STATEMENTS,
  signList,
  usedFor,
} from '../trust/trusted-list-of.ts';
import { sendForCertificate } from './signing.ts';
import { startWithTrust } from './trust-world.ts';

const days = (count: number): Date => new Date(now().getTime() + count * DAY);
const { qualified } = STATEMENTS;
const SIGNATURES = usedFor('ForeSignatures');

/** Statements of the certificate, which is valid since 30 days, and properties of its issuer's service in the list. */
const CASES: Record<string, [statements: Uint8Array | undefined, service: ListOptions]> = {
  qualified: [qualified, {}],
  'for signatures and seals': [STATEMENTS.both, {}],
  'without a type': [STATEMENTS.withoutType, {}],
  'without a device': [STATEMENTS.withoutDevice, {}],
  'for seals': [STATEMENTS.seal, {}],
  'of Switzerland': [STATEMENTS.swiss, {}],
  'on a device, not qualified': [STATEMENTS.device, {}],
  plain: [undefined, {}],
  'of a service that is withdrawn': [qualified, { status: 'withdrawn' }],
  'of a service withdrawn since it was issued': [
    qualified,
    { status: 'withdrawn', since: days(-5), history: [{ since: days(-900) }] },
  ],
  'of a service granted after it was issued': [qualified, { since: days(-5) }],
  'of a service granted again after it was issued': [
    qualified,
    { since: days(-5), history: [{ status: 'withdrawn', since: days(-900) }] },
  ],
  'of a service granted anew': [qualified, { since: days(-5), history: [{ since: days(-900) }] }],
  'of a service that says no use': [qualified, { extensions: '' }],
  'of a service for seals': [qualified, { extensions: usedFor('ForeSeals') }],
  'of a service for signatures since lately': [
    qualified,
    { since: days(-5), history: [{ since: days(-900), extensions: usedFor('ForeSeals') }] },
  ],
  'that the list calls not qualified': [qualified, { extensions: SIGNATURES + qualifying('NotQualified') }],
  'that the list says to have no device': [qualified, { extensions: SIGNATURES + qualifying('QCNoQSCD') }],
  'that the list said to have no device': [
    qualified,
    { since: days(-5), history: [{ since: days(-900), extensions: SIGNATURES + qualifying('QCNoQSCD') }] },
  ],
  'that the list called not qualified': [
    qualified,
    { since: days(-5), history: [{ since: days(-900), extensions: SIGNATURES + qualifying('NotQualified') }] },
  ],
  'of two services that differ': [qualified, { more: [{ extensions: SIGNATURES + qualifying('NotQualified') }] }],
  'of two services, one withdrawn': [qualified, { more: [{ status: 'withdrawn' }] }],
  'of two services that agree': [qualified, { more: [{}] }],
};

const [jars = ''] = process.argv.slice(2);
if (!globSync(join(jars, 'dss-tsl-validation-*.jar'))[0])
  throw new Error('Name the folder with the jars of EU DSS 6.4: see docs/trust-services.md');
if (spawnSync('java', ['-version']).error) throw new Error('Nothing is compared: there is no java');

const folder = mkdtempSync(join(tmpdir(), 'countersign-levels-'));
const { api, pki, dummy, sender, service, signAs, envelopeOf, sealedFiles, stop } = await startWithTrust();
const operator = await newListSigner(pki);
const restore = setEnvironment({
  TRUSTED_LISTS: `${pki.url}/list.xml ${operator.fingerprint}`,
  SEAL_CERTIFICATE: await pki.sealCertificate(),
});

/** Has somebody sign under a list, keeps files for DSS, and returns the level that the API tells. */
const signed = async (name: string, place: number): Promise<string> => {
  const [statements, listed] = CASES[name] ?? [undefined, {}];
  const user = `user-${place}`;
  const { chain } = await dummy.add({ user, name: 'Ada Lovelace', ...(statements ? { statements } : {}) });
  const list = signList(listOf(chain[0] ?? new Uint8Array(), now(), listed), operator);
  pki.faults.set('/list.xml', Buffer.from(list));
  forgetLists();
  const envelope = await sendForCertificate(api, sender, service);
  ok(await signAs(envelope, 'Signer', user));
  const [file = new Uint8Array()] = await sealedFiles(envelope);
  const own = join(folder, String(place));
  mkdirSync(own);
  writeFileSync(join(own, 'list.xml'), list);
  writeFileSync(join(own, 'operator.cer'), operator.certificate);
  writeFileSync(join(own, 'signed.pdf'), file);
  return (await envelopeOf(envelope)).recipients[0]?.certificate_signature?.level ?? 'none';
};

/** The findings of DSS about each signer's signature, in order. */
const judged = (folders: string[]): string[][] => {
  const source = new URL('JudgeLevels.java', import.meta.url).pathname;
  const { stdout, stderr, status } = spawnSync('java', ['-cp', join(jars, '*'), source, ...folders], {
    encoding: 'utf8',
  });
  if (status !== 0 || stderr) throw new Error(`DSS fails, or accepts no list: ${stderr}`);
  const lines = stdout.split('\n').map((line) => line.split('\t'));
  return folders.map((_, place) => lines.find(([of, field]) => of === `${place}` && field?.startsWith('Sig')) ?? []);
};

try {
  const names = Object.keys(CASES);
  const levels: string[] = [];
  for (const [place, name] of names.entries()) levels.push(await signed(name, place));
  const found = judged(names.map((_, place) => join(folder, String(place))));
  for (const [place, name] of names.entries()) {
    const [, , qualification = 'nothing', indication, , format] = found[place] ?? [];
    // DSS tells nothing of persons: what it finds valid may be advanced.
    const isRight = indication === 'TOTAL_PASSED' && (levels[place] !== 'QES' || qualification === 'QESIG');
    const isLess = qualification === 'QESIG' && levels[place] !== 'QES';
    // The first one is qualified: else nothing would be compared.
    if (!isRight || (isLess && place === 0)) process.exitCode = 1;
    const note = isLess ? ' (less than DSS says)' : isRight ? '' : ' MORE THAN DSS SAYS';
    console.log(`${levels[place]}  ${qualification.padEnd(9)}  ${indication} ${format}  a certificate ${name}${note}`);
  }
} finally {
  rmSync(folder, { recursive: true });
  restore();
  await stop();
}
