import { v7 } from 'uuid';
import { newId } from '../../lib/base/ids.ts';
import type { UserCaller } from '../../lib/people/access/caller.ts';
import type { Permission } from '../../lib/people/access/permissions.ts';
import { applied } from '../../lib/signing/envelopes/acts/commit.ts';
import { NewEnvelope } from '../../lib/signing/envelopes/envelope-schema.ts';
import { SYSTEM } from '../../lib/signing/envelopes/rules/chain.ts';
import { inviteNext } from '../../lib/signing/envelopes/rules/lifecycle.ts';
import { newEnvelopeState } from '../../lib/signing/envelopes/rules/new-envelope.ts';
import type { Key } from '../../lib/storage/engine/key.ts';
import { documentPointerKey, listOf } from '../../lib/storage/engine/keys.ts';
import type { Write } from '../../lib/storage/engine/write.ts';
import { eventItems } from '../../lib/storage/envelopes/event-items.ts';
import { firstRecords } from '../../lib/storage/envelopes/first-records.ts';
import { detailsItem, documentItem, headerItem } from '../../lib/storage/envelopes/items.ts';
import { recipientItem } from '../../lib/storage/envelopes/recipient-items.ts';
import type { StoredEntry } from '../../lib/storage/lists/list.ts';
import { postingsOf } from '../../lib/storage/lists/postings.ts';
import type { EnvelopeItem, EnvelopeState } from '../../lib/storage/records/envelope.ts';
import { addressRecord } from '../../lib/storage/users.ts';
import { keptOrganization, keptProfile, RECORD } from './senders.ts';

/** A person as functions know the caller, without an account. */
export const personOf = (
  email: string,
  organization_id: string,
  permissions: readonly Permission[] = ['envelope:view'],
): UserCaller => ({
  kind: 'user',
  user_id: newId(),
  profile_id: newId(),
  organization_id,
  email,
  email_verified: true,
  first_name: 'Ada',
  last_name: 'Marlow',
  session_id: newId(),
  client: null,
  scopes: new Set(),
  roles: ['owner'],
  permissions: new Set(permissions),
  global_admin: false,
  preconditions: [],
});

/** The claim of a person's address: such a person's list of received envelopes is kept. */
export const accountRecord = ({ email, user_id, organization_id, profile_id }: UserCaller) =>
  addressRecord(email, { user_id, organization_id, profile_id });

export interface Sent {
  name: string;
  visibility?: EnvelopeItem['visibility'];
  template_id?: string | null;
  /** Addresses of its signers. */
  to: readonly string[];
  /** Milliseconds since the epoch at which it was made. */
  at: number;
}

type Sender = Pick<UserCaller, 'profile_id' | 'organization_id' | 'email'>;

/** An envelope of one document, sent, as the code makes it that makes all of them. Nothing is written. */
export const envelopeOf = (sender: Sender, { name, visibility, template_id = null, to, at }: Sent): EnvelopeState => {
  const caller = { ...personOf(sender.email, sender.organization_id), profile_id: sender.profile_id };
  const recipients = to.map((email, index) => ({
    role_name: `Role ${index}`,
    first_name: 'Theo',
    last_name: 'Quill',
    email,
  }));
  const request = NewEnvelope.parse({ name, visibility, recipients, documents: [{ name: 'a.pdf', data: 'a' }] });
  const document = { id: newId(), name: 'a.pdf', mime: 'application/pdf' as const, size: 1, pages: 1, order: 0 };
  const page_sizes = { 1: { width: 612, height: 792 } };
  const state = newEnvelopeState(v7({ msecs: at }), request, {
    owner: caller,
    profile: keptProfile({ id: caller.profile_id }),
    organization: keptOrganization(),
    documents: [{ ...document, page_sizes, ...RECORD, template_document_id: null, file: 'a' }],
    roles: [],
    fields: [],
    defaults: {
      template_id,
      name: null,
      description: null,
      initial_reminder: null,
      followup_reminders: null,
      max_reminder_days: null,
    },
  });
  const { recipients: invited, events } = inviteNext(state.recipients, state.envelope, SYSTEM);
  const created = { event: 'envelope:created' as const, role_name: '', event_detail: '', actor: SYSTEM };
  return applied(state, { envelope: {}, recipients: invited, events: [created, ...events] }, state.envelope.created_at);
};

/** The item collection of an envelope, and what points to it. */
export const itemsOf = ({ envelope, recipients, fields, documents, keys, events }: EnvelopeState): Key[] => [
  headerItem(envelope, null),
  detailsItem(envelope),
  ...recipients.map(recipientItem),
  ...firstRecords(envelope, fields, keys),
  ...documents.map(documentItem),
  ...eventItems(events),
  ...documents.map(({ id }) => ({ ...documentPointerKey(id), envelope_id: envelope.id })),
];

/** The contents of lists after transactions with writes to them and the stream that follows. */
export const listsFrom = () => {
  const counts = new Map<string, Key & Record<string, unknown>>();
  return {
    /** The entries that these writes put, with their postings. */
    *entries(writes: Iterable<Write>): Generator<Key> {
      for (const write of writes) {
        if ('put' in write) {
          yield write.put;
          yield* postingsOf(listOf(write.put), write.put as StoredEntry);
        }
        if (!('change' in write)) continue;
        const { pk, sk } = write.change;
        const item: Key & Record<string, unknown> = counts.get(pk) ?? { pk, sk };
        counts.set(pk, item);
        for (const [cell, by] of Object.entries(write.add ?? {})) item[cell] = Number(item[cell] ?? 0) + Number(by);
      }
    },
    /** The counts of all that was put so far. */
    counts: (): Iterable<Key> => counts.values(),
  };
};
