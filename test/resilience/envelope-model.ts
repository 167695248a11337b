import { Failure } from '../../lib/base/errors.ts';
import { newId } from '../../lib/base/ids.ts';
import { statusOf } from '../../lib/http/errors.ts';
import type { SignerCaller, UserCaller } from '../../lib/people/access/caller.ts';
import { applied } from '../../lib/signing/envelopes/acts/commit.ts';
import { NewEnvelope } from '../../lib/signing/envelopes/envelope-schema.ts';
import { actorOf } from '../../lib/signing/envelopes/rules/actor.ts';
import { delegate } from '../../lib/signing/envelopes/rules/delegation.ts';
import { dueChange } from '../../lib/signing/envelopes/rules/due-change.ts';
import {
  type Change,
  end,
  firstReminder,
  inviteNext,
  isOpen,
  later,
  open,
} from '../../lib/signing/envelopes/rules/lifecycle.ts';
import { demandTurn } from '../../lib/signing/envelopes/rules/may-act.ts';
import { newEnvelopeState } from '../../lib/signing/envelopes/rules/new-envelope.ts';
import { correctRecipient, remindOne } from '../../lib/signing/envelopes/rules/recipient-update.ts';
import { resetRecipient } from '../../lib/signing/envelopes/rules/reset.ts';
import { sentReviewers } from '../../lib/signing/envelopes/rules/review-evidence.ts';
import { backTo } from '../../lib/signing/envelopes/rules/send-back.ts';
import { updateSettings } from '../../lib/signing/envelopes/rules/settings.ts';
import { sentSteps } from '../../lib/signing/envelopes/rules/steps.ts';
import { sealing } from '../../lib/signing/envelopes/sealing/seal.ts';
import { decideAgreement } from '../../lib/signing/sessions/decide-agreement.ts';
import { decideDecline } from '../../lib/signing/sessions/decide-decline.ts';
import { decideSendBack } from '../../lib/signing/sessions/decide-send-back.ts';
import { decideSubmission } from '../../lib/signing/sessions/decide-submission.ts';
import type { DocumentItem, EnvelopeState, RecipientItem } from '../../lib/storage/records/envelope.ts';
import { keptOrganization, keptProfile, RECORD } from '../envelopes/senders.ts';

/** Everything that can be done to an envelope. */
export const ACTS = [
  'open',
  'agree',
  'fill',
  'clear',
  'submit',
  'decline',
  'cancel',
  'correct',
  'remind',
  'settings',
  'due',
  'seal',
] as const;

/** Acts that change who takes part, or start somebody anew. */
export const ACTS_ON_PEOPLE = ['delegate', 'reset'] as const;

export interface Step {
  act: (typeof ACTS)[number] | (typeof ACTS_ON_PEOPLE)[number] | 'back';
  /** Index of the recipient. */
  who: number;
  /** Hours since the step before. */
  after: number;
}

export interface Shape {
  recipients: { sequence: number; type: 'signer' | 'approver' | 'cc'; email: number }[];
  /** The number that is enough, by sequence; absent for all. */
  needs?: Readonly<Record<number, number>>;
  /** True if all who act after others may send back. */
  reviewed?: boolean;
  no_contact: boolean;
  /** Hours after which it expires. */
  expires: number | null;
  reminders: boolean;
}

const HOUR = 3_600_000;
const origin = { ip: '192.0.2.1', userAgent: 'test' };
const address = (index: number) => `person-${index}@example.com`;

const sender: UserCaller = {
  kind: 'user',
  user_id: newId(),
  profile_id: newId(),
  organization_id: newId(),
  email: address(0),
  email_verified: true,
  first_name: 'Ada',
  last_name: 'Sender',
  session_id: newId(),
  client: null,
  scopes: new Set(),
  roles: ['owner'],
  permissions: new Set(),
  global_admin: false,
  preconditions: [],
};

/** A new envelope of this shape, its first level invited, as `createEnvelope` makes it. */
export const created = (shape: Shape): EnvelopeState => {
  const document = { id: newId(), name: 'a.pdf', mime: 'application/pdf' as const, size: 1, pages: 1, order: 0 };
  const page_sizes = { 1: { width: 612, height: 792 } };
  const request = NewEnvelope.parse({
    name: 'An envelope',
    no_contact: shape.no_contact,
    initial_reminder: shape.reminders ? 5 * HOUR : 0,
    followup_reminders: shape.reminders ? 12 * HOUR : 0,
    recipients: shape.recipients.map(({ sequence, type, email }, index) => ({
      role_name: `Role ${index}`,
      first_name: `Person ${index}`,
      email: address(email),
      sequence,
      type,
      step_needs: shape.needs?.[sequence],
      delegator: shape.needs !== undefined,
      may_send_back: shape.reviewed === true && type !== 'cc' && sequence > 1,
    })),
    fields: shape.recipients.flatMap(({ type }, index) =>
      type === 'cc'
        ? []
        : [{ name: `text ${index}`, role_name: `Role ${index}`, type: 'textbox', page: 1, x: 9, y: 9, required: true }],
    ),
  });
  const state = newEnvelopeState(newId(), request, {
    owner: sender,
    profile: keptProfile(),
    organization: keptOrganization(),
    documents: [{ ...document, page_sizes, ...RECORD, template_document_id: null, file: 'a' }],
    roles: [],
    fields: [],
    defaults: {
      template_id: null,
      name: null,
      description: null,
      initial_reminder: null,
      followup_reminders: null,
      max_reminder_days: null,
    },
  });
  const { created_at } = state.envelope;
  if (shape.expires !== null) state.envelope.expires_at = later(created_at, shape.expires * HOUR);
  const actor = actorOf(sender, origin);
  const { recipients, events } = inviteNext(state.recipients, state.envelope, actor);
  const change: Change = {
    envelope: { next_reminder: firstReminder(state.envelope, created_at) },
    recipients,
    events: [
      {
        event: 'envelope:created',
        role_name: '',
        event_detail: '',
        actor,
        data: {
          documents: state.documents.map(({ id, sha256 }) => ({ id, sha256 })),
          steps: sentSteps(state.recipients),
          reviewers: sentReviewers(state.recipients),
        },
      },
      ...events,
    ],
  };
  return applied(state, change, created_at);
};

/** The state after the step, at the moment `at`; the same state where the rules refuse it or it changes nothing. */
export const after = (state: EnvelopeState, { act, who }: Step, at: string): EnvelopeState => {
  const recipient = state.recipients[who % state.recipients.length];
  if (!recipient) return state;
  try {
    if (act === 'fill' || act === 'clear') return filled(state, recipient, act === 'fill' ? 'text' : '');
    const change = changeOf(state, recipient, act, at);
    return change ? applied(state, change, at) : state;
  } catch (error) {
    if (error instanceof Failure && statusOf(error) < 500) return state;
    throw error;
  }
};

/** Fields change without their envelope: only the recipient's own, and only as its guard allows (`field-update.ts`). */
const filled = (state: EnvelopeState, recipient: RecipientItem, value: string): EnvelopeState => {
  if (!['invited', 'opened', 'signed'].includes(recipient.status) || !recipient.agreed) return state;
  const { role_name } = recipient;
  return {
    ...state,
    fields: state.fields.map((field) => (field.role_name === role_name ? { ...field, value } : field)),
    recipients: state.recipients.map((one) => (one === recipient ? { ...one, revision: one.revision + 1 } : one)),
  };
};

const changeOf = (
  state: EnvelopeState,
  recipient: RecipientItem,
  act: Exclude<Step['act'], 'fill' | 'clear'>,
  at: string,
): Change | null => {
  const { envelope_id, role_name, profile_id, email } = recipient;
  const signer: SignerCaller = {
    kind: 'signer',
    envelope_id,
    role_name,
    profile_id,
    email,
    key_id: newId(),
    key_type: 'email',
    session_id: null,
  };
  const actor = actorOf(sender, origin);
  switch (act) {
    case 'open':
      return recipient.status === 'invited' ? open(state, recipient, 'email', actorOf(signer, origin), at) : null;
    case 'agree':
      return decideAgreement(signer, { disclosures: 'I agree.' }, origin)(state, recipient, at);
    case 'submit':
      return decideSubmission(signer, {}, origin)(state, recipient, at);
    case 'decline':
      return decideDecline(signer, null, origin)(state, recipient, at);
    case 'back': {
      const known = backTo(state.recipients, recipient).map((one) => one.role_name);
      const { version } = state.envelope;
      // Sometimes all, sometimes one.
      const back_to = version % 3 === 0 ? known : known.slice(version % Math.max(1, known.length)).slice(0, 1);
      return decideSendBack(signer, { back_to, reason: 'Look again.' }, origin)(state, recipient, at);
    }
    case 'delegate': {
      demandTurn(state.envelope, recipient, at);
      const to = { first_name: 'Del', last_name: 'Egate', email: address(20 + (state.envelope.version % 9)) };
      return delegate(state, recipient, { session_id: null }, { ...to, phone: null, message: null }, actor, at);
    }
    case 'reset':
      return resetRecipient(state, recipient, actor, at);
    case 'cancel':
      return isOpen(state.envelope) ? end(state, 'envelope:canceled', actor, at) : null;
    case 'correct':
      return correctRecipient(state, recipient, { email: address(7 + (state.envelope.version % 3)) }, actor);
    case 'remind':
      return remindOne(state, recipient, actor);
    case 'settings':
      return updateSettings(state, { no_contact: !state.envelope.no_contact, visibility: 'shared' }, actor, at);
    case 'due':
      return dueChange(state, at);
    case 'seal': {
      const { status, chain_head, event_count } = state.envelope;
      if (status !== 'complete') return null;
      return sealing(state.documents, certificateOf(state), { chain_head, event_count })(state);
    }
  }
};

const certificateOf = ({ documents: [document], envelope }: EnvelopeState): DocumentItem => {
  if (!document) throw new Error(`The envelope ${envelope.id} has no document`);
  const id = newId();
  return { ...document, id, type: 'certificate', signed: true, sealed_sha256: 'b'.repeat(64) };
};
