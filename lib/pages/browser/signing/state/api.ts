import type { SigningEnvelope, SigningRecipient, SigningSession } from '../../shared/answers.ts';
import { CallFailed, call, type Method } from '../../shared/call.ts';
import { onFailure } from '../../shared/run.ts';
import { speak } from '../../shared/words/spoken.ts';
import {
  changesTaken,
  envelope,
  givenBack,
  isInPerson,
  overdue,
  putRecipient,
  recipient,
  refusal,
  sentBack,
  session,
} from './state.ts';
import { tellTabs } from './tabs.ts';

/** The link's last three parts: the address that AWS gives the API has a path of its own. */
const link = location.pathname.split('/').slice(-3).join('/');
const LINK = `/v2/sign/unauth/${link}`;

/** The part of the page for each refusal of a link. */
const REFUSED: Record<string, 'expired' | 'unknown' | 'waiting'> = {
  signing_link_expired: 'expired',
  signing_link_unknown: 'unknown',
  invalid: 'unknown',
  not_your_turn: 'waiting',
};

/** Token of the session that leaves for a provider or a service, as `at-provider.ts` keeps it, which comes later. */
const keptSigner = (): string | undefined => JSON.parse(sessionStorage.getItem('at-provider') ?? '{}').signer;

/** Opens the session by the link, or says why there is none. */
export const openByLink = async (): Promise<void> => {
  sentBack.value = false;
  try {
    const before = changesTaken;
    // The session goes on, where there is one: what was proved counts in that one alone.
    const signer = session.value?.access_token ?? keptSigner();
    const opened = await call<SigningSession>('POST', LINK, undefined, signer ? { signer } : {});
    // The signer's own language, else the envelope's. Nothing of it is shown in another one before.
    await speak(opened.recipient.locale, opened.envelope.locale);
    // The device may have gone back to its host meanwhile.
    if (givenBack.value) return;
    const known = session.value;
    // Saves since then are newer than this answer, so only its token is used.
    session.value = known && changesTaken !== before ? { ...known, access_token: opened.access_token } : opened;
    refusal.value = null;
    // A host's device asks each time.
    if (!isInPerson.value) markOpened();
  } catch (error) {
    const refused = error instanceof CallFailed ? REFUSED[error.code ?? ''] : undefined;
    if (!refused) throw error;
    refusal.value = refused;
  }
};

/**
 * Notes in this window's history that the link was opened: after a reload it is opened again without a press. Nothing
 * else stores it.
 */
const markOpened = (): void => {
  if (!wasOpened()) history.replaceState({ ...history.state, opened: true }, '');
};

/** True if the link was opened in this window before. */
export const wasOpened = (): boolean => history.state?.opened === true;

export const askFreshLink = async (): Promise<void> => {
  await call('POST', `${LINK}/fresh-link`);
  refusal.value = 'sent';
};

/** Answers in the place of the API, on a page that shows what would be. */
type Answers = (method: Method, path: string, body?: object, signal?: AbortSignal) => Promise<unknown>;
let answers: Answers | undefined;
export const answerBy = (instead: Answers): void => {
  answers = instead;
};

/** A call of the signer's. A session that has run out is renewed by the link, which the signer doesn't notice. */
export const ask = async <Answer>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
  idempotencyKey?: string,
  signal?: AbortSignal,
): Promise<Answer> => {
  if (answers) return answers(method, path, body, signal) as Promise<Answer>;
  const send = () => {
    const signer = session.value?.access_token ?? '';
    return call<Answer>(method, path, body, {
      signer,
      ...(idempotencyKey ? { idempotencyKey } : {}),
      ...(signal ? { signal } : {}),
    });
  };
  try {
    return await send();
  } catch (error) {
    if (!isSessionOver(error)) throw error;
    await renew();
    if (refusal.value) throw error;
    return send();
  }
};

let renewing: Promise<void> | undefined;

/** Opens the session again, once for all calls that found it ended. */
const renew = (): Promise<void> => {
  renewing ??= openByLink().finally(() => {
    renewing = undefined;
  });
  return renewing;
};

const isSessionOver = (error: unknown): boolean =>
  error instanceof CallFailed && error.status === 401 && ['token_expired', 'unauthorized'].includes(error.code ?? '');

/** The path of what the recipient does. */
export const recipientPath = (act: string): string =>
  `/v2/envelopes/${envelope.value.id}/recipients/${encodeURIComponent(recipient.value.role_name)}/${act}`;

/** An act of the recipient that answers the recipient. */
export const actAsRecipient = async (act: string, body?: object, key?: string): Promise<void> => {
  const answered = await ask<SigningRecipient>('POST', recipientPath(act), body, key);
  if (answered.role_name) putRecipient(answered);
  tellTabs();
};

/** Codes that say that things stand otherwise than the page thinks. */
const CHANGED = [
  'envelope_ended',
  'recipient_not_acting',
  'not_your_turn',
  'step_done',
  'verification_failed',
  'verification_needed',
  'not_agreed',
];

/** Numbers of the last reading that was begun, and of the last one whose answer is shown. */
let begun = 0;
let shown = 0;

/** Reads the envelope again: another tab, another person or the time may have changed it. */
export const refresh = async (): Promise<void> => {
  const { id } = envelope.value;
  const before = changesTaken;
  begun += 1;
  const reading = begun;
  const current = await ask<SigningEnvelope>('GET', `/v2/envelopes/${id}`);
  if (reading < shown) return;
  if (changesTaken !== before) return refresh();
  shown = reading;
  const now = current.recipients.find(({ role_name }) => role_name === recipient.value.role_name);
  if (session.value && now) session.value = { ...session.value, envelope: current, recipient: now };
};

/** Shows what the server says of the state, where an act failed because of it. */
export const followChange = async (error: unknown): Promise<boolean> => {
  if (!(error instanceof CallFailed) || !CHANGED.includes(error.code ?? '')) return false;
  await openByLink();
  // The server's clock decides, and its schedule may not have ended the envelope yet.
  if (error.code === 'envelope_ended' && session.value?.envelope.status.match(/pending|progress/)) overdue.value = true;
  return error.code !== 'verification_needed';
};

onFailure(followChange);
