import type { EventName } from '../../../storage/outbox/event-names.ts';
import type { AccountWord } from './words/en.ts';

/** The timeline's sentence for each event of an envelope's chain. */
export const EVENT_WORDS: Readonly<Record<EventName, AccountWord>> = {
  'envelope:created': 'eventCreated',
  'envelope:updated': 'eventUpdated',
  'envelope:completed': 'eventCompleted',
  'envelope:sealed': 'eventSealed',
  'envelope:seal_failed': 'eventSealFailed',
  'envelope:seal_requested': 'eventSealAgain',
  'envelope:seal_renewed': 'eventSealRenewed',
  'envelope:deletion_announced': 'eventDeletionAnnounced',
  'envelope:canceled': 'eventCanceled',
  'envelope:expired': 'eventExpired',
  'envelope:cc': 'eventCopy',
  'invitation:resent': 'eventFreshLink',
  'owner:get_in_person_link': 'eventInPerson',
  'owner:updated_recipient_info': 'eventCorrected',
  'recipient:invited': 'eventInvited',
  'recipient:invite_failed': 'eventInviteFailed',
  'recipient:reminder': 'eventReminded',
  'recipient:opened': 'eventOpened',
  'recipient:agreed': 'eventAgreed',
  'recipient:prepared': 'eventPrepared',
  'recipient:code_requested': 'eventCode',
  'recipient:pin_verified': 'eventVerified',
  'recipient:kba_verified': 'eventVerified',
  'recipient:pin_failed': 'eventNotVerified',
  'recipient:kba_failed': 'eventNotVerified',
  'recipient:failed': 'eventFailed',
  'recipient:signed': 'eventSigned',
  'recipient:submitted': 'eventSubmitted',
  'recipient:declined': 'eventDeclined',
  'recipient:delegated': 'eventDelegated',
  'recipient:question': 'eventQuestion',
  'recipient:name_requested': 'eventNameAsked',
  'recipient:reported': 'eventReported',
  'recipient:updated_info': 'eventOwnName',
};

const words: Readonly<Record<string, AccountWord | undefined>> = EVENT_WORDS;

/** The sentence for an event of an answer; undefined for one that a newer service knows. */
export const wordOfEvent = (event: string): AccountWord | undefined => words[event];
