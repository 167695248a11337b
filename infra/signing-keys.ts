import { X509Certificate } from 'node:crypto';
import { CustomResource, Duration } from 'aws-cdk-lib';
import { Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { keyFingerprint } from '../lib/aws/keys/fingerprint.ts';
import type { TokenKind } from '../lib/base/config.ts';
import type { SigningKey } from '../lib/http/contract.ts';
import { type FunctionMaker, statement } from './function-maker.ts';
import type { Settings } from './settings.ts';
import { keyRemoval } from './store.ts';

/** The file with a CA's certificate in the bundles of functions that seal or verify. */
export const SEAL_CERTIFICATE_FILE = 'seal-certificate.pem';

/**
 * Signing keys. They never leave KMS, and stay when the stack is deleted, because seals must stay verifiable. The first
 * of a kind signs; what the others signed is still accepted.
 */
export class Keys extends Construct {
  /** The current keys: tokens with ES256, documents with RS256. */
  readonly signing: Record<SigningKey, Key>;
  /** The log's own key; undefined where its key is encrypted by the data key. */
  readonly log: Key | undefined;
  /** The public keys for each kind of tokens, as a JSON Web Key Set. */
  readonly tokenJwks: Record<TokenKind, string>;
  /** The seal key's certificate: PEM, or the name of its file. */
  readonly sealCertificate: string;
  /** Fingerprints of former seal keys; undefined if there are none. */
  readonly formerSealKeys: string | undefined;
  private readonly settings: Settings;

  constructor(scope: Construct, make: FunctionMaker, subject: string, settings: Settings) {
    super(scope, 'Keys');
    this.settings = settings;
    const { ECC_NIST_P256, RSA_3072 } = KeySpec;
    // The keys of users' tokens existed first, and keep their logical ids.
    const users = this.keys('TokenKey', settings.userTokenKeys, ECC_NIST_P256, 'Countersign: signs tokens of users');
    const signers = this.keys(
      'SignerTokenKey',
      settings.signerTokenKeys,
      ECC_NIST_P256,
      'Countersign: signs tokens of signers',
    );
    const seals = this.keys('SealKey', settings.sealKeys, RSA_3072, 'Countersign: seals documents');
    this.log = settings.logKey
      ? new Key(this, 'LogKey', {
          description: 'Countersign: signs the checkpoints of the log',
          keySpec: KeySpec.ECC_NIST_EDWARDS25519,
          keyUsage: KeyUsage.SIGN_VERIFY,
          ...keyRemoval(settings.trial),
        })
      : undefined;
    this.signing = { 'user-token': users[0], 'signer-token': signers[0], seal: seals[0] };
    const prepare = make(this, {
      name: 'prepare-keys',
      description: 'At deployment: publishes the token keys, certifies the seal key',
      timeout: Duration.minutes(1),
      environment: {},
      statements: [
        statement(
          ['kms:GetPublicKey'],
          [...users, ...signers, ...seals].map(({ keyArn }) => keyArn),
        ),
        statement(['kms:Sign'], [this.signing.seal.keyArn]),
      ],
    });
    const named = (keys: readonly Key[]) => keys.map(({ keyArn }) => `kms:${keyArn}`);
    const material = (id: string, type: 'TokenKeys' | 'SealCertificate', properties: Record<string, unknown>) =>
      new CustomResource(this, id, {
        resourceType: `Custom::${type}`,
        serviceToken: prepare.functionArn,
        serviceTimeout: Duration.minutes(3),
        properties,
      });
    const published = (id: string, keys: readonly Key[]) =>
      material(id, 'TokenKeys', { Keys: named(keys) }).getAttString('TokenJwks');
    const ca = settings.sealCertificate;
    const certified = material('SealCertificate', 'SealCertificate', {
      Keys: named(seals),
      Subject: subject,
      CertifiedKey: ca === null ? '' : keyFingerprint(new X509Certificate(ca).publicKey),
    });
    this.tokenJwks = { user: published('TokenKeys', users), signer: published('SignerTokenKeys', signers) };
    this.sealCertificate =
      ca === null ? certified.getAttString('SealCertificate') : `file:/var/task/${SEAL_CERTIFICATE_FILE}`;
    this.formerSealKeys = seals.length > 1 ? certified.getAttString('FormerSealKeys') : undefined;
  }

  /** Key number 1 has no number in its logical id, because it existed before the others. */
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
