import { expect, test } from 'vitest';
import { sha256 } from '../../lib/base/ids.ts';
import { LANGUAGES } from '../../lib/base/languages.ts';
import { CERTIFICATE_TEXTS } from '../../lib/pdf/completion-certificate/texts/index.ts';
import { spokenIn } from '../../lib/pdf/completion-certificate/words.ts';
import { certificateProofs } from '../../lib/signing/envelopes/sealing/certificate-proofs.ts';

const DER = Buffer.from('a certificate');

const signed = (level: string, level_because: string) => ({
  created_at: '2026-07-20T10:00:00.000Z',
  data: {
    certificate_signature: {
      service: { id: 'id', name: 'Trust & Co' },
      certificate: DER.toString('base64'),
      subject: 'CN=Theo Quill',
      issuer: 'CN=Test CA',
      serial: '0a',
      level,
      level_because,
      documents: [],
    },
  },
});

const statements = (locale: string, ...of: Parameters<typeof signed>): string[] =>
  certificateProofs(signed(...of), spokenIn(locale)).map(({ statement }) =>
    statement.replace(/[\u2066-\u2069\u200f]/g, ''),
  );

test('the certificate of completion says whose certificate signed, where, by which issuer, and the level with its reason', () => {
  const [who, level] = statements('en', 'AES', 'key_not_on_device');
  expect(who).toContain('at the trust service Trust & Co with the key of the certificate of CN=Theo Quill');
  expect(who).toContain('issued by CN=Test CA, serial number 0a');
  expect(level).toBe(
    `Level of this signature: advanced electronic signature (AES). ${CERTIFICATE_TEXTS.en.because_key_not_on_device} Certificate (SHA-256): ${sha256(DER)}`,
  );
});

test.each(LANGUAGES)('it says so in %s with nothing left open', (language) => {
  const [who, level] = statements(language, 'QES', 'qualified');
  for (const part of ['Trust & Co', 'CN=Theo Quill', 'CN=Test CA', '0a']) expect(who).toContain(part);
  expect(level).toContain(CERTIFICATE_TEXTS[language].level_QES);
  expect(level).toContain(CERTIFICATE_TEXTS[language].because_qualified);
  expect(`${who}${level}`).not.toMatch(/[{}]/);
});

test('it states no level that it does not know, and nothing where no certificate signed', () => {
  const [, level] = statements('en', 'SUPER', 'some_reason');
  expect(level).toBe(`Level of this signature: –. Certificate (SHA-256): ${sha256(DER)}`);
  expect(certificateProofs({ created_at: '2026-07-20T10:00:00.000Z', data: {} }, spokenIn('en'))).toEqual([]);
  expect(certificateProofs(undefined, spokenIn('en'))).toEqual([]);
});
