import type { Caller } from '../../people/access/caller.ts';
import { isOwner, ownRoles } from '../../signing/envelopes/rules/access.ts';
import { webhookData } from '../../signing/envelopes/rules/event-effects.ts';
import { eventSubject } from '../../signing/envelopes/rules/event-subject.ts';
import { commit } from '../../storage/engine/commit.ts';
import { findEnvelope } from '../../storage/envelopes/read.ts';
import { outboxWrite } from '../../storage/outbox/outbox.ts';
import type { DocumentItem, EnvelopeItem } from '../../storage/records/envelope.ts';
import { isWanted } from './routing.ts';

const DOWNLOADED = 'recipient_docs_downloaded';

/**
 * Reports to the organization's webhooks that a recipient downloads a document, null for all in one file. A read; and
 * another and a write if any wants it.
 */
export const reportDownload = async (
  caller: Caller,
  { id, parties, profile_id, organization_id }: Pick<EnvelopeItem, 'id' | 'parties' | 'profile_id' | 'organization_id'>,
  document: DocumentItem | null,
): Promise<void> => {
  const [role_name] = isOwner(caller, { profile_id }) ? [] : ownRoles(caller, { parties });
  if (role_name === undefined) return;
  const envelope = (await isWanted(organization_id, DOWNLOADED)) ? await findEnvelope(id) : undefined;
  if (!envelope) return;
  const event = {
    event: 'recipient:docs_downloaded' as const,
    event_detail: document?.name ?? envelope.name,
    envelope_id: id,
    role_name,
    subject: eventSubject({ role_name }, envelope, envelope.parties),
  };
  const data = { ...webhookData(event), document_id: document?.id ?? null };
  await commit([outboxWrite(organization_id, { webhook_event: DOWNLOADED, data })]);
};
