import { sealCertificates } from '../../aws/keys/seal-signer.ts';
import { chooseLocale } from '../../base/languages.ts';
import type { CertificateModel } from '../../pdf/certificate.ts';
import { type Spoken, spokenIn } from '../../pdf/certificate-words.ts';
import type { EnvelopeState, EventItem, RecipientItem } from '../../storage/records/envelope.ts';
import { presentRecord } from '../documents/record.ts';
import type { Actor } from './chain.ts';
import { IDENTITY } from './identity.ts';
import { fullName } from './present.ts';

/** Makes the contents of the certificate of completion, for an envelope whose documents are sealed. */
export const certificateModel = async (state: EnvelopeState, generated_at: string): Promise<CertificateModel> => {
  const { envelope, documents, recipients, events } = state;
  const [certificate] = await sealCertificates();
  const { locale: ofOrganization } = envelope.organization;
  const locale = chooseLocale(envelope.locale, typeof ofOrganization === 'string' ? ofOrganization : null);
  const spoken = spokenIn(locale);
  return {
    locale,
    envelope: {
      id: envelope.id,
      name: envelope.name,
      status: spoken.say('status_complete'),
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
    recipients: recipients.map((recipient) => certifiedRecipient(recipient, state, spoken)),
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
  spoken: Spoken,
): CertificateModel['recipients'][number] => {
  const own = fields.filter(({ role_name }) => role_name === recipient.role_name);
  const shown = (type: string) => own.find((field) => field.type === type && field.settings.signature_id);
  const imageOf = (type: string) => images.find(({ id }) => id === shown(type)?.settings.signature_id)?.image;
  const signed_at = shown('signature')?.settings.signed_at;
  return {
    role_name: recipient.role_name,
    name: fullName(recipient),
    email: recipient.email || (recipient.phone ?? ''),
    type: spoken.say(`type_${recipient.type}`),
    status: recipient.delegated_to
      ? spoken.say('delegated', { name: recipient.delegated_to })
      : spoken.say(`status_${recipient.status}`),
    authentication: [...opening(recipient, spoken), ...proofs(recipient, events, spoken)],
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

/** A link belongs to one address: a new address gets new links. */
const opening = ({ key_used_to_conclude: key, email, phone }: RecipientItem, { say }: Spoken): string[] => {
  if (!key) return [];
  const address = key === 'email' ? email : key === 'sms' ? phone : null;
  return [say(`link_${key}`, { address: address ?? '' })];
};

/** Passed methods of verification: the person and address at that time, the time, and later changes. */
const proofs = (recipient: RecipientItem, events: readonly EventItem[], spoken: Spoken): string[] => {
  const { role_name, authentication, verifications } = recipient;
  const { say, moment } = spoken;
  // Older records lack these facts, so they are read from the chain.
  if (!verifications) {
    const last = events.findLast(({ event, role_name: role }) => role === role_name && PASSED.includes(event));
    return authentication.map(
      (proof) => `${proof}, ${changesSince(role_name, last?.created_at ?? '', events, spoken)}`,
    );
  }
  return verifications.map(({ method, proof, name, address, at }) => {
    // The record of a check by questions names the bureau that asked them.
    const [, bureau] = method === 'kba' ? (/(\(.+\))$/.exec(proof) ?? []) : [];
    const way = [say(`method_${method}`), bureau].filter((part) => part).join(' ');
    const proven = address ? say('to_address', { proof: way, address }) : way;
    const since = changesSince(role_name, at, events, spoken);
    return say('passed', { proof: proven, name, time: moment(at), since });
  });
};

const PASSED = ['recipient:pin_verified', 'recipient:kba_verified'];
const CHANGED = ['owner:updated_recipient_info', 'recipient:updated_info'];

const changesSince = (role: string, at: string, events: readonly EventItem[], { say }: Spoken): string => {
  const since = events.filter(
    ({ event, role_name, created_at }) => CHANGED.includes(event) && role_name === role && created_at > at,
  );
  const names = since.flatMap(({ data }) =>
    Array.isArray(data.changed) ? data.changed.map(String) : Object.keys(data.changed ?? {}),
  );
  const changed = IDENTITY.filter((name) => names.includes(name)).map((name) => say(`changed_${name}`));
  return changed.length === 0 ? say('unchanged') : say('changed', { names: changed.join(', ') });
};

const actorName = ({ type, email }: Actor): string => (type === 'system' ? 'Countersign' : (email ?? type));
