import { DAY, timestampIn } from '../../base/clock.ts';
import { fail } from '../../base/errors.ts';
import type { UserCaller } from '../../people/access/caller.ts';
import type { Origin } from '../../people/access/origin.ts';
import type { EnvelopeState } from '../../storage/records/envelope.ts';
import { createEnvelopeOfDraft } from '../envelopes/acts/create-envelope.ts';
import { problemsOf } from './draft-problems.ts';
import { type DraftTemplate, draftFor } from './draft-store.ts';
import { requestOf } from './send-draft.ts';

/** Begin of a test's name, in every language. */
const MARK = '[TEST] ';
const LONGEST_NAME = 200;

/** Days after which a test is deleted once it has ended, and after which it ends by itself. */
const KEPT_DAYS = 1;
const OPEN_DAYS = 2;

/**
 * Sends an envelope of a draft to its sender alone, who has all roles in it. Nothing verifies who that is, nobody is
 * reminded, and it is deleted soon. The draft stays as it is. Throws `draft_not_sendable` with the first of its
 * problems.
 */
export const sendTest = async (caller: UserCaller, draft_id: string, origin: Origin): Promise<EnvelopeState> => {
  const draft = toSender(caller, await draftFor(caller, draft_id, 'read'));
  const [first] = problemsOf(draft).filter(({ blocks }) => blocks);
  if (first) return fail('draft_not_sendable', { reason: first.detail.replace(/\.$/, '') });
  const request = requestOf(draft, new Map());
  const test = {
    ...request,
    name: `${MARK}${request.name}`.slice(0, LONGEST_NAME),
    visibility: 'private' as const,
    expires_at: timestampIn(OPEN_DAYS * DAY),
    retention_days: KEPT_DAYS,
  };
  return createEnvelopeOfDraft(caller, test, origin, {
    draft,
    template: undefined,
    also: () => [],
    replaces: undefined,
    refuse: () => fail('unavailable'),
  });
};

/** The draft with the sender's address in all roles. */
const toSender = ({ email }: UserCaller, draft: DraftTemplate): DraftTemplate => ({
  ...draft,
  header: {
    ...draft.header,
    initial_reminder: 0,
    followup_reminders: 0,
    draft: { ...draft.header.draft, no_contact: false, expires_at: null },
  },
  roles: draft.roles.map((role) => ({
    ...role,
    first_name: role.first_name || role.last_name ? role.first_name : role.name,
    email,
    phone: null,
    auth_methods: [],
    phone_auth: null,
    identity_provider: null,
    identity_claim: null,
    trust_service: null,
  })),
});
