import { createHash } from 'node:crypto';
import { config } from '../../base/config.ts';
import { openPdf } from '../file/open.ts';
import { appendRevision } from '../file/write-file.ts';
import { prepareTexts } from '../fonts/prepare-texts.ts';
import { beforeStamps } from '../stamp/added-only.ts';
import { demandSameLook, stampedPages } from '../stamp/same-look.ts';
import { newNames, type StampField, textsOf } from '../stamp/stamp.ts';
import type { Place } from '../stamp/stamp-form.ts';
import { stampWidgets } from '../stamp/stamp-widgets.ts';
import { TOKEN_ROOM } from '../trust/authority.ts';
import { attributesToSign, type CmsSigner, signatureRoom, signatureWith } from './cades.ts';
import { catalogRef } from './catalog-ref.ts';
import { signatureBy } from './signature-by.ts';
import { addSignatureField, fillSlot, openSlot, readAround, type SignatureSlot } from './signature-field.ts';
import { methodOf } from './signing-algorithm.ts';
import { makeTimestamps } from './timestamps.ts';

/** A signature that a signer makes by a certificate of their own, and the values that it shows. */
export interface SignerRevision {
  /** Drawn as fields of this signature: pages' content is never touched. */
  fields: readonly StampField[];
  /** Places of values that others will show later: no field of this signature covers them. */
  later?: readonly Place[];
  /** Name of the signer in the envelope, which the name of the field in the file contains. */
  fieldName: string;
  reason: string;
  location?: string;
  /** The person. */
  name: string;
  /** The claimed time. Only a time-stamp proves one. */
  signingTime: Date;
  /** DER, the issuer's first in the chain. */
  certificate: Uint8Array;
  chain: readonly Uint8Array[];
  /** By `algorithmFor`. */
  algorithm: string;
}

/** A file with an empty place for a signature. */
export interface PreparedRevision {
  /** The base, and a revision behind it. */
  bytes: Uint8Array;
  /** SHA-256 of the signed attributes: what the signer's key is to sign. */
  toSign: Uint8Array;
  plan: RevisionPlan;
}

/** All that finishing needs beside the file, for JSON. */
export interface RevisionPlan {
  slot: SignatureSlot;
  /** SHA-256 of the bytes that the signature covers, hex. */
  digest: string;
  /** DER in base64. */
  certificate: string;
  chain: string[];
  algorithm: string;
  /** True if the place has room for a time-stamp. */
  isStamped: boolean;
}

/** A file that its signer has signed. */
export interface FinishedRevision {
  bytes: Uint8Array;
  /** SHA-256 of `bytes`, hex. */
  sha256: string;
  /** `B-T`: with a time-stamp of an authority. */
  level: 'B-B' | 'B-T';
}

/** The answer isn't the signature of this certificate's key over what was to be signed. */
export class AlteredSignatureError extends Error {
  constructor() {
    super('The signature was not made by the key of the certificate for this document');
    this.name = 'AlteredSignatureError';
  }
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** Names of fields hold no period: it separates them from those above (ISO 32000-2 section 12.7.4.2). */
const fieldNamed = (name: string): string => `Signature of ${name.replaceAll('.', ' ')}`;

/**
 * Appends a revision with an empty signature of a signer (PAdES, `ETSI.CAdES.detached`) to a document of record, or to
 * what others have signed of it. The file begins with `base`. Throws `SeenOtherwiseError` if a page would show a
 * difference outside of the fields' boxes, and other errors if the file can't be read or appended to.
 */
export const prepareSignerRevision = async (
  base: Uint8Array,
  { fields, later, fieldName, name, reason, location, signingTime, certificate, chain, algorithm }: SignerRevision,
): Promise<PreparedRevision> => {
  await prepareTexts(textsOf(fields));
  const document = await openPdf(base);
  const before = beforeStamps(document, stampedPages(fields));
  const signer: CmsSigner = { certificate, certificateChain: [...chain], ...methodOf(algorithm) };
  const isStamped = config.timestampAuthorities().length > 0;
  const room = signatureRoom(signer) + (isStamped ? TOKEN_ROOM : 0);
  const { widgets, changed, places } = stampWidgets(document, fields, later);
  const field = { name: fieldNamed(fieldName), signer: name, reason, location, signingTime, room };
  const formed = addSignatureField(document, catalogRef(document), field, widgets);
  const bytes = appendRevision(document, base, [...changed, ...formed]);
  const slot = openSlot(bytes, room);
  const { digest } = readAround(bytes, slot);
  await demandSameLook({ record: base, sealed: bytes, before, names: newNames() }, [...fields, ...places]);
  return {
    bytes,
    toSign: createHash('sha256').update(attributesToSign(digest, signer)).digest(),
    plan: {
      slot,
      digest: Buffer.from(digest).toString('hex'),
      certificate: base64(certificate),
      chain: chain.map(base64),
      algorithm,
      isStamped,
    },
  };
};

/**
 * Writes the signer's signature of `toSign` into its place, in the same memory, with a time-stamp where an authority
 * answers. ECDSA's two numbers may come in DER or one after the other. Throws `AlteredSignatureError` before anything
 * is written if the certificate's key didn't make it of these attributes.
 */
export const finishSignerRevision = async (
  { bytes, plan }: Pick<PreparedRevision, 'bytes' | 'plan'>,
  given: Uint8Array,
): Promise<FinishedRevision> => {
  const { digest, beginning } = readAround(bytes, plan.slot);
  if (Buffer.from(digest).toString('hex') !== plan.digest) throw new Error('The prepared file is another one');
  const certificate = new Uint8Array(Buffer.from(plan.certificate, 'base64'));
  const method = methodOf(plan.algorithm);
  const certificateChain = plan.chain.map((one) => new Uint8Array(Buffer.from(one, 'base64')));
  const signer: CmsSigner = { certificate, certificateChain, ...method };
  const signature = signatureBy(certificate, method.signatureAlgorithm, attributesToSign(digest, signer), given);
  if (!signature) throw new AlteredSignatureError();
  const token = plan.isStamped
    ? await makeTimestamps(config.timestampAuthorities()).timestamp(createHash('sha256').update(signature).digest())
    : null;
  const { sha256 } = fillSlot(bytes, plan.slot, signatureWith(digest, signer, signature, token), beginning);
  return { bytes, sha256, level: token ? 'B-T' : 'B-B' };
};
