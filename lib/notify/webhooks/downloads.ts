import type { Caller } from '../../people/access/caller.ts';
import { isOwner, ownRoles } from '../../signing/envelopes/access.ts';
import { webhookData } from '../../signing/envelopes/event-effects.ts';
import { eventSubject } from '../../signing/envelopes/present.ts';
import { commit } from '../../storage/engine/commit.ts';
import { outboxWrite } from '../../storage/outbox/outbox.ts';
import type { DocumentItem, EnvelopeItem } from '../../storage/records/envelope.ts';
import { wantedEvents } from './settings.ts';

const DOWNLOADED = 'recipient_docs_downloaded';

/**
 * Reports to the organization's webhook that a recipient downloads a document, null for all in one file. A read; and a
 * write if the webhook wants it.
 */
export const reportDownload = async (
  caller: Caller,
  envelope: EnvelopeItem,
  document: DocumentItem | null,
): Promise<void> => {
  const [role_name] = isOwner(caller, envelope) ? [] : ownRoles(caller, envelope);
  if (role_name === undefined) return;
  const { organization_id } = envelope;
  const wanted = await wantedEvents([{ organization_id, webhook_event: DOWNLOADED }]);
  if (wanted.length === 0) return;
  const event = {
    event: 'recipient:docs_downloaded',
    event_detail: document?.name ?? envelope.name,
    envelope_id: envelope.id,
    role_name,
    subject: eventSubject({ role_name }, envelope, envelope.parties),
  };
  const data = { ...webhookData(event), document_id: document?.id ?? null };
  await commit([outboxWrite(organization_id, { webhook_event: DOWNLOADED, data })]);
};
