import { setEnvironment } from '../../infra/local/environment.ts';
import { agree, fill, linkTo, openLink, type Signer } from '../../infra/local/story/signing.ts';
import type { Read } from '../answers.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { createSignature, type Envelope, ok, openSession, recipient, sendEnvelope } from '../stories/envelope.ts';
import { type KeyPair, type Mischief, makePasskey, originOf, signWithPasskey } from './authenticator.ts';

/** A platform whose pages are at a name, where browsers take passkeys, and somebody who sends. */
export const startWithPasskeys = async () => {
  const api = await startApi();
  const restore = setEnvironment({ APP_URL: originOf(api) });
  const stop = async (): Promise<void> => {
    restore();
    await api.stop();
  };
  return { api, sender: await api.signUp(), stop };
};

/** An envelope whose only recipient, `Signer`, signs with a passkey. */
export const sendForPasskey = (
  api: Api,
  sender: Person,
  details: Record<string, unknown> = {},
  more: Record<string, unknown> = {},
): Promise<Envelope> =>
  sendEnvelope(api, sender, [recipient('Signer', 1, { auth_methods: ['passkey'], ...details })], more);

/** Opens the session by the link that was mailed for this envelope. */
export const openMailed = async (api: Api, envelope: Envelope, role_name = 'Signer') => {
  const { email = '' } = envelope.recipients.find((one) => one.role_name === role_name) ?? {};
  return openLink(api, await linkTo(api, email, envelope.id));
};

/** Everything up to the submit, in the session that the mailed link opens. */
export const readyToSign = async (
  api: Api,
  envelope: Envelope,
  { role_name = 'Signer', by = 'mail' as 'mail' | 'in_app' } = {},
): Promise<Signer> => {
  const session = await (by === 'mail'
    ? openMailed(api, envelope, role_name)
    : openSession(api, envelope, role_name, by));
  await agree(api, session);
  await fill(api, session, `signature-${role_name}`, await createSignature(api, session));
  return session;
};

const pathOf = ({ envelope_id, role_name }: Signer) => ({ envelope_id, role_name });
export const PLACE = { locale: 'en-US', timezone: 'Europe/Vienna' };

type Statement = Read<'startPasskeySignature'>;

/** Asks for the statement. The answer may be a refusal. */
export const startSignature = (api: Api, signer: Signer, body: object = { ...PLACE, origin: originOf(api) }) =>
  api.as({ signer: signer.signer }).startPasskeySignature({ path: pathOf(signer), body });

/** Submits with a passkey's answer. The answer may be a refusal. */
export const submitWith = (api: Api, signer: Signer, passkey: object, place: object = PLACE) =>
  api.as({ signer: signer.signer }).submitRecipient({ path: pathOf(signer), body: { ...place, passkey } });

/** A new passkey, and its signature of the statement. */
export const signedByNew = (api: Api, statement: Statement, mischief: Mischief = {}, making: Mischief = {}) => {
  const { key, credential: created } = makePasskey(api, statement.creation, making);
  return {
    key,
    passkey: { time: statement.time, created, credential: signWithPasskey(api, key, statement.creation, mischief) },
  };
};

/** The signature of the statement by a passkey that is there. */
export const signedBy = (api: Api, key: KeyPair, statement: Statement, mischief: Mischief = {}) => ({
  time: statement.time,
  credential: signWithPasskey(api, key, statement.creation, mischief),
});

/** The whole signing of an envelope of `sendForPasskey`, with a new passkey or with `key`. */
export const signWithKey = async (api: Api, envelope: Envelope, key?: KeyPair): Promise<KeyPair> => {
  const signer = await readyToSign(api, envelope);
  const statement = ok(await startSignature(api, signer));
  const made = key ? { key, passkey: signedBy(api, key, statement) } : signedByNew(api, statement);
  ok(await submitWith(api, signer, made.passkey));
  return made.key;
};
