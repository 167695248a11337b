import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setEnvironment } from '../../infra/local/environment.ts';
import { type ChainEvent, hashOf } from '../../lib/signing/envelopes/rules/chain.ts';
import { trustInText } from '../../lib/verifier/trust.ts';
import { verifyFiles } from '../../lib/verifier/verify.ts';
import type { Read } from '../answers.ts';
import { type Api, startApi } from '../api.ts';
import { noteTool } from '../outside-tools.ts';
import { originOf } from '../passkeys/authenticator.ts';
import { sendForPasskey, signWithKey } from '../passkeys/signing.ts';
import { ok } from '../stories/envelope.ts';

type Trail = Read<'getEnvelopeAudit'>;

let api: Api;
let folder: string;
let restore: () => void;
let trail: Trail;
let sealed: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  api = await startApi();
  folder = mkdtempSync(join(tmpdir(), 'countersign-passkey-'));
  restore = setEnvironment({ APP_URL: originOf(api) });
  const sender = await api.signUp();
  const envelope = await sendForPasskey(api, sender);
  await signWithKey(api, envelope);
  await api.settle();
  const as = api.as(sender);
  trail = ok(await as.getEnvelopeAudit({ path: { envelope_id: envelope.id } }));
  const document_id = envelope.documents[0]?.id ?? '';
  const { bytes } = await as.getEnvelopeDocument({ path: { document_id }, query: { type: 'file' } });
  sealed = Uint8Array.from(bytes);
});
afterAll(async () => {
  restore();
  rmSync(folder, { recursive: true });
  await api.stop();
});

/** The Python script of `docs/evidence`, where PyPI's `fido2` is installed: its exit code. */
const byPython = async (audit: string, pdf: string): Promise<number | undefined> => {
  const run = (...given: string[]) =>
    promisify(execFile)('python3', given).then(
      () => 0,
      ({ code }) => code as number | string,
    );
  const isThere = (await run('-c', 'import fido2')) === 0;
  noteTool('fido2', isThere ? 'used' : 'missed');
  return isThere ? Number(await run('docs/evidence/passkey.py', audit, pdf)) : undefined;
};

/** Verdicts of the page, the command and the script of a trail and a sealed document. */
const verdicts = async (changed: Trail, pdf: Uint8Array<ArrayBuffer> = sealed) => {
  const path = (name: string, data: string | Uint8Array): string => {
    const at = join(folder, name);
    writeFileSync(at, data);
    return at;
  };
  const files = [path('audit.json', JSON.stringify(changed)), path('signed.pdf', pdf)] as const;
  const audit = Uint8Array.from(Buffer.from(JSON.stringify(changed)));
  const page = await verifyFiles(
    [
      { name: 'audit', bytes: audit },
      { name: 'signed', bytes: pdf },
    ],
    await trustInText(''),
  );
  const command = await promisify(execFile)(process.execPath, ['infra/verify.ts', ...files]).then(
    () => 0,
    ({ code }) => code as number,
  );
  return {
    page: page.verdict,
    found: page.files.flatMap(({ findings }) => findings),
    command,
    python: await byPython(...files),
  };
};

/** The trail after a change, with all later hashes computed again, as its keeper could. */
const forged = (change: (events: Trail['events']) => void): Trail => {
  const events = structuredClone(trail.events);
  change(events);
  let previous = trail.genesis;
  for (const event of events) {
    event.previous_hash = previous;
    event.hash = hashOf(event as unknown as ChainEvent);
    previous = event.hash;
  }
  return { ...trail, events, head: previous };
};

/** The text with one bit of its character at this place changed. */
const flipped = (text: string, at = text.length >> 1): string =>
  text.slice(0, at) + (text[at] === 'a' ? 'b' : 'a') + text.slice(at + 1);

type Bound = {
  documents: { sha256: string }[];
  values: { sha256: string }[];
  shown: { sha256: string }[];
  declaration: Record<string, string>;
  passkey: Record<string, string>;
};

const signedIn = (events: Trail['events']) => {
  const event = events.find((one) => one.event === 'recipient:signed');
  if (!event) throw new Error('nobody has signed');
  return { event, data: event.data as unknown as Bound };
};

const inMember =
  (member: 'declaration' | 'passkey', name: string, change: (text: string) => string) => (events: Trail['events']) => {
    const { data } = signedIn(events);
    data[member][name] = change(data[member][name] ?? '');
  };

const CHANGES: [what: string, change: (events: Trail['events']) => void][] = [
  [
    'a document',
    (events) => {
      for (const { data } of events.slice(0, -1)) {
        const [document] = (data.documents ?? []) as { sha256: string }[];
        if (document) document.sha256 = flipped(document.sha256);
      }
    },
  ],
  [
    'a value',
    (events) =>
      signedIn(events).data.values.forEach((one) => {
        one.sha256 = flipped(one.sha256);
      }),
  ],
  [
    'what was shown',
    (events) =>
      signedIn(events).data.shown.forEach((one) => {
        one.sha256 = flipped(one.sha256);
      }),
  ],
  ['the meaning', inMember('declaration', 'meaning', () => 'I approve')],
  ['the printed name', inMember('declaration', 'name', flipped)],
  ['the time', inMember('declaration', 'time', (time) => new Date(Date.parse(time) - 1).toISOString())],
  ['the page', inMember('passkey', 'origin', (origin) => origin.replace('localhost', 'localhose'))],
  [
    'the page that the browser named',
    inMember('passkey', 'client_data_json', (json) => json.replace('localhost', 'localhose')),
  ],
  ['the host', inMember('passkey', 'rp_id', flipped)],
  ['the key', inMember('passkey', 'public_key', (key) => flipped(key, 30))],
  ['the signature', inMember('passkey', 'signature', (signature) => flipped(signature, 30))],
  ['what the device said of the person', inMember('passkey', 'authenticator_data', (data) => flipped(data, 43))],
  [
    'the mailbox',
    (events) => {
      signedIn(events).event.actor.email = 'eve@example.com';
    },
  ],
  [
    'an event before',
    (events) => {
      if (events[1]) events[1].event_detail = 'sms';
    },
  ],
];

test('an untouched signature by a passkey holds for the page, the command and the script, which say what it is', async () => {
  const { page, found, command, python } = await verdicts(trail);
  const [signed] = found.filter(({ check }) => check === 'signedByKey');
  expect(signed?.values).toMatchObject({ role: 'Signer', host: 'localhost', origin: originOf(api), meaning: 'I sign' });
  // Nobody said which seals to trust.
  expect([page, command]).toEqual(['unsure', 3]);
  expect(python ?? 0).toBe(0);
});

test.each(CHANGES)(
  '%s changed, and all hashes of the chain made anew: the page, the command and the script fail',
  async (_what, change) => {
    const { page, found, command, python } = await verdicts(forged(change));
    expect(found.map(({ check }) => check)).toContain('keyOther');
    expect([page, command]).toEqual(['fails', 1]);
    expect(python ?? 1).toBe(1);
  },
);

test('a flipped bit of the document itself fails in all three', async () => {
  const { page, command, python } = await verdicts(trail, sealed.with(200, (sealed[200] ?? 0) ^ 1));
  expect([page, command]).toEqual(['fails', 1]);
  expect(python ?? 1).toBe(1);
});
