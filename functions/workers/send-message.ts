import { log } from '../../lib/base/log.ts';
import { count } from '../../lib/base/metrics.ts';
import type { Access } from '../../lib/http/contract.ts';
import { envelopeMessages } from '../../lib/notify/messages/envelope-messages.ts';
import { questionMessage } from '../../lib/notify/messages/question.ts';
import { claimRetry, noteFailure, park } from '../../lib/notify/messages/retry.ts';
import { type Addressed, sendOnce } from '../../lib/notify/messages/send-once.ts';
import { deliverNotices, inOwnWords, isUnwantedBySender } from '../../lib/notify/notifications/deliver-notices.ts';
import { messagesOf, noticesOf } from '../../lib/notify/notifications/notices.ts';
import { ownersMessages } from '../../lib/notify/notifications/owners.ts';
import { noticesOfRequest } from '../../lib/notify/notifications/request-notices.ts';
import { waitingMemberMessages } from '../../lib/notify/notifications/waiting-members.ts';
import { invitationMessage } from '../../lib/people/invitations/messages.ts';
import { DailyLimitReached } from '../../lib/people/organizations/daily-messages.ts';
import { userMessage } from '../../lib/people/users/messages.ts';
import { findEnvelopeProgress } from '../../lib/signing/envelopes/reading/read-envelope.ts';
import { linkCodeMessage } from '../../lib/signing/links/code-mail.ts';
import { removeRetry } from '../../lib/storage/message-retries.ts';
import type { EventName } from '../../lib/storage/outbox/event-names.ts';
import type { InvitationRequest } from '../../lib/storage/outbox/message-request.ts';
import { consumerOf, type PeopleMessage } from '../../lib/storage/outbox/queues.ts';
import type { EnvelopeProgress } from '../../lib/storage/records/envelope.ts';

export const access: Access = {
  read: [
    'user',
    'profilesOfUser',
    'emailAddress',
    'signUp',
    'organization',
    'profile',
    'envelope',
    'notificationTemplate',
    'templateLink',
  ],
  change: [
    'mailedCode',
    'linkVisit',
    'askedMails',
    'invitation',
    'signingSecret',
    'sentMessage',
    'messageRetry',
    'notification',
    'brand',
  ],
  write: ['dailyMessages'],
  remove: ['messageRetry'],
  files: { get: ['sealedDocument'] },
  send: ['email', 'sms'],
  messagesPerDay: true,
};

/**
 * Sends messages to people, and in-app notifications to those with an account. Each addressee of an event gets each
 * message once, whatever happens to the others. A message that can't be sent is retried for three days; only then it
 * fails.
 */
export const handler = consumerOf('message', async ({ retry, ...message }) => {
  if (retry && !(await claimRetry(message.id))) return;
  try {
    await sendOnce(message.id, await addressedOf(message));
  } catch (error) {
    if (error instanceof DailyLimitReached) {
      log().warn('Messages wait for the next day', { event_id: message.id });
      return park(message.id, message, error.seconds);
    }
    count('MessagesFailed');
    log().warn('Messages could not be sent', { event_id: message.id, error: error as Error });
    if (!(await noteFailure(message.id, message))) throw error;
    return;
  }
  if (retry) await removeRetry(message.id);
});

const addressedOf = (message: PeopleMessage): Promise<Addressed[]> => {
  if (message.source === 'envelope') {
    const { id, envelope_id, event, role_name } = message;
    return aboutEnvelope(id, envelope_id, { event, role_name }, (state) =>
      envelopeMessages(state, { event, role_name, id }),
    );
  }
  const { id, request } = message;
  if (request.kind === 'webhook_switched_off') return ownersMessages(request);
  if (request.kind === 'member_waiting') return waitingMemberMessages(id, request);
  if (request.kind === 'organization_invitation') return invited(id, request);
  if (request.kind === 'link_code')
    return Promise.resolve([{ addressee: 'visitor', make: () => linkCodeMessage(request) }]);
  if (request.kind !== 'recipient_question')
    return Promise.resolve([{ addressee: 'user', make: () => userMessage(id, request) }]);
  const about = { event: 'recipient:question' as const, role_name: request.role_name };
  return aboutEnvelope(id, request.envelope_id, about, (state) => [
    { addressee: 'user', make: () => questionMessage(state, request) },
  ]);
};

/** Messages and notices of an envelope's event, by its current state. */
const aboutEnvelope = async (
  event_id: string,
  envelope_id: string,
  about: { event: EventName; role_name: string },
  messages: (state: EnvelopeProgress) => Addressed[],
): Promise<Addressed[]> => {
  const state = await findEnvelopeProgress(envelope_id);
  if (!state) return [];
  const { organization_id, template_id, locale } = state.envelope;
  const notices = {
    event_id,
    organization_id,
    template_id,
    notices: noticesOf(state, about),
    messages: messagesOf(about.event),
    locales: [locale, ...state.recipients.map((one) => one.locale ?? locale)],
  };
  const { texts, unwanted } = await deliverNotices(notices);
  return messages(state)
    .filter((one) => !isUnwantedBySender(one, state, about.event, unwanted))
    .map((one) => inOwnWords(one, texts));
};

/** The mail and the notice of an invitation to an organization. */
const invited = async (event_id: string, request: InvitationRequest): Promise<Addressed[]> => {
  const notices = await noticesOfRequest(event_id, request);
  const addressed = { addressee: 'user', make: () => invitationMessage(request) };
  return [notices ? inOwnWords(addressed, (await deliverNotices(notices)).texts) : addressed];
};
