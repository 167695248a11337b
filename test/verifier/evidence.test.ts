import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { brokenLink, type ChainEvent, hashOf } from '../../lib/signing/envelopes/rules/chain.ts';
import { EVENT_DATA } from '../../lib/storage/outbox/event-names.ts';
import { canonicalJson } from '../../lib/verifier/canonical-json.ts';
import { trustInText } from '../../lib/verifier/trust.ts';
import { verifyFiles } from '../../lib/verifier/verify.ts';
import { recompute } from '../envelopes/auditor.ts';

const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');

const vector = JSON.parse(readFileSync('docs/evidence/envelope.json', 'utf8'));
const original = Uint8Array.from(Buffer.from(vector.original, 'base64'));
const sealed = Uint8Array.from(Buffer.from(vector.sealed, 'base64'));
const trailBytes = (audit: object) => Uint8Array.from(Buffer.from(JSON.stringify(audit)));

const verified = async (files: { sealed?: Uint8Array<ArrayBuffer>; audit?: object }) =>
  verifyFiles(
    [
      { name: 'original', bytes: original },
      { name: 'sealed', bytes: files.sealed ?? sealed },
      { name: 'audit', bytes: trailBytes(files.audit ?? vector.audit) },
    ],
    await trustInText(vector.seal_certificate_sha256),
  );

describe('the description of the evidence', () => {
  test('names every event that a chain can hold, with the members that its data may have', () => {
    const rows = [
      ...readFileSync('docs/evidence.md', 'utf8').matchAll(/^\| `(\w+:\w+)` +\| ([^|]*) \| [^|]*\S[^|]* \|$/gm),
    ];
    const described = rows.map(([, name = '', members = '']) => [
      name,
      [...members.matchAll(/`(\w+)`/g)].map(([, one]) => one),
    ]);
    expect(rows.length).toBe(Object.keys(EVENT_DATA).length);
    expect(Object.fromEntries(described)).toEqual(EVENT_DATA);
  });
});

describe('the test vector of an envelope', () => {
  test('is what the platform makes', () => {
    const { audit, expected } = vector;
    expect(brokenLink(audit.events as ChainEvent[], audit.head)).toBeNull();
    for (const event of audit.events) expect(hashOf(event)).toBe(event.hash);
    expect(sha256(sealed)).toBe(expected.sealed_sha256);
    expect(sha256(sealed.subarray(0, expected.record.size))).toBe(expected.record.sha256);
    expect(sha256(original)).toBe(expected.record.sha256);
    const shown = recompute(audit.events).map(({ signer }) => signer);
    expect(shown).toEqual(['Tenant', 'Tenant', 'Landlord']);
  });

  test('is what its expected values say, and what the verifier finds', async () => {
    const { audit, expected } = vector;
    const { hash, ...first } = audit.events[0];
    expect(canonicalJson(first)).toBe(expected.first_event.canonical);
    expect([sha256(expected.first_event.canonical), hash]).toEqual([
      expected.first_event.sha256,
      expected.first_event.sha256,
    ]);
    for (const { event, role_name, canonical, sha256: bound } of expected.shown) {
      expect(sha256(canonical)).toBe(bound);
      expect(audit.events[event - 1].data.shown).toContainEqual({ role_name, sha256: bound });
    }
    const { files } = await verified({});
    const found = files.flatMap(({ findings }) => findings.map(({ check }) => check));
    expect(found.filter((check) => check === 'signedAs')).toHaveLength(expected.signed.length);
    expect(found).toEqual(
      expect.arrayContaining(['unchanged', 'sealerKnown', 'recordHolds', 'chainHolds', 'originalHolds']),
    );
    expect(found.filter((check) => /Bad|Broken|Other|not/.test(check))).toEqual([]);
  });

  test('fails after each of the changes that it lists', async () => {
    expect(vector.broken.length).toBeGreaterThan(3);
    for (const { file, at, xor, event, member, value, about } of vector.broken) {
      const changed = Uint8Array.from(sealed);
      const audit = structuredClone(vector.audit);
      if (file === 'sealed') changed[at] = (changed[at] ?? 0) ^ xor;
      else audit.events[event - 1][member] = value;
      expect((await verified({ sealed: changed, audit })).verdict, about).toBe('fails');
    }
  });
});

test('npm run verify ends with 0 if all holds, 1 if something is wrong, 3 if nothing is wrong but something not proven, 2 for a wrong call', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-verify-'));
  const file = (name: string, data: Uint8Array): string => {
    const path = join(folder, name);
    writeFileSync(path, data);
    return path;
  };
  const run = async (...given: string[]) =>
    promisify(execFile)(process.execPath, ['infra/verify.ts', ...given]).then(
      ({ stdout }) => ({ code: 0, text: stdout }),
      ({ code, stdout, stderr }) => ({ code, text: `${stdout}${stderr}` }),
    );
  try {
    const pdf = file('signed.pdf', sealed);
    const forged = file('a” — Sealed document. Everything that can be checked holds. “.pdf', sealed);
    const changed = file('changed.pdf', sealed.with(100, 0));
    const trust = ['--trust', vector.seal_certificate_sha256];
    const [holds, unsure, fails, both, none, mistyped, help, named] = await Promise.all([
      run(...trust, pdf),
      run(pdf),
      run(...trust, pdf, changed),
      run(pdf, changed),
      run(),
      run('--trust', 'abc', pdf),
      run('--help'),
      run(forged),
    ]);
    const codes = [holds, unsure, fails, both, none, mistyped, help].map(({ code }) => code);
    expect(codes).toEqual([0, 3, 1, 1, 2, 2, 0]);
    expect(help.text).toContain('3 if nothing is wrong but something is not proven');
    expect(holds.text).toContain('✓ Holds: Not a byte has changed since it was sealed.');
    expect(unsure.text).toContain('? Not proven: Sealed with a certificate in the name of');
    expect(fails.text).toContain('✗ Does not hold: The file was changed after it was sealed');
    expect(none.text).toContain('Usage: npm run verify');
    // A text of a file is in quotation marks, which it can't end.
    expect(named.text).toContain(
      '\n“a’ — Sealed document. Everything that can be checked holds. ’.pdf” — Sealed document',
    );
    expect(named.text).toMatch(/Sealed with a certificate in the name of “[^”]+”\./);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
