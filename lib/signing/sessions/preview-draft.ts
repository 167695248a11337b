import { fail } from '../../base/errors.ts';
import type { UserCaller } from '../../people/access/caller.ts';
import { pageBrand } from '../../people/brands/snapshot.ts';
import type { EnvelopeState, RecipientItem } from '../../storage/records/envelope.ts';
import { type DraftTemplate, draftFor } from '../drafts/draft-store.ts';
import { requestOf } from '../drafts/send-draft.ts';
import { envelopeOfDraft } from '../envelopes/acts/create-envelope.ts';
import { presentEnvelope, presentRecipient } from '../envelopes/answers/present-envelope.ts';
import { problemsOfRules } from '../fields/rule-checks.ts';
import { isWithinPages } from '../fields/rules.ts';
import type { DraftPreview } from './signing-session-schema.ts';

/**
 * The session that a recipient of the envelope would open at their turn, if the draft were sent as it is. Nothing is
 * stored, sent or counted. Its documents have the ids of the draft's. Throws `role_not_found`, and
 * `draft_not_sendable` without any document.
 */
export const previewDraft = async (caller: UserCaller, draft_id: string, role_name: string): Promise<DraftPreview> => {
  const draft = asComplete(await draftFor(caller, draft_id, 'read'));
  if (!draft.roles.some(({ name }) => name === role_name)) fail('role_not_found');
  if (draft.documents.length === 0) fail('draft_not_sendable', { reason: 'The envelope has no document' });
  const request = requestOf(draft, new Map());
  const recipients = request.recipients.map(({ auth_methods: _, ...one }) => ({ ...one, auth_methods: [] }));
  // An envelope that nobody is told of needs no addresses and no message that is left today.
  const planned = await envelopeOfDraft(caller, { ...request, recipients, no_contact: true, expires_at: null }, draft);
  const state = atTheTurnOf(planned, role_name);
  const recipient = recipientOf(state, role_name);
  const viewer = { creator: false, signer: { role_name, session_id: null }, withheld: false };
  return {
    envelope: presentEnvelope(state, viewer),
    recipient: presentRecipient(recipient, viewer),
    signatures: [],
    initials: [],
    brand: pageBrand(state.envelope.brand, state.envelope.organization),
    first_page: null,
  };
};

/** The draft with names where some are missing, and without fields and rules that can't be sent. */
const asComplete = (draft: DraftTemplate): DraftTemplate => {
  const roles = draft.roles.map((role) =>
    role.first_name || role.last_name ? role : { ...role, first_name: role.name },
  );
  const acting = new Set(roles.filter(({ type }) => type !== 'cc').map(({ name }) => name));
  const fields = draft.fields.filter((field) => {
    const document = draft.documents.find(({ id }) => id === field.document_id);
    return document && acting.has(field.role_name) && isWithinPages(field, document);
  });
  return { ...draft, roles: roles.map((role) => ({ ...role, auth_methods: [] })), fields: withSoundRules(fields) };
};

/** The fields without rules that can't be followed. Without those of one, others may lose what they depended on. */
const withSoundRules = (fields: DraftTemplate['fields']): DraftTemplate['fields'] => {
  const faulty = new Set(problemsOfRules(fields).map(({ field }) => field));
  if (faulty.size === 0) return fields;
  return withSoundRules(
    fields.map((field) =>
      faulty.has(field.name) ? { ...field, settings: { ...field.settings, rules: undefined } } : field,
    ),
  );
};

const recipientOf = ({ recipients }: EnvelopeState, role_name: string): RecipientItem =>
  recipients.find((one) => one.role_name === role_name) ?? fail('role_not_found');

/** The envelope once all who act before this recipient have done so. */
const atTheTurnOf = (state: EnvelopeState, role_name: string): EnvelopeState => {
  const { type, sequence } = recipientOf(state, role_name);
  // A copy comes once all have signed.
  const isBefore = (one: RecipientItem) => type === 'cc' || one.sequence < sequence;
  const recipients = state.recipients.map((one): RecipientItem => {
    if (one.role_name === role_name) return { ...one, status: 'opened' };
    if (isBefore(one)) return { ...one, status: 'submitted' };
    return { ...one, status: one.sequence === sequence ? 'invited' : 'pending' };
  });
  const status = type === 'cc' ? 'complete' : 'in progress';
  return { ...state, recipients, envelope: { ...state.envelope, status } };
};
