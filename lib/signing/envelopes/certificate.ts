import { sealCertificates } from '../../aws/keys/seal-signer.ts';
import type { CertificateModel } from '../../pdf/certificate.ts';
import { isolate } from '../../pdf/isolate.ts';
import type { EnvelopeState, EventItem, KeyType, RecipientItem } from '../../storage/records/envelope.ts';
import { presentRecord } from '../documents/record.ts';
import type { Actor } from './chain.ts';
import { IDENTITY } from './identity.ts';
import { fullName } from './present.ts';

/** Makes the contents of the certificate of completion, for an envelope whose documents are sealed. */
export const certificateModel = async (state: EnvelopeState, generated_at: string): Promise<CertificateModel> => {
  const { envelope, documents, recipients, events } = state;
  const [certificate] = await sealCertificates();
  return {
    envelope: {
      id: envelope.id,
      name: envelope.name,
      status: envelope.status,
      created_at: envelope.created_at,
      completed_at: envelope.completed_at,
      sender_name: envelope.sender_name,
      sender_email: envelope.sender_email,
      organization_name: String(envelope.organization.name ?? ''),
    },
    documents: documents.map((document) => ({
      name: document.name,
      pages: document.pages,
      ...presentRecord(document),
      sealed_sha256: document.sealed_sha256 ?? '',
    })),
    recipients: recipients.map((recipient) => certifiedRecipient(recipient, state)),
    events: events.map(({ created_at, event, role_name, event_detail, actor, hash }) => ({
      created_at,
      event,
      role_name: role_name || null,
      detail: event_detail || null,
      actor: actorName(actor),
      ip: actor.ip,
      hash,
    })),
    chain: { head: envelope.chain_head, count: envelope.event_count, algorithm: 'SHA-256 over RFC 8785 JSON' },
    seal: {
      level: documents.every(({ seal_level }) => seal_level === 'B-T') ? 'B-T' : 'B-B',
      subject: certificate?.subject ?? '',
    },
    generated_at,
  };
};

const certifiedRecipient = (
  recipient: RecipientItem,
  { fields, images, events }: EnvelopeState,
): CertificateModel['recipients'][number] => {
  const own = fields.filter(({ role_name }) => role_name === recipient.role_name);
  const shown = (type: string) => own.find((field) => field.type === type && field.settings.signature_id);
  const imageOf = (type: string) => images.find(({ id }) => id === shown(type)?.settings.signature_id)?.image;
  const signed_at = shown('signature')?.settings.signed_at;
  return {
    role_name: recipient.role_name,
    name: fullName(recipient),
    email: recipient.email || (recipient.phone ?? ''),
    type: recipient.type,
    status: recipient.delegated_to ? `delegated to ${isolate(recipient.delegated_to)}` : recipient.status,
    authentication: [...opening(recipient), ...proofs(recipient, events)],
    ip: recipient.ip,
    user_agent: recipient.user_agent,
    opened_at: recipient.opened_at,
    agreed_at: recipient.disclosures_accepted_at,
    signed_at: typeof signed_at === 'string' ? signed_at : null,
    submitted_at: recipient.submitted_at,
    disclosures: recipient.disclosures,
    signature_image: imageOf('signature'),
    initials_image: imageOf('initial'),
  };
};

const OPENING: Record<KeyType, string> = {
  email: 'A secret link sent to the e-mail address',
  sms: 'A secret link sent to the phone number',
  in_app: "The sender's own application",
  in_person_link: 'In person, on a device of the sender',
};

/** A link belongs to one address: a new address gets new links. */
const opening = ({ key_used_to_conclude: key, email, phone }: RecipientItem): string[] => {
  if (!key) return [];
  const address = key === 'email' ? email : key === 'sms' ? phone : null;
  return [address ? `${OPENING[key]} ${address}` : OPENING[key]];
};

/** Passed methods of verification: the person and address at that time, the time, and later changes. */
const proofs = (recipient: RecipientItem, events: readonly EventItem[]): string[] => {
  const { role_name, authentication, verifications } = recipient;
  // Older records lack these facts, so they are read from the chain.
  if (!verifications) {
    const last = events.findLast(({ event, role_name: role }) => role === role_name && PASSED.includes(event));
    return authentication.map((proof) => `${proof}, ${changesSince(role_name, last?.created_at ?? '', events)}`);
  }
  return verifications.map(
    ({ proof, name, address, at }) =>
      `${proof}${address ? ` to ${address}` : ''}, passed by ${isolate(name)} on ${inUtc(at)}, ${changesSince(role_name, at, events)}`,
  );
};

const PASSED = ['recipient:pin_verified', 'recipient:kba_verified'];
const CHANGED = ['owner:updated_recipient_info', 'recipient:updated_info'];

const changesSince = (role: string, at: string, events: readonly EventItem[]): string => {
  const since = events.filter(
    ({ event, role_name, created_at }) => CHANGED.includes(event) && role_name === role && created_at > at,
  );
  const names = since.flatMap(({ data }) =>
    Array.isArray(data.changed) ? data.changed.map(String) : Object.keys(data.changed ?? {}),
  );
  const changed = IDENTITY.filter((name) => names.includes(name)).map((name) => name.replaceAll('_', ' '));
  return changed.length === 0 ? 'unchanged since' : `changed since: ${changed.join(', ')}`;
};

const inUtc = (iso: string): string => `${iso.slice(0, 19).replace('T', ' ')} UTC`;

const actorName = ({ type, email }: Actor): string => (type === 'system' ? 'Countersign' : (email ?? type));
