import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY, now } from '../../lib/base/clock.ts';
import { sha256 } from '../../lib/base/ids.ts';
import { forgetLists } from '../../lib/pdf/trust/listed-services.ts';
import { forgetAnswers } from '../../lib/pdf/trust/network.ts';
import { signerStanding } from '../../lib/pdf/trust/signer-evidence.ts';
import { signatureLevel } from '../../lib/pdf/trust/signer-level.ts';
import { newSigner, type TestSigner } from '../pdf/signer.ts';
import { type SignerOptions, startPki, type TestPki } from './test-pki.ts';
import {
  type ListOptions,
  type ListSigner,
  listOf,
  newListSigner,
  qualifying,
  STATEMENTS,
  signList,
  usedFor,
} from './trusted-list-of.ts';

let pki: TestPki;
let operator: ListSigner;
let issuer: Uint8Array;
beforeAll(async () => {
  process.env.ALLOW_LOOPBACK = 'true';
  pki = await startPki();
  operator = await newListSigner(pki);
  issuer = (await newSigner(pki, 'P-256')).chain[0] as Uint8Array;
});
beforeEach(() => {
  publish(signList(listOf(issuer, now()), operator));
});
afterEach(() => {
  delete process.env.TRUSTED_LISTS;
  delete process.env.SIGNER_ISSUERS;
  pki.faults.clear();
  pki.revoked.clear();
  forgetAnswers();
});
afterAll(() => {
  delete process.env.ALLOW_LOOPBACK;
  pki.stop();
});

/** Sets a list, and lets the platform read it anew. */
const publish = (xml: string, fingerprint = operator.fingerprint): void => {
  pki.faults.set('/list.xml', Buffer.from(xml));
  process.env.TRUSTED_LISTS = `${pki.url}/list.xml ${fingerprint.toUpperCase()}`;
  forgetLists();
};

const levelBy = async (options: SignerOptions): Promise<string> => {
  const { certificate, chain } = await newSigner(pki, 'P-256', options);
  const { level, because } = await signatureLevel(certificate, chain, now());
  return `${level} ${because}`;
};
const qualified = () => levelBy({ statements: STATEMENTS.qualified });

describe('the level of a signature', () => {
  test('is qualified by certificate and list together', async () => {
    expect(await qualified()).toBe('QES qualified');
    expect(await levelBy({ statements: STATEMENTS.withoutType })).toBe('QES qualified');
    const other = await newListSigner(pki, 'EC');
    publish(signList(listOf(issuer, now()), other), other.fingerprint);
    expect(await qualified()).toBe('QES qualified');
  });

  test.each([
    ['withoutDevice', 'AES key_not_on_device'],
    ['seal', 'AES certificate_not_qualified'],
    ['both', 'AES certificate_not_qualified'],
    ['swiss', 'AES certificate_not_qualified'],
    ['device', 'AES certificate_not_qualified'],
  ] as const)('is advanced where the certificate says less: %s', async (name, level) => {
    expect(await levelBy({ statements: STATEMENTS[name] })).toBe(level);
  });

  test('is advanced for a plain certificate of a known issuer, and simple for a stranger’s', async () => {
    expect(await levelBy({})).toBe('AES certificate_not_qualified');
    delete process.env.TRUSTED_LISTS;
    expect(await qualified()).toBe('SES issuer_unknown');
    process.env.SIGNER_ISSUERS = sha256(issuer).toUpperCase();
    expect(await qualified()).toBe('AES list_unavailable');
    expect(await levelBy({})).toBe('AES certificate_not_qualified');
  });

  test('is simple where the issuer’s certificate only has a known name', async () => {
    const stranger = await startPki();
    try {
      const { certificate, chain } = await newSigner(stranger, 'P-256', { statements: STATEMENTS.qualified });
      process.env.SIGNER_ISSUERS = sha256(issuer);
      for (const given of [chain, [issuer], [...chain, issuer], []]) {
        expect(await signatureLevel(certificate, given, now())).toEqual({ level: 'SES', because: 'issuer_unknown' });
      }
    } finally {
      stranger.stop();
    }
  });

  const LIMITED = { extensions: usedFor('ForeSignatures') + qualifying('NotQualified') };
  const days = (count: number): Date => new Date(Date.now() + count * DAY);
  /** The certificate is 30 days old. */
  const [before, after] = [days(-900), days(-5)];

  test.each<[string, ListOptions, string]>([
    ['was withdrawn', { status: 'withdrawn' }, 'SES issuer_unknown'],
    ['is granted later', { since: days(3) }, 'SES issuer_unknown'],
    ['was granted after it issued the certificate', { since: after }, 'AES issuer_not_granted'],
    [
      'was withdrawn when it issued the certificate',
      { since: after, history: [{ status: 'withdrawn', since: before }] },
      'AES issuer_not_granted',
    ],
    ['is of another kind', { type: 'CA/PKC' }, 'SES issuer_unknown'],
    ['has become one of another kind', { type: 'CA/PKC', since: after, history: [{}] }, 'SES issuer_unknown'],
    ['is for seals alone', { extensions: usedFor('ForeSeals') }, 'AES issuer_not_granted'],
    ['says nothing of its use', { extensions: '' }, 'AES issuer_not_granted'],
    [
      'was for seals alone when it issued the certificate',
      { since: after, history: [{ since: before, extensions: usedFor('ForeSeals') }] },
      'AES issuer_not_granted',
    ],
    ['has limits that aren’t read', LIMITED, 'AES issuer_not_granted'],
    ['had such limits', { since: after, history: [{ since: before, ...LIMITED }] }, 'AES issuer_not_granted'],
    ['is another one, too, with such limits', { more: [LIMITED] }, 'AES issuer_not_granted'],
    ['is another one, too, that is withdrawn', { more: [{ status: 'withdrawn' }] }, 'AES issuer_not_granted'],
  ])('is less by a service that %s', async (_, options, level) => {
    publish(signList(listOf(issuer, now(), options), operator));
    expect(await qualified()).toBe(level);
  });

  test('counts the status that a service had at the time', async () => {
    const withdrawn = { status: 'withdrawn', since: days(1) } as const;
    publish(signList(listOf(issuer, now(), { ...withdrawn, history: [{ since: before }] }), operator));
    expect(await qualified()).toBe('QES qualified');
    publish(signList(listOf(issuer, now(), { since: after, history: [{ since: before }] }), operator));
    expect(await qualified()).toBe('QES qualified');
  });

  test('takes nothing from a list that isn’t signed by its operator, as a whole, or is over', async () => {
    process.env.SIGNER_ISSUERS = sha256(issuer);
    const good = signList(listOf(issuer, now()), operator);
    const stranger = await newListSigner(pki);
    const withdrawn = signList(listOf(issuer, now(), { status: 'withdrawn' }), operator);
    const lists: [string, string][] = [
      ['by somebody else', signList(listOf(issuer, now()), stranger)],
      ['not signed', listOf(issuer, now())],
      ['changed', withdrawn.replace('Svcstatus/withdrawn', 'Svcstatus/granted')],
      ['of a part', signList(listOf(issuer, now()), operator, { of: "//*[local-name(.)='SchemeInformation']" })],
      ['over', signList(listOf(issuer, now(), { nextUpdate: new Date(now().getTime() - DAY) }), operator)],
      [
        'a certificate swapped',
        good.replaceAll(
          Buffer.from(operator.certificate).toString('base64'),
          Buffer.from(stranger.certificate).toString('base64'),
        ),
      ],
      ['with a document type', good.replace('?>', '?><!DOCTYPE x [<!ENTITY a "b">]>')],
      [
        'around another',
        listOf(issuer, now()).replace(
          '<SchemeInformation>',
          `${withdrawn.replace(/<\?xml.*?\?>\s*/, '')}<SchemeInformation>`,
        ),
      ],
      ['no XML', 'nothing'],
    ];
    for (const [name, xml] of lists) {
      publish(xml);
      expect([name, await qualified()]).toEqual([name, 'AES list_unavailable']);
    }
    publish(good);
    expect(await qualified()).toBe('QES qualified');
    pki.faults.set('/list.xml', 500);
    forgetLists();
    expect(await qualified()).toBe('AES list_unavailable');
  });
});

describe('the standing of a certificate', () => {
  const standing = ({ certificate, chain }: TestSigner, at = now()) => signerStanding(certificate, chain, at);

  test('is good, and asked for anew each time', async () => {
    const ada = await newSigner(pki, 'P-256');
    expect(await standing(ada)).toEqual({ status: 'good', reason: null });
    pki.revoked.add(ada.serial);
    expect((await standing(ada)).status).toBe('revoked');
  });

  test('is unknown where nobody says it', async () => {
    expect((await standing(await newSigner(pki, 'P-256', { ocsp: false, crl: false }))).status).toBe('unknown');
    const ada = await newSigner(pki, 'P-256', { crl: false });
    pki.faults.set('/ocsp', 500);
    expect((await standing(ada)).status).toBe('unknown');
  });

  test('is unusable where it has expired, isn’t valid yet, or its key is for something else', async () => {
    const unusable = async (options: SignerOptions) => standing(await newSigner(pki, 'P-256', options));
    expect(await unusable({ days: -1 })).toEqual({ status: 'unusable', reason: 'it has expired' });
    expect(await unusable({ since: 1 })).toEqual({ status: 'unusable', reason: 'it is not valid yet' });
    // keyEncipherment and dataEncipherment.
    expect(await unusable({ usage: 0x30 })).toEqual({ status: 'unusable', reason: 'its key is not for signing' });
  });
});
