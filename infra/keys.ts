import { CustomResource, Duration, RemovalPolicy } from 'aws-cdk-lib';
import { Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { type FunctionMaker, statement } from './function-maker.ts';

/** The keys that sign. They never leave KMS, and stay when the stack goes: seals must stay explainable. */
export class Keys extends Construct {
  /** Signs access tokens (ES256). */
  readonly token: Key;
  /** Seals documents (RS256). */
  readonly seal: Key;
  /** The token key's public half, as a JSON Web Key Set. */
  readonly tokenJwks: string;
  /** The seal key's own certificate, PEM. */
  readonly sealCertificate: string;

  constructor(scope: Construct, make: FunctionMaker, subject: string) {
    super(scope, 'Keys');
    this.token = new Key(this, 'TokenKey', {
      description: 'Countersign: signs access tokens',
      keySpec: KeySpec.ECC_NIST_P256,
      keyUsage: KeyUsage.SIGN_VERIFY,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    this.seal = new Key(this, 'SealKey', {
      description: 'Countersign: seals documents',
      keySpec: KeySpec.RSA_3072,
      keyUsage: KeyUsage.SIGN_VERIFY,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    const prepare = make(this, {
      name: 'prepare-keys',
      description: 'At deployment: publishes the token key, certifies the seal key',
      timeout: Duration.minutes(1),
      environment: {},
      statements: [
        statement(['kms:GetPublicKey'], [this.token.keyArn, this.seal.keyArn]),
        statement(['kms:Sign'], [this.seal.keyArn]),
      ],
    });
    const material = new CustomResource(this, 'Material', {
      resourceType: 'Custom::KeyMaterial',
      serviceToken: prepare.functionArn,
      properties: {
        TokenKey: `kms:${this.token.keyArn}`,
        SealKey: `kms:${this.seal.keyArn}`,
        Subject: subject,
      },
    });
    this.tokenJwks = material.getAttString('TokenJwks');
    this.sealCertificate = material.getAttString('SealCertificate');
  }
}
