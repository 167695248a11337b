import { setWebhook } from '../../infra/local/story/account.ts';
import { agree, type Signer } from '../../infra/local/story/signing.ts';
import { newId } from '../../lib/base/ids.ts';
import { issueToken, SIGNER_TOKEN_LIFE } from '../../lib/people/sessions/tokens.ts';
import { changeEnvelope } from '../../lib/signing/envelopes/acts/commit.ts';
import { SYSTEM } from '../../lib/signing/envelopes/rules/chain.ts';
import { agree as agreed, open } from '../../lib/signing/envelopes/rules/lifecycle.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { type Envelope, ok, openSession, recipient, sendEnvelope, setField } from '../stories/envelope.ts';
import { type Received, type Receiver, startReceiver } from '../webhooks-api/receiver.ts';
import { type Audit, expectUnbroken } from './chain.ts';
import { type Proxies, startProxies } from './proxies.ts';

/** A required text: filled with one call, where a signature takes two. */
export const textField = (role_name: string, more: Record<string, unknown> = {}) => ({
  name: `text-${role_name}`,
  role_name,
  type: 'textbox',
  document_id: 0,
  page: 1,
  x: 72,
  y: 72,
  required: true,
  ...more,
});

/** An envelope whose recipients act in parallel, each with one required text. */
export const sendParallel = (
  api: Api,
  sender: Person,
  roles: readonly string[],
  more: Record<string, unknown> = {},
): Promise<Envelope> =>
  sendEnvelope(
    api,
    sender,
    roles.map((role) => recipient(role, 1)),
    { no_contact: true, fields: roles.map((role) => textField(role)), ...more },
  );

/** Opens the session and fills everything, without the submit. */
export const ready = async (api: Api, envelope: Envelope, role: string): Promise<Signer> => {
  const session = await openSession(api, envelope, role);
  await agree(api, session);
  ok(await setField(api, session, `text-${role}`, `by ${role}`));
  return session;
};

/** Signed by everybody, nobody has submitted. */
export const allReady = (api: Api, envelope: Envelope, roles: readonly string[]): Promise<Signer[]> =>
  Promise.all(roles.map((role) => ready(api, envelope, role)));

/**
 * Signing sessions of recipients who have opened the envelope and agreed, made in one transaction instead of two
 * requests for each. Their required texts are to be filled already (`default`).
 */
export const allAgreed = async ({ id: envelope_id }: Envelope): Promise<Signer[]> => {
  const details = { disclosures: 'I agree.', shown_by: 'client' as const, locale: null, timezone: null };
  const { recipients } = await changeEnvelope(envelope_id, (state, at) => {
    const changes = state.recipients.flatMap((one) => [
      open(state, one, 'in_app', SYSTEM, at),
      agreed(one, details, SYSTEM, at),
    ]);
    const changed = (role: string) => Object.assign({}, ...changes.map((change) => change.recipients?.[role]));
    return {
      envelope: { status: 'in progress' },
      recipients: Object.fromEntries(state.recipients.map(({ role_name }) => [role_name, changed(role_name)])),
      events: changes.flatMap(({ events }) => events),
    };
  });
  return Promise.all(
    recipients.map(async ({ role_name, email, profile_id }) => {
      const claims = { session_type: 'signing' as const, sub: newId(), key_type: 'in_app' as const };
      const { token } = await issueToken({ ...claims, email, profile_id, envelope_id, role_name }, SIGNER_TOKEN_LIFE);
      return { signer: token, envelope_id, role_name };
    }),
  );
};

export const auditOf = async (api: Api, person: Person, envelope_id: string): Promise<Audit> => {
  const audit = ok(await api.as(person).getEnvelopeAudit({ path: { envelope_id } })) as Audit;
  expectUnbroken(audit);
  return audit;
};

export const readEnvelope = async (api: Api, person: Person, envelope_id: string): Promise<Envelope> =>
  ok(await api.as(person).getEnvelope({ path: { envelope_id } })) as Envelope;

/** The distinct webhook ids of an envelope's event. */
export const idsOf = (received: readonly Received[], envelope_id: string, type: string): string[] => [
  ...new Set(
    received
      .filter(({ body }) => body.type === type && body.data.envelope_id === envelope_id)
      .map(({ headers }) => String(headers['webhook-id'])),
  ),
];

export interface Stage {
  api: Api;
  sender: Person;
  receiver: Receiver;
  stop(): Promise<void>;
}

export interface StageSettings {
  /** Runs when the platform has started and done nothing yet. */
  prepare?: () => Promise<unknown>;
  /** The webhook events that the receiver gets; all unless given. */
  events?: readonly string[];
}

/** A platform in this process, a sender, and a receiver of all of the sender's webhooks. */
export const setStage = async ({ prepare, events }: StageSettings = {}): Promise<Stage> => {
  const api = await startApi();
  await prepare?.();
  const sender = await api.signUp();
  const receiver = await startReceiver();
  await setWebhook(api, sender, receiver.url, events);
  return {
    api,
    sender,
    receiver,
    stop: async () => {
      await receiver.stop();
      await api.stop();
    },
  };
};

/** The same, with proxies between the functions and the engines that can be made to fail. */
export const setFaultyStage = async (settings: StageSettings = {}) => {
  let proxies: Proxies | undefined;
  const prepare = async () => {
    await settings.prepare?.();
    proxies = await startProxies();
  };
  const stage = await setStage({ ...settings, prepare });
  const { DynamoDB: table, S3: files, SQS: queues } = (proxies as unknown as Proxies).proxies;
  const stop = async () => {
    await stage.stop();
    await proxies?.stop();
  };
  return { ...stage, proxies: proxies as unknown as Proxies, table, files, queues, stop };
};
