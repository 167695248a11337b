import type { EnvelopeState, RecipientItem } from '../../../storage/records/envelope.ts';
import { presentSealed } from '../../documents/document-of-record.ts';
import type { Audit } from '../audit-schema.ts';
import { brokenLink, type ChainEvent, GENESIS } from '../rules/chain.ts';
import { valuesRead } from '../rules/field-rules.ts';
import { fullName } from '../rules/full-name.ts';

/** Presents the audit trail: the chain with all hashed members, and the statements of the certificate of completion. */
export const presentAudit = ({ envelope, events, recipients, documents, fields }: EnvelopeState): Audit => {
  const read = valuesRead(fields, recipients);
  const links = events.map(plainEvent);
  return {
    envelope_id: envelope.id,
    algorithm: 'SHA-256',
    canonicalization: 'RFC 8785',
    genesis: GENESIS,
    head: envelope.chain_head,
    count: envelope.event_count,
    intact: brokenLink(links, envelope.chain_head) === null && links.length === envelope.event_count,
    events: links,
    recipients: recipients.map((recipient) => ({
      role_name: recipient.role_name,
      name: fullName(recipient),
      email: recipient.email,
      status: recipient.status,
      authentication: recipient.authentication,
      verifications: recipient.verifications ?? [],
      ip: recipient.ip,
      user_agent: recipient.user_agent ?? signedFrom(recipient, events),
      opened_at: recipient.opened_at,
      disclosures_accepted_at: recipient.disclosures_accepted_at,
      submitted_at: recipient.submitted_at,
    })),
    documents: documents.map((document) => ({ ...presentSealed(document), renewals: document.renewals ?? [] })),
    ...(read.length > 0 ? { rule_values: read } : {}),
  };
};

/** The browser of a submitted signature, whose record may leave it to the event. */
const signedFrom = ({ role_name, status }: RecipientItem, events: readonly ChainEvent[]): string | null =>
  (status === 'submitted' &&
    events.findLast((one) => one.event === 'recipient:signed' && one.role_name === role_name)?.actor.user_agent) ||
  null;

/**
 * The audit trail as a file, which the certificate of completion carries: the same JSON as the answer of
 * `getEnvelopeAudit` at that moment, in lines that people can read.
 */
export const auditFile = (state: EnvelopeState): { name: string; data: Uint8Array } => ({
  name: 'audit.json',
  data: Buffer.from(`${JSON.stringify(presentAudit(state), null, 2)}\n`),
});

/** An event's hashed members and its hash, without those of its storage. */
export const plainEvent = (event: ChainEvent): ChainEvent => ({
  id: event.id,
  envelope_id: event.envelope_id,
  sequence: event.sequence,
  created_at: event.created_at,
  event: event.event,
  role_name: event.role_name,
  event_detail: event.event_detail,
  actor: event.actor,
  data: event.data,
  previous_hash: event.previous_hash,
  hash: event.hash,
});
