import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateKeyPem } from '../../lib/aws/keys/generate.ts';
import { issueSealCertificate } from '../../lib/aws/keys/seal-certificate.ts';

/** A folder with the certificate of some seal key, as the file that `-c sealCertificate=` names. */
export const makeCertificateFile = async (): Promise<{ file: string; pem: string; remove: () => void }> => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-certificate-'));
  const key = join(folder, 'key.pem');
  writeFileSync(key, generateKeyPem('RSA'));
  const pem = await issueSealCertificate({
    key: `file:${key}`,
    subject: 'Example seal',
    validFrom: new Date(),
    years: 1,
  });
  const file = join(folder, 'certificate.pem');
  writeFileSync(file, `Bag Attributes\n${pem}`);
  return { file, pem, remove: () => rmSync(folder, { recursive: true }) };
};
