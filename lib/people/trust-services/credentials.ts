import { X509Certificate } from 'node:crypto';
import * as z from 'zod';
import { now } from '../../base/clock.ts';
import { fail } from '../../base/errors.ts';
import { withoutHidden } from '../../base/look.ts';
import { askService } from './ask-service.ts';
import type { CscCredential, CscInput, TrustService } from './trust-service.ts';

/** The most credentials of a person that are looked at. */
const MOST = 20;

const CredentialList = z.object({ credentialIDs: z.array(z.string().min(1).max(500)) });

const Base64 = z
  .string()
  .max(20_000)
  .regex(/^[A-Za-z0-9+/\s]+={0,2}\s*$/);

const Common = {
  key: z.object({ status: z.string(), algo: z.array(z.string().max(100)).max(50), len: z.number().optional() }),
  cert: z.object({ status: z.string().max(50).optional(), certificates: z.array(Base64).min(1).max(10) }),
  SCAL: z.enum(['1', '2']).default('1'),
  multisign: z.number().min(1),
};

const Presence = z.string().optional();

/** Answer of `credentials/info` in version 1.0.4 (11.5). */
const InfoV1 = z.object({
  ...Common,
  authMode: z.string(),
  PIN: z.object({ presence: Presence, format: z.string().optional(), label: z.string().optional() }).optional(),
  OTP: z
    .object({
      presence: Presence,
      type: z.string().optional(),
      format: z.string().optional(),
      label: z.string().optional(),
    })
    .optional(),
});

/** A thing that the person types, in version 2 (8.3.1). */
const AuthObject = z.object({
  type: z.string(),
  id: z.string().min(1).max(200),
  format: z.string().optional(),
  label: z.string().optional(),
  generator: z.string().optional(),
});
type AuthObject = z.output<typeof AuthObject>;

/** Answer of `credentials/info` in version 2 (11.5). */
const InfoV2 = z.object({
  ...Common,
  auth: z.object({
    mode: z.string(),
    expression: z.string().max(500).optional(),
    objects: z.array(AuthObject).max(10).optional(),
  }),
});

/**
 * Lists the person's credentials with which `signatures` signatures can be made at once: enabled, with a certificate
 * that is valid now and, as far as the service says, neither revoked nor suspended, and authorized in a way that this
 * platform knows. At most 20 are looked at. Throws `trust_service_no_credential` if there is none,
 * `trust_service_refused` and `trust_service_unreachable`.
 */
export const listCredentials = async (
  service: TrustService,
  token: string,
  { signatures = 1 }: { signatures?: number } = {},
): Promise<CscCredential[]> => {
  const input = service.api === 'v1' ? { maxResults: MOST } : {};
  const { credentialIDs } = await askService(service, { method: 'credentials/list', token, input }, CredentialList);
  const ids = [...new Set(credentialIDs)].slice(0, MOST);
  const found = await Promise.all(ids.map((id) => readCredential(service, token, id)));
  const usable = found.filter((one) => one !== undefined && one.multisign >= signatures) as CscCredential[];
  return usable.length > 0 ? usable : fail('trust_service_no_credential');
};

/** A credential; undefined if nothing can be signed with it. */
const readCredential = async (
  service: TrustService,
  token: string,
  credentialID: string,
): Promise<CscCredential | undefined> => {
  const question = {
    method: 'credentials/info',
    token,
    input: { credentialID, certificates: 'chain', authInfo: true },
  };
  const [info, authorization] =
    service.api === 'v1'
      ? await askService(service, question, InfoV1).then((one) => [one, authorizationV1(one)] as const)
      : await askService(service, question, InfoV2).then((one) => [one, authorizationV2(one)] as const);
  if (!authorization || info.key.status !== 'enabled') return undefined;
  if (info.cert.status !== undefined && info.cert.status !== 'valid') return undefined;
  const [certificate, ...chain] = info.cert.certificates.map((text) => new Uint8Array(Buffer.from(text, 'base64')));
  const key = certificate && keyOf(certificate);
  if (!key) return undefined;
  return {
    id: credentialID,
    certificate,
    chain,
    key: { ...key, algorithms: info.key.algo },
    ...authorization,
    scal: info.SCAL,
    multisign: info.multisign,
    status: info.cert.status ?? '',
  };
};

/** Kind and size of a certificate's key; undefined if it is of another kind, can't be read, or isn't valid now. */
const keyOf = (der: Uint8Array): Pick<CscCredential['key'], 'kind' | 'bits'> | undefined => {
  try {
    const { publicKey, validFromDate, validToDate } = new X509Certificate(der);
    if (validFromDate > now() || validToDate < now()) return undefined;
    const { modulusLength = 0, namedCurve = '' } = publicKey.asymmetricKeyDetails ?? {};
    if (publicKey.asymmetricKeyType === 'rsa') return { kind: 'RSA', bits: modulusLength };
    if (publicKey.asymmetricKeyType !== 'ec') return undefined;
    return { kind: 'EC', bits: CURVES[namedCurve] ?? 0 };
  } catch {
    return undefined;
  }
};

const CURVES: Record<string, number> = { prime256v1: 256, secp384r1: 384, secp521r1: 521 };

type Authorization = Pick<CscCredential, 'authorization' | 'pin' | 'otp'>;

const isMode = (mode: string): mode is CscCredential['authorization'] =>
  ['implicit', 'explicit', 'oauth2code'].includes(mode);

const authorizationV1 = ({ authMode, PIN, OTP }: z.output<typeof InfoV1>): Authorization | undefined => {
  if (!isMode(authMode)) return undefined;
  if (authMode !== 'explicit') return { authorization: authMode, pin: null, otp: null };
  const pin = PIN?.presence === 'true' ? inputOf({ ...PIN, id: 'PIN' }) : null;
  const otp = OTP?.presence === 'true' ? { ...inputOf({ ...OTP, id: 'OTP' }), online: OTP.type === 'online' } : null;
  return pin || otp ? { authorization: 'explicit', pin, otp } : undefined;
};

/**
 * Explicit authorization in version 2: at most one password and one one-time code, and both if there are both. Another
 * combination, or an answer on another way than through this platform, is not known here.
 */
const authorizationV2 = ({
  auth: { mode, expression = '', objects = [] },
}: z.output<typeof InfoV2>): Authorization | undefined => {
  if (!isMode(mode)) return undefined;
  if (mode !== 'explicit') return { authorization: mode, pin: null, otp: null };
  const codes = objects.filter(isOneTime);
  const passwords = objects.filter((one) => one.type === 'Password' && !isOneTime(one));
  const isKnown = codes.length + passwords.length === objects.length && objects.length > 0;
  if (!isKnown || codes.length > 1 || passwords.length > 1 || /\bX?OR\b/i.test(expression)) return undefined;
  const [code] = codes;
  const [password] = passwords;
  return {
    authorization: 'explicit',
    pin: password ? inputOf(password) : null,
    otp: code ? { ...inputOf(code), online: code.type === 'ChallengeResponse' } : null,
  };
};

const isOneTime = ({ type, generator }: AuthObject): boolean =>
  type === 'ChallengeResponse' || (type === 'Password' && generator !== undefined);

/** Longest name of something that the person types. */
const LONGEST_LABEL = 100;

const inputOf = ({ id, label, format }: Pick<AuthObject, 'id' | 'label' | 'format'>): CscInput => ({
  id,
  label:
    withoutHidden(label ?? '')
      .trim()
      .slice(0, LONGEST_LABEL) || id,
  numeric: format === 'N',
});
