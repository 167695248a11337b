/**
 * Prints a certificate request (PKCS#10) for the seal key, for a CA. The issued certificate goes into the context value
 * `sealCertificate`. Needs credentials that may use the key: `npm run seal:request -- <ARN of the key> <subject>`.
 */
import { certificateRequest } from '../lib/aws/keys/seal-certificate.ts';

const [arn, subject] = process.argv.slice(2);
if (!arn?.startsWith('arn:') || !subject) {
  console.error('Usage: npm run --silent seal:request -- <output SealKey of the stack> "CN=Seal,O=Example,C=US"');
  process.exitCode = 2;
} else {
  process.env.AWS_REGION ??= arn.split(':')[3];
  process.stdout.write(await certificateRequest({ key: `kms:${arn}`, subject }));
}
