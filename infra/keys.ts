import { X509Certificate } from 'node:crypto';
import { CustomResource, Duration } from 'aws-cdk-lib';
import { Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { keyFingerprint } from '../lib/aws/keys/fingerprint.ts';
import { type FunctionMaker, statement } from './function-maker.ts';
import type { Settings } from './settings.ts';
import { keyRemoval } from './store.ts';

/** Where functions that seal or verify find the certificate that a CA issued, once it is in their bundle. */
export const SEAL_CERTIFICATE_FILE = 'seal-certificate.pem';

/**
 * The keys that sign. They never leave KMS, and stay when the stack goes: seals must stay explainable. The first of a
 * kind signs; what the others signed is still accepted.
 */
export class Keys extends Construct {
  /** Signs access tokens (ES256). */
  readonly token: Key;
  /** Seals documents (RS256). */
  readonly seal: Key;
  /** The token keys' public halves, as a JSON Web Key Set. */
  readonly tokenJwks: string;
  /** The seal key's certificate: PEM, or the file that holds it. */
  readonly sealCertificate: string;
  /** Fingerprints of the keys that sealed before; undefined where there are none. */
  readonly formerSealKeys: string | undefined;
  private readonly settings: Settings;

  constructor(scope: Construct, make: FunctionMaker, subject: string, settings: Settings) {
    super(scope, 'Keys');
    this.settings = settings;
    const tokens = this.keys('TokenKey', settings.tokenKeys, KeySpec.ECC_NIST_P256, 'Countersign: signs access tokens');
    const seals = this.keys('SealKey', settings.sealKeys, KeySpec.RSA_3072, 'Countersign: seals documents');
    this.token = tokens[0];
    this.seal = seals[0];
    const prepare = make(this, {
      name: 'prepare-keys',
      description: 'At deployment: publishes the token keys, certifies the seal key',
      timeout: Duration.minutes(1),
      environment: {},
      statements: [
        statement(
          ['kms:GetPublicKey'],
          [...tokens, ...seals].map(({ keyArn }) => keyArn),
        ),
        statement(['kms:Sign'], [this.seal.keyArn]),
      ],
    });
    const named = (keys: readonly Key[]) => keys.map(({ keyArn }) => `kms:${keyArn}`);
    const material = (id: string, properties: Record<string, unknown>) =>
      new CustomResource(this, id, { resourceType: `Custom::${id}`, serviceToken: prepare.functionArn, properties });
    const ca = settings.sealCertificate;
    const certified = material('SealCertificate', {
      Keys: named(seals),
      Subject: subject,
      CertifiedKey: ca === null ? '' : keyFingerprint(new X509Certificate(ca).publicKey),
    });
    this.tokenJwks = material('TokenKeys', { Keys: named(tokens) }).getAttString('TokenJwks');
    this.sealCertificate =
      ca === null ? certified.getAttString('SealCertificate') : `file:/var/task/${SEAL_CERTIFICATE_FILE}`;
    this.formerSealKeys = seals.length > 1 ? certified.getAttString('FormerSealKeys') : undefined;
  }

  /** The key with the number 1 has no number in its logical id: it was there before there were others. */
  private keys(id: string, numbers: readonly number[], keySpec: KeySpec, description: string): [Key, ...Key[]] {
    return numbers.map(
      (number) =>
        new Key(this, number === 1 ? id : `${id}${number}`, {
          description: number === 1 ? description : `${description} (${number})`,
          keySpec,
          keyUsage: KeyUsage.SIGN_VERIFY,
          ...keyRemoval(this.settings.trial),
        }),
    ) as [Key, ...Key[]];
  }
}
