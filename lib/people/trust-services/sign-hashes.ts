import * as z from 'zod';
import { fail } from '../../base/errors.ts';
import { askService, refuse } from './ask-service.ts';
import { type CscCredential, SHA256_OID, type TrustService } from './trust-service.ts';

const Done = z.object({}).loose();
const Authorized = z.object({ SAD: z.string().min(1).max(20_000) });
const Signed = z.object({ signatures: z.array(z.string().regex(/^[A-Za-z0-9+/]+={0,2}$/)) });

/** Has the service send the person a one-time code. Throws `trust_service_refused` and `trust_service_unreachable`. */
export const sendOtp = async (
  service: TrustService,
  token: string,
  { id, otp }: Pick<CscCredential, 'id' | 'otp'>,
): Promise<void> => {
  if (!otp?.online) return refuse('this certificate needs no code that is sent');
  const question =
    service.api === 'v1'
      ? { method: 'credentials/sendOTP', token, input: { credentialID: id } }
      : { method: 'credentials/getChallenge', token, input: { credentialID: id, authObjectID: otp.id } };
  await askService(service, question, Done);
};

interface Authorizing {
  credential: Pick<CscCredential, 'id' | 'pin' | 'otp'>;
  hashes: Uint8Array[];
  pin?: string | undefined;
  otp?: string | undefined;
}

/**
 * Authorizes the signatures by these hashes, with what the person has typed, and returns the signature activation data
 * (SAD). Not for credentials that are authorized on the service's page. Throws `trust_service_refused`, also for a
 * wrong PIN or code, and `trust_service_unreachable`.
 */
export const authorizeCredential = async (
  service: TrustService,
  token: string,
  { credential: { id, pin: pinInput, otp: otpInput }, hashes, pin, otp }: Authorizing,
): Promise<string> => {
  const typed = [
    ...(pinInput && pin !== undefined ? [{ id: pinInput.id, value: pin }] : []),
    ...(otpInput && otp !== undefined ? [{ id: otpInput.id, value: otp }] : []),
  ];
  const input =
    service.api === 'v1'
      ? { hash: hashes.map(base64), ...Object.fromEntries(typed.map(({ id: name, value }) => [name, value])) }
      : { hashes: hashes.map(base64), hashAlgorithmOID: SHA256_OID, ...(typed.length > 0 ? { authData: typed } : {}) };
  const { SAD } = await askService(
    service,
    { method: 'credentials/authorize', token, input: { credentialID: id, numSignatures: hashes.length, ...input } },
    Authorized,
  );
  return SAD;
};

interface Signing {
  credential: Pick<CscCredential, 'id' | 'multisign'>;
  /** Signature activation data, or the token of the scope `credential`. */
  sad: string;
  /** SHA-256 each. */
  hashes: Uint8Array[];
  /** Object identifier of the signature's algorithm, one of the credential's. */
  algorithm: string;
}

/**
 * Has the hashes signed, and returns their signatures in the same order. Nothing is checked of these: whoever asks
 * compares them with the certificate. Throws `trust_service_refused` and `trust_service_unreachable`.
 */
export const signHashes = async (
  service: TrustService,
  token: string,
  { credential: { id, multisign }, sad, hashes, algorithm }: Signing,
): Promise<Uint8Array[]> => {
  if (hashes.length > multisign) return fail('trust_service_no_credential');
  const listed = hashes.map(base64);
  const input = {
    credentialID: id,
    SAD: sad,
    ...(service.api === 'v1'
      ? { hash: listed, hashAlgo: SHA256_OID }
      : { hashes: listed, hashAlgorithmOID: SHA256_OID }),
    signAlgo: algorithm,
    ...(algorithm === RSA_PSS ? { signAlgoParams: PSS_PARAMETERS } : {}),
  };
  const { signatures } = await askService(service, { method: 'signatures/signHash', token, input }, Signed);
  if (signatures.length !== hashes.length)
    return refuse(`it made ${signatures.length} signatures in the place of ${hashes.length}`);
  return signatures.map((text) => new Uint8Array(Buffer.from(text, 'base64')));
};

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

const RSA_PSS = '1.2.840.113549.1.1.10';
/** Parameters of RSASSA-PSS (RFC 4055 section 3.1), DER in base64: SHA-256, MGF1 with SHA-256, a salt of 32 bytes. */
const PSS_PARAMETERS = 'MDSgDzANBglghkgBZQMEAgEFAKEcMBoGCSqGSIb3DQEBCDANBglghkgBZQMEAgEFAKIDAgEg';
