import { holdsFile } from '../fields/kinds.ts';
import { listNotificationTemplates } from '../notify/notifications/notification-template-store.ts';
import { listReceivers, presentReceiver } from '../notify/webhooks/receivers.ts';
import { linesAfter } from '../people/administration/event-list.ts';
import { listApiKeys } from '../people/api-keys/api-key-store.ts';
import { presentBrand } from '../people/brands/brand.ts';
import { presentInvitation } from '../people/invitations/present-invitation.ts';
import { presentMember } from '../people/members/present-member.ts';
import { listOauthApps } from '../people/oauth/apps.ts';
import { presentOrganization } from '../people/organizations/organization.ts';
import { presentProfile } from '../people/profiles/profile.ts';
import { csvOf } from '../signing/batches/batch-csv.ts';
import { shownBatch } from '../signing/batches/batch-store.ts';
import { presentAudit } from '../signing/envelopes/answers/audit.ts';
import { presentEnvelope } from '../signing/envelopes/answers/present-envelope.ts';
import { findWholeEnvelope } from '../signing/envelopes/reading/read-envelope.ts';
import { submittedByRules } from '../signing/envelopes/rules/field-rules.ts';
import { attachedFile, currentFile, type RecordedFile, shownFile } from '../signing/envelopes/rules/recorded-file.ts';
import { documentFile } from '../signing/templates/document-files.ts';
import { presentTemplate } from '../signing/templates/present-template.ts';
import { someBatchesOf } from '../storage/batches.ts';
import { brandsOf } from '../storage/brands.ts';
import { contactsOf } from '../storage/contacts.ts';
import { organizationList } from '../storage/envelopes/entries.ts';
import { invitationsOf } from '../storage/invitations.ts';
import { listEntries, templatesList } from '../storage/lists/list-entries.ts';
import { membersOf } from '../storage/members.ts';
import { profilesOf } from '../storage/memberships.ts';
import { groupsOf } from '../storage/organization-groups.ts';
import { findOrganization } from '../storage/organizations.ts';
import type { EnvelopeState } from '../storage/records/envelope.ts';
import { findTemplate } from '../storage/templates/read.ts';
import { allUsageDays } from '../storage/usage.ts';
import { asCreator } from './hand-over.ts';

/** A file of an export: its bytes, or where the bucket has it. */
interface ExportedFile {
  name: string;
  folders?: readonly string[];
  content: Uint8Array | RecordedFile;
}

/** Lists that are exported one after the other. */
const LISTS = {
  templates: templatesList,
  private: (organization_id: string) => organizationList(organization_id, 'private'),
  shared: (organization_id: string) => organizationList(organization_id, 'shared'),
};

/** Position of an export: before the list's entry after `after`, of whose files `skip` were exported already. */
export type ExportPosition =
  | { kind: 'records' }
  | { kind: 'events'; after: number }
  | { kind: 'batches'; after?: unknown }
  | { kind: keyof typeof LISTS; after?: unknown; skip?: number };

/** A piece of an export with at most one file of the bucket, and the position of the next one. */
interface Piece {
  files: ExportedFile[];
  next: ExportPosition | null;
}

/** Makes the piece of the organization's data at `position`. Never a secret or its hash. */
export const contentOf = async (organization_id: string, position: ExportPosition): Promise<Piece> => {
  if (position.kind === 'records') return { files: await records(organization_id), next: { kind: 'events', after: 0 } };
  if (position.kind === 'events') return events(organization_id, position.after);
  if (position.kind === 'batches') return ofBatches(organization_id, position.after);
  const list = LISTS[position.kind](organization_id);
  const { items, next } = await listEntries(list, { after: position.after, limit: 1, eventual: true });
  const kinds = Object.keys(LISTS) as (keyof typeof LISTS)[];
  const kind = kinds[kinds.indexOf(position.kind) + 1];
  const following: ExportPosition | null = kind ? { kind } : null;
  const [entry] = items;
  if (!entry) return { files: [], next: next ? { kind: position.kind, after: next } : following };
  const all = position.kind === 'templates' ? await ofTemplate(entry.id) : await ofEnvelope(entry.id);
  const skip = position.skip ?? 0;
  const files = all.slice(skip, skip + 1);
  if (all.length > skip + 1) return { files, next: { ...position, skip: skip + 1 } };
  return { files, next: next ? { kind: position.kind, after: next } : following };
};

const records = async (organization_id: string): Promise<ExportedFile[]> => {
  const [organization, members, contacts, groups, invitations, brands, keys, apps, webhooks, usage] = await Promise.all(
    [
      findOrganization(organization_id),
      profilesOf(organization_id),
      contactsOf(organization_id),
      groupsOf(organization_id),
      invitationsOf(organization_id),
      brandsOf(organization_id),
      listApiKeys(organization_id),
      listOauthApps(organization_id),
      listReceivers(organization_id),
      allUsageDays(organization_id),
    ],
  );
  const texts = organization ? await listNotificationTemplates(asCreator({ organization_id, profile_id: '' })) : [];
  const all = {
    organization: organization ? presentOrganization(organization) : null,
    members: members.map((item) => presentMember(item)),
    contacts: contacts.map((item) => presentProfile(item)),
    groups: groups.map((group) => ({
      ...membersOf(group),
      members: members.filter(({ group_ids }) => group_ids?.has(group.id)).map(({ id }) => id),
    })),
    invitations: invitations.map(presentInvitation),
    brands: brands.map(presentBrand),
    'notification-templates': texts.map(({ organization: _, ...text }) => text),
    'api-keys': keys,
    'oauth-apps': apps,
    webhooks: webhooks.map((webhook) => presentReceiver(webhook, { reveal: false })),
    usage: usage.map(({ day, counts }) => ({ day, ...counts })),
  };
  return Object.entries(all).map(([name, value]) => json(name, value));
};

const EVENTS_OF_FILE = 1000;

/** Lines of the log of administration. Its files one after the other, by name, are one export of the log. */
const events = async (organization_id: string, after: number): Promise<Piece> => {
  const { lines, last } = await linesAfter(organization_id, after, EVENTS_OF_FILE);
  if (last === undefined) return { files: [], next: { kind: 'batches' } };
  const name = `administration-${String(after + 1).padStart(9, '0')}.ndjson`;
  return {
    files: [{ name, folders: ['Administration'], content: Buffer.from(lines) }],
    next: { kind: 'events', after: last },
  };
};

/** One batch: its record, and its rows with what became of them, as its member gets them. */
const ofBatches = async (organization_id: string, after: unknown): Promise<Piece> => {
  const { items, next } = await someBatchesOf(organization_id, 1, after);
  const files = await Promise.all(
    items.map(async (batch): Promise<ExportedFile[]> => {
      const folder = folderOf('Batch', batch.name, batch.id);
      const { text } = await csvOf(batch);
      return [
        json('batch', await shownBatch(batch), [folder]),
        { name: 'rows.csv', folders: [folder], content: Buffer.from(text) },
      ];
    }),
  );
  return { files: files.flat(), next: next ? { kind: 'batches', after: next } : { kind: 'templates' } };
};

const ofTemplate = async (template_id: string): Promise<ExportedFile[]> => {
  const template = await findTemplate(template_id);
  if (!template) return [];
  const { organization_id, profile_id, name } = template.header;
  const folder = folderOf('Template', name, template_id);
  return [
    json('template', presentTemplate(template, asCreator({ organization_id, profile_id })), [folder]),
    ...template.documents.map((document) => ({
      name: asPdf(document.name),
      folders: [folder],
      content: { file: documentFile(document), sha256: document.sha256 },
    })),
  ];
};

const ofEnvelope = async (envelope_id: string): Promise<ExportedFile[]> => {
  const state = await findWholeEnvelope(envelope_id);
  if (!state) return [];
  const folder = folderOf('Envelope', state.envelope.name, envelope_id);
  return [
    json('envelope', presentEnvelope(state, { creator: false, sender: true }), [folder]),
    json('audit', presentAudit(state), [folder]),
    ...documentsOf(state).map(({ folders = [], ...file }) => ({ ...file, folders: [folder, ...folders] })),
  ];
};

/**
 * Every sent and sealed document, and every attachment. What a file is, its folder says, never a name that a party has
 * given it: the certificate alone stands beside the records.
 */
const documentsOf = ({ documents, fields, recipients }: EnvelopeState): ExportedFile[] => [
  ...documents.flatMap((document): ExportedFile[] => {
    const sealed = document.sealed_file ? [currentFile(document)] : [];
    if (document.type === 'certificate') return sealed.map((content) => ({ name: 'certificate.pdf', content }));
    const name = asPdf(document.name);
    return [
      { name, folders: ['originals'], content: shownFile(document) },
      ...sealed.map((content) => ({ name, folders: ['sealed'], content })),
    ];
  }),
  ...submittedByRules(fields, recipients)
    .filter(holdsFile)
    .map((field) => ({
      name: `${field.name} - ${String(field.settings.name)}`,
      folders: ['attachments'],
      content: attachedFile(field),
    })),
];

const json = (name: string, value: unknown, folders: readonly string[] = []): ExportedFile => ({
  name: `${name}.json`,
  content: Buffer.from(JSON.stringify(value, null, 2)),
  folders,
});

/** The id distinguishes equal names. A slash in a name is none of the path. */
const folderOf = (what: string, name: string, id: string): string =>
  `${what} ${name.replace(/[/\\]/g, '_').slice(0, 100)} ${id.slice(-12)}`;

const asPdf = (name: string): string => (/\.pdf$/i.test(name) ? name : `${name}.pdf`);
