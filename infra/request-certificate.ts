/**
 * Prints a certificate request (PKCS#10) for the seal key, for a CA. In AWS the certificate goes into the context value
 * `sealCertificate`, and whoever asks needs credentials that may use the key. On a server of one's own it goes into
 * SEAL_CERTIFICATE, and a key in an HSM takes the same SEAL_PIN as the platform.
 */
import { certificateRequest } from '../lib/aws/keys/seal-certificate.ts';
import { holdHsmKey } from './local/hsm/held-seal-key.ts';
import { HsmError } from './local/hsm/hsm-error.ts';

const USAGE = `Usage: npm run --silent seal:request -- <key> "CN=Seal,O=Example,C=US"

  <key>  the output SealKey of the stack, or SEAL_KEY of the local platform: file:<path of a PEM>, pkcs11:<URI>
`;

const write = async (key: string, subject: string): Promise<void> => {
  const hsm = key.startsWith('pkcs11:') ? holdHsmKey(key, process.env.SEAL_PIN || undefined) : undefined;
  try {
    process.stdout.write(await certificateRequest({ key, subject }));
  } finally {
    await hsm?.close();
  }
};

const [given, subject] = process.argv.slice(2);
const key = given?.startsWith('arn:') ? `kms:${given}` : given;
if (!key || !/^(kms|file|pkcs11):/.test(key) || !subject) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  if (key.startsWith('kms:')) process.env.AWS_REGION ??= key.split(':')[4];
  await write(key, subject).catch((error) => {
    if (!(error instanceof HsmError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  });
}
