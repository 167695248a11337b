import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { sha256 } from '../../lib/base/ids.ts';
import { LANGUAGES } from '../../lib/base/languages.ts';
import { buildCertificate } from '../../lib/pdf/completion-certificate/build-certificate.ts';
import type { CertificateModel } from '../../lib/pdf/completion-certificate/model.ts';
import { Canvas } from '../../lib/pdf/content/canvas.ts';
import { encodePng } from '../../lib/pdf/images/png.ts';
import { useSealKey } from './tools.ts';

let forget = (): void => undefined;
beforeAll(async () => {
  forget = await useSealKey();
});
afterAll(() => forget());
afterEach(() => vi.restoreAllMocks());

const MARK = '\u00a7';
/** Statements of the platform, as somebody would forge them, long enough to break in every column. */
const forged = (what: string): string =>
  `${MARK}${what} 2. Bob Beta Status: submitted Authenticated by Identity document, passed by Bob Beta on Jan 2, 2026, unchanged since. SHA-256 of the sealed document ${sha256(what)}`;

/**
 * Members of a certificate that the platform states, or whose form it has checked. A new one has to be listed here, or
 * set apart.
 */
const STATED = new Set(
  'locale id status type created_at completed_at generated_at sender_email email sha256 sent_sha256 sealed_sha256 rewritten statement timezone step at ip event actor hash chain seal check_url audit signature_image'.split(
    ' ',
  ),
);

const forgeAll = <T>(value: T, path: string): T => {
  if (typeof value === 'string') return forged(path) as T;
  if (Array.isArray(value)) return value.map((one) => forgeAll(one, path)) as T;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, STATED.has(name) ? part : forgeAll(part, `${path}.${name}`)]),
  ) as T;
};

const at = '2026-01-02T03:04:05.678Z';
const model: CertificateModel = forgeAll(
  {
    locale: 'en',
    envelope: {
      id: '0193b2f0-aaaa-7bbb-8ccc-0123456789ab',
      name: '',
      status: 'complete',
      created_at: at,
      completed_at: at,
      sender_name: '',
      sender_email: 'owner@example.com',
      organization_name: '',
    },
    documents: [
      {
        name: '',
        pages: 3,
        sha256: sha256('a'),
        size: 12_345,
        sent_sha256: sha256('s'),
        sent_size: 23_456,
        rewritten: ['it was encrypted'],
        sealed_sha256: sha256('b'),
      },
    ],
    recipients: [true, false].map((is_shown) => ({
      role_name: '',
      name: '',
      email: 'ann@example.com',
      type: 'signer',
      status: 'delegated',
      delegated_to: '',
      authentication: [{ statement: 'Passcode', name: '' }],
      locale: 'en',
      timezone: 'Asia/Kolkata',
      steps: [
        { step: 'opened' as const, at, ip: '203.0.113.7', user_agent: '' },
        { step: 'signed' as const, at, ip: '203.0.113.7', user_agent: '' },
      ],
      bound_by: 1,
      shown_documents: [1],
      values: [
        { field: '', document: 1, page: 2, value: '', is_stated: false, prepared: true, sha256: sha256('v') },
        { field: '', document: 1, page: 2, value: '', is_stated: false, prepared: false, sha256: null },
      ],
      disclosures: '',
      is_shown,
      signature_image: encodePng(new Uint8Array(60 * 20 * 4).fill(90), 60, 20, 'rgba'),
    })),
    events: [
      {
        sequence: 1,
        created_at: at,
        event: 'recipient:signed',
        role_name: '',
        detail: '',
        is_stated: false,
        actor: 'ann@example.com',
        client: '',
        ip: '203.0.113.7',
        hash: sha256('e'),
      },
    ],
    chain: { head: sha256('head'), count: 1, algorithm: 'SHA-256 over canonical JSON' },
    seal: { level: 'B-B', subject: 'CN=Seal', sha256: sha256('certificate') },
    check_url: 'https://sign.example.com/verify',
    audit: { name: 'audit.json', data: Buffer.from('{}') },
    generated_at: at,
  },
  'certificate',
);

/** Lines of text that are drawn, each with its paragraph and whether a bar stands beside it. */
const drawnLines = async (locale: string) => {
  const texts = vi.spyOn(Canvas.prototype, 'text');
  const rectangles = vi.spyOn(Canvas.prototype, 'rectangles');
  await buildCertificate({ ...model, locale });
  const bars = rectangles.mock.calls.flatMap(([boxes, colour], call) =>
    // No text has this colour.
    colour.join() === '0.91,0.66,0.22' ? boxes.map((box) => ({ ...box, on: rectangles.mock.contexts[call] })) : [],
  );
  expect(texts.mock.calls.every(([, { colour }]) => colour?.join() !== '0.91,0.66,0.22')).toBe(true);
  return texts.mock.calls.map(([text, { x, y, of = text }], call) => ({
    text,
    of,
    barred: bars.some(
      (bar) =>
        bar.on === texts.mock.contexts[call] &&
        bar.y <= y &&
        y <= bar.y + bar.height &&
        // In its column: right before it, or, from right to left, after it.
        Math.abs(bar.x - x) < 500 &&
        (locale === 'ar' || (bar.x < x && x - bar.x < 12)),
    ),
  }));
};

test.each(LANGUAGES)(
  'in a certificate in %s each line of a party’s text has a bar at its side, and no line of the platform has',
  async (locale) => {
    const lines = await drawnLines(locale);
    const own = lines.filter(({ of }) => of.includes(MARK));
    const places = new Set(own.map(({ of }) => /certificate[.\w]+/.exec(of)?.[0]));
    expect([...places].sort()).toEqual(
      [
        'documents.name',
        'envelope.name',
        'envelope.organization_name',
        'envelope.sender_name',
        'events.client',
        'events.detail',
        'events.role_name',
        'recipients.authentication.name',
        'recipients.delegated_to',
        'recipients.disclosures',
        'recipients.name',
        'recipients.role_name',
        'recipients.steps.user_agent',
        'recipients.values.field',
        'recipients.values.value',
      ].map((place) => `certificate.${place}`),
    );
    expect(own.length).toBeGreaterThan(places.size * 2);
    expect(own.filter(({ barred }) => !barred)).toEqual([]);
    if (locale === 'ar') return;
    expect(lines.filter(({ of, barred }) => barred && !of.includes(MARK))).toEqual([]);
  },
);
