import { createHash, type KeyObject, randomBytes, webcrypto } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  BitString,
  Constructed,
  GeneralizedTime,
  Integer,
  Null,
  ObjectIdentifier,
  OctetString,
  Primitive,
  Sequence,
  Utf8String,
} from 'asn1js';
import {
  AccessDescription,
  AlgorithmIdentifier,
  Attribute,
  AttributeTypeAndValue,
  AuthorityKeyIdentifier,
  BasicConstraints,
  BasicOCSPResponse,
  type CertID,
  Certificate,
  CertificateRevocationList,
  ContentInfo,
  CRLDistributionPoints,
  DistributionPoint,
  EncapsulatedContentInfo,
  Extension,
  Extensions,
  ExtKeyUsage,
  GeneralName,
  InfoAccess,
  IssuerAndSerialNumber,
  MessageImprint,
  OCSPRequest,
  OCSPResponse,
  PKIStatusInfo,
  PublicKeyInfo,
  ResponseBytes,
  RevokedCertificate,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
  SingleResponse,
  Time,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs';
import { sealCertificates } from '../../lib/aws/keys/seal-signer.ts';
import { DAY, now } from '../../lib/base/clock.ts';

const exact = (bytes: Uint8Array): ArrayBuffer => Uint8Array.from(bytes).buffer;

/** A party of the public key infrastructure: a certificate with its key. */
interface Party {
  certificate: Certificate;
  key: webcrypto.CryptoKey;
}

/** Wrong answers of a server: a status, bytes, a redirect, nothing, or anything. */
export type Fault = number | Buffer | ((request: IncomingMessage, response: ServerResponse) => void);

/** Changes of what an authority says. */
export interface TokenFault {
  time?: Date;
  digest?: Buffer;
  nonce?: bigint;
  /** A party that signs instead of the authority. */
  signer?: Party;
  /** True for a token with the authority's own certificate alone. */
  withoutChain?: true;
}

export interface TestPki {
  /** Base address of its servers; `tsa` and `tsa2` are time-stamp authorities. */
  url: string;
  tsa: string;
  tsa2: string;
  rootPem: string;
  /** Paths that were asked, in order. */
  asked: string[];
  /** Answers of paths that went wrong, such as `/ocsp`, `/sub.crl`, `/root.crl`, `/tsa`. */
  faults: Map<string, Fault>;
  tokenFault: TokenFault;
  /** Serial numbers (hex) of revoked certificates. */
  revoked: Set<string>;
  /** Makes lists and responses hold from `from` to `until` days from now. */
  holds: { from: number; until: number };
  /** A certificate for the key of a person, with its chain, DER. */
  signerCertificate: (publicKey: KeyObject, options?: SignerOptions) => Promise<SignerCertificate>;
  /** A certificate of the process's seal key, with its chain, PEM. */
  sealCertificate: (options?: CertificateOptions) => Promise<string>;
  /** Gives the authorities certificates with other properties. */
  renewAuthorities: (options?: CertificateOptions) => Promise<void>;
  serialOf: (party: 'tsa' | 'tsa2' | 'sub') => string;
  /** Calls back after each right answer of a path; the result ends that. */
  afterAnswer: (path: string, call: () => void) => () => void;
  /** An authority whose certificate isn't for time-stamps. */
  notForTime: () => Promise<Party>;
  stop: () => void;
}

export interface SignerCertificate {
  certificate: Uint8Array;
  chain: Uint8Array[];
  /** Its serial number, hex. */
  serial: string;
}

export interface SignerOptions extends CertificateOptions {
  /** Common name; `Ada Lovelace` if absent. */
  name?: string;
  /** First byte of the key usages; digitalSignature and nonRepudiation if absent. */
  usage?: number;
  /** Contents of the extension QcStatements (RFC 3739), in DER. */
  statements?: Uint8Array;
}

export interface CertificateOptions {
  /** Days from now to the end of the certificate. */
  days?: number;
  /** Days from now to its beginning. */
  since?: number;
  ocsp?: boolean;
  crl?: boolean;
  /** Address of the CRL. */
  crlUrl?: string;
  /** Without the address of its issuer. */
  orphan?: boolean;
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' };

const newKeys = () => webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);

const serialNumber = (): Integer => {
  const bytes = randomBytes(8);
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return new Integer({ valueHex: exact(bytes) });
};

const hexOf = (serial: Integer): string => Buffer.from(serial.valueBlock.valueHexView).toString('hex');

const uri = (value: string): GeneralName => new GeneralName({ type: 6, value });

interface Subject {
  name: string;
  publicKey: webcrypto.CryptoKey | KeyObject;
  extensions: Extension[];
  since: number;
  days: number;
}

const extension = (
  extnID: string,
  value: { toBER: (sizeOnly?: boolean) => ArrayBuffer },
  critical = false,
): Extension => new Extension({ extnID, critical, extnValue: value.toBER(false) });

const certify = async (
  subject: Subject,
  issuer: Party | undefined,
  own?: webcrypto.CryptoKey,
): Promise<Certificate> => {
  const certificate = new Certificate();
  certificate.version = 2;
  certificate.serialNumber = serialNumber();
  const commonName = new AttributeTypeAndValue({
    type: '2.5.4.3',
    value: new Utf8String({ value: subject.name }),
  });
  certificate.subject.typesAndValues.push(commonName);
  certificate.issuer = issuer?.certificate.subject ?? certificate.subject;
  certificate.notBefore = new Time({ type: 0, value: atDay(subject.since) });
  certificate.notAfter = new Time({ type: 0, value: atDay(subject.days) });
  if ('export' in subject.publicKey) {
    const spki = subject.publicKey.export({ type: 'spki', format: 'der' });
    certificate.subjectPublicKeyInfo = PublicKeyInfo.fromBER(exact(spki as Buffer));
  } else await certificate.subjectPublicKeyInfo.importKey(subject.publicKey);
  const key = issuer?.key ?? own;
  if (!key) throw new Error('Nobody signs');
  const [subjectKey, issuerKey] = [certificate, issuer?.certificate ?? certificate].map(keyIdentifier);
  certificate.extensions = [
    ...subject.extensions,
    extension('2.5.29.14', new OctetString({ valueHex: exact(subjectKey as Buffer) })),
    extension(
      '2.5.29.35',
      new AuthorityKeyIdentifier({
        keyIdentifier: new OctetString({ valueHex: exact(issuerKey as Buffer) }),
      }).toSchema(),
    ),
  ];
  await certificate.sign(key, 'SHA-256');
  return Certificate.fromBER(certificate.toSchema(true).toBER(false));
};

/** The identifier of a certificate's key (RFC 5280 section 4.2.1.2). */
const keyIdentifier = ({ subjectPublicKeyInfo }: Certificate): Buffer =>
  createHash('sha1').update(subjectPublicKeyInfo.subjectPublicKey.valueBlock.valueHexView).digest();

/** Whole seconds, as certificates have them. */
const atDay = (days: number): Date => new Date(Math.floor((now().getTime() + days * DAY) / 1000) * 1000);

const CA = [
  () => extension('2.5.29.19', new BasicConstraints({ cA: true }).toSchema(), true),
  () => extension('2.5.29.15', new BitString({ valueHex: exact(Uint8Array.of(6)), unusedBits: 1 }), true),
];

const purpose = (oid: string, critical: boolean): Extension =>
  extension('2.5.29.37', new ExtKeyUsage({ keyPurposes: [oid] }).toSchema(), critical);

const pem = (certificate: Certificate): string => {
  const base64 = Buffer.from(certificate.toSchema().toBER(false)).toString('base64');
  return `-----BEGIN CERTIFICATE-----\n${base64.match(/.{1,64}/g)?.join('\n')}\n-----END CERTIFICATE-----\n`;
};

/**
 * A public key infrastructure on this machine: a root; a CA below it that certifies seals, two time-stamp authorities
 * and an OCSP responder; lists of revoked certificates. All follow the platform's clock.
 */
export const startPki = async (): Promise<TestPki> => {
  const asked: string[] = [];
  const faults = new Map<string, Fault>();
  const revoked = new Set<string>();
  const listeners = new Map<string, () => void>();
  let url = '';

  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const path = request.url ?? '';
    asked.push(path);
    const fault = faults.get(path);
    if (typeof fault === 'function') return fault(request, response);
    if (typeof fault === 'number') return response.writeHead(fault).end();
    const answer = fault ?? (await routes[path]?.(Buffer.concat(parts)));
    if (answer && !fault) listeners.get(path)?.();
    return answer ? response.writeHead(200).end(answer) : response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const party = async (name: string, issuer: Party | undefined, extensions: Extension[], days = 3650, since = -30) => {
    const { privateKey, publicKey } = await newKeys();
    const certificate = await certify({ name, publicKey, extensions, since, days }, issuer, privateKey);
    return { certificate, key: privateKey };
  };
  const pointers = (
    issuer: 'root' | 'sub',
    { ocsp = true, crl = true, orphan = false, crlUrl }: CertificateOptions,
  ) => {
    const access = [
      ...(ocsp
        ? [new AccessDescription({ accessMethod: '1.3.6.1.5.5.7.48.1', accessLocation: uri(`${url}/ocsp`) })]
        : []),
      ...(orphan
        ? []
        : [new AccessDescription({ accessMethod: '1.3.6.1.5.5.7.48.2', accessLocation: uri(`${url}/${issuer}.cer`) })]),
    ];
    const point = new DistributionPoint({ distributionPoint: [uri(crlUrl ?? `${url}/${issuer}.crl`)] });
    return [
      ...(access.length > 0
        ? [extension('1.3.6.1.5.5.7.1.1', new InfoAccess({ accessDescriptions: access }).toSchema())]
        : []),
      ...(crl ? [extension('2.5.29.31', new CRLDistributionPoints({ distributionPoints: [point] }).toSchema())] : []),
    ];
  };

  const root = await party(
    'Test root',
    undefined,
    CA.map((make) => make()),
  );
  const sub = await party('Test CA', root, [...CA.map((make) => make()), ...pointers('root', { ocsp: false })]);
  const responder = await party('Test responder', sub, [
    purpose('1.3.6.1.5.5.7.3.9', false),
    extension('1.3.6.1.5.5.7.48.1.5', new Null()),
  ]);
  const authority = (name: string, options: CertificateOptions = {}) =>
    party(
      name,
      sub,
      [purpose('1.3.6.1.5.5.7.3.8', true), ...pointers('sub', options)],
      options.days ?? 365,
      options.since ?? -30,
    );
  const authorities = { tsa: await authority('Test time'), tsa2: await authority('Other time') };

  const crlOf = async (issuer: Party): Promise<Buffer> => {
    const crl = new CertificateRevocationList();
    crl.version = 1;
    crl.issuer = issuer.certificate.subject;
    crl.thisUpdate = new Time({ type: 0, value: atDay(pki.holds.from) });
    crl.nextUpdate = new Time({ type: 0, value: atDay(pki.holds.until) });
    crl.crlExtensions = new Extensions({ extensions: [extension('2.5.29.20', new Integer({ value: 7 }))] });
    if (revoked.size > 0) {
      crl.revokedCertificates = [...revoked].map((hex) => {
        const userCertificate = new Integer({ valueHex: exact(Buffer.from(hex, 'hex')) });
        return new RevokedCertificate({ userCertificate, revocationDate: new Time({ type: 0, value: atDay(-1) }) });
      });
    }
    await crl.sign(issuer.key, 'SHA-256');
    return Buffer.from(crl.toSchema(true).toBER(false));
  };

  const singleResponse = (certID: CertID): SingleResponse => {
    const isRevoked = revoked.has(hexOf(certID.serialNumber));
    const single = new SingleResponse();
    single.certID = certID;
    single.certStatus = isRevoked
      ? new Constructed({
          idBlock: { tagClass: 3, tagNumber: 1 },
          value: [new GeneralizedTime({ valueDate: atDay(-1) })],
        } as ConstructorParameters<typeof Constructed>[0])
      : new Primitive({ idBlock: { tagClass: 3, tagNumber: 0 }, lenBlockLength: 1 } as ConstructorParameters<
          typeof Primitive
        >[0]);
    single.thisUpdate = atDay(pki.holds.from);
    single.nextUpdate = atDay(pki.holds.until);
    return single;
  };

  const ocsp = async (body: Buffer): Promise<Buffer> => {
    const { tbsRequest } = OCSPRequest.fromBER(exact(body));
    const basic = new BasicOCSPResponse();
    basic.tbsResponseData.responderID = responder.certificate.subject;
    basic.tbsResponseData.producedAt = atDay(pki.holds.from);
    basic.tbsResponseData.responses = tbsRequest.requestList.map(({ reqCert }) => singleResponse(reqCert));
    basic.certs = [responder.certificate];
    await basic.sign(responder.key, 'SHA-256');
    const response = new OCSPResponse();
    response.responseStatus.valueBlock.valueDec = 0;
    response.responseBytes = new ResponseBytes({
      responseType: '1.3.6.1.5.5.7.48.1.1',
      response: new OctetString({ valueHex: basic.toSchema().toBER(false) }),
    });
    return Buffer.from(response.toSchema().toBER(false));
  };

  const pki: TestPki = {
    url,
    tsa: `${url}/tsa`,
    tsa2: `${url}/tsa2`,
    rootPem: pem(root.certificate),
    asked,
    faults,
    tokenFault: {},
    revoked,
    holds: { from: -1, until: 7 },
    signerCertificate: async (publicKey, { name = 'Ada Lovelace', usage = 0xc0, statements, ...options } = {}) => {
      const extensions = [
        extension('2.5.29.15', new BitString({ valueHex: exact(Uint8Array.of(usage)), unusedBits: 6 }), true),
        ...(statements ? [new Extension({ extnID: '1.3.6.1.5.5.7.1.3', extnValue: exact(statements) })] : []),
        ...pointers('sub', options),
      ];
      const subject = { name, publicKey, extensions, since: options.since ?? -30, days: options.days ?? 365 };
      const certificate = await certify(subject, sub);
      const der = (one: Certificate) => new Uint8Array(one.toSchema().toBER(false));
      return { certificate: der(certificate), chain: [der(sub.certificate)], serial: hexOf(certificate.serialNumber) };
    },
    sealCertificate: async (options = {}) => {
      const [own] = await sealCertificates();
      if (!own) throw new Error('There is no seal key');
      const { publicKey } = own;
      const certificate = await certify(
        {
          name: 'Test seal',
          publicKey,
          extensions: [
            extension('2.5.29.15', new BitString({ valueHex: exact(Uint8Array.of(0xc0)), unusedBits: 6 }), true),
            ...pointers('sub', options),
          ],
          since: options.since ?? -30,
          days: options.days ?? 1000,
        },
        sub,
      );
      return pem(certificate) + pem(sub.certificate);
    },
    renewAuthorities: async (options = {}) => {
      authorities.tsa = await authority('Test time', options);
      authorities.tsa2 = await authority('Other time', options);
    },
    serialOf: (name) => hexOf((name === 'sub' ? sub : authorities[name]).certificate.serialNumber),
    afterAnswer: (path, call) => {
      listeners.set(path, call);
      return () => listeners.delete(path);
    },
    notForTime: () => party('No authority', sub, pointers('sub', {})),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };

  const token = (name: 'tsa' | 'tsa2') => (body: Buffer) =>
    tokenFor(body, pki.tokenFault.signer ?? authorities[name], sub.certificate, pki.tokenFault);

  const routes: Record<string, ((body: Buffer) => Promise<Buffer> | Buffer) | undefined> = {
    '/root.cer': () => Buffer.from(root.certificate.toSchema().toBER(false)),
    '/sub.cer': () => Buffer.from(sub.certificate.toSchema().toBER(false)),
    '/root.crl': () => crlOf(root),
    '/sub.crl': () => crlOf(sub),
    '/ocsp': ocsp,
    '/tsa': token('tsa'),
    '/tsa2': token('tsa2'),
  };
  return pki;
};

const TST_INFO = '1.2.840.113549.1.9.16.1.4';

const tokenFor = async (
  body: Buffer,
  { certificate, key }: Party,
  issuer: Certificate,
  fault: TokenFault,
): Promise<Buffer> => {
  const { messageImprint, nonce } = TimeStampReq.fromBER(exact(body));
  const info = new TSTInfo({
    version: 1,
    policy: '1.2.3.4.1',
    messageImprint: new MessageImprint({
      hashAlgorithm: messageImprint.hashAlgorithm,
      hashedMessage: fault.digest ? new OctetString({ valueHex: exact(fault.digest) }) : messageImprint.hashedMessage,
    }),
    serialNumber: serialNumber(),
    genTime: fault.time ?? atDay(0),
    ...(fault.nonce === undefined ? (nonce ? { nonce } : {}) : { nonce: Integer.fromBigInt(fault.nonce) }),
  });
  const content = info.toSchema().toBER(false);
  const digest = createHash('sha256').update(Buffer.from(content)).digest();
  const fingerprint = createHash('sha256')
    .update(Buffer.from(certificate.toSchema().toBER(false)))
    .digest();
  const named = new Sequence({
    value: [new Sequence({ value: [new Sequence({ value: [new OctetString({ valueHex: exact(fingerprint) })] })] })],
  });
  const attributes = [
    new Attribute({ type: '1.2.840.113549.1.9.3', values: [new ObjectIdentifier({ value: TST_INFO })] }),
    new Attribute({ type: '1.2.840.113549.1.9.4', values: [new OctetString({ valueHex: exact(digest) })] }),
    new Attribute({ type: '1.2.840.113549.1.9.16.2.47', values: [named] }),
  ];
  const signer = new SignerInfo({
    version: 1,
    sid: new IssuerAndSerialNumber({ issuer: certificate.issuer, serialNumber: certificate.serialNumber }),
    signedAttrs: new SignedAndUnsignedAttributes({ type: 0, attributes }),
  });
  const encapsulated = new EncapsulatedContentInfo({ eContentType: TST_INFO });
  // Given to the constructor it would be cut into pieces, which DER doesn't allow.
  encapsulated.eContent = new OctetString({ valueHex: content });
  const signed = new SignedData({
    version: 3,
    encapContentInfo: encapsulated,
    signerInfos: [signer],
    certificates: fault.withoutChain ? [certificate] : [certificate, issuer],
    digestAlgorithms: [new AlgorithmIdentifier({ algorithmId: '2.16.840.1.101.3.4.2.1' })],
  });
  await signed.sign(key, 0, 'SHA-256');
  const timeStampToken = new ContentInfo({ contentType: '1.2.840.113549.1.7.2', content: signed.toSchema(true) });
  const status = new PKIStatusInfo({ status: 0 });
  return Buffer.from(new TimeStampResp({ status, timeStampToken }).toSchema().toBER(false));
};
