import { DAY, epochSeconds, SECOND } from '../../base/clock.ts';
import { Failure, fail, invalid } from '../../base/errors.ts';
import type { UserCaller } from '../../people/access/caller.ts';
import type { Origin } from '../../people/access/origin.ts';
import type { EnvelopeState } from '../../storage/records/envelope.ts';
import type { TemplateItem } from '../../storage/records/template.ts';
import { findTemplate } from '../../storage/templates/read.ts';
import { removeContents, sentDraftWrite } from '../../storage/templates/write.ts';
import { createEnvelopeOfDraft } from '../envelopes/acts/create-envelope.ts';
import type { NewEnvelope } from '../envelopes/envelope-schema.ts';
import { readWholeEnvelope } from '../envelopes/reading/read-envelope.ts';
import { demandReplaceable } from '../envelopes/rules/replacement.ts';
import { permissionsFor } from '../templates/access.ts';
import { removeDocumentFiles } from '../templates/document-files.ts';
import { sortedDocuments, sortedRoles } from '../templates/present-template.ts';
import { guard } from '../templates/template-store.ts';
import { problemsOf } from './draft-problems.ts';
import type { SendDraft } from './draft-schema.ts';
import { asDraft, type DraftTemplate } from './draft-store.ts';
import { knownOf } from './present-draft.ts';

/** Seconds for which a draft that was sent is remembered, so that sending it again answers the same envelope. */
const REMEMBERED = (30 * DAY) / SECOND;

/**
 * Sends a draft: makes its envelope, and ends the draft in the same transaction, so that a draft becomes one envelope,
 * however often it is sent. Sent again, it answers that envelope. Throws `draft_not_sendable` with the first of its
 * problems, and `version_changed` if it is changed meanwhile, or has another version than the one that the caller saw.
 * The envelope that it replaces ends in the same transaction; `not_replaceable` if somebody has signed that one.
 */
export const sendDraft = async (
  caller: UserCaller,
  draft_id: string,
  { recipients = [] }: SendDraft,
  origin: Origin,
  version: number | undefined,
): Promise<EnvelopeState> => {
  const template = await findTemplate(draft_id);
  if (!template?.header.draft) return fail('draft_not_found');
  const { sent } = template.header;
  guard(caller, { ...template.header, sent: undefined }, 'write', 'draft_not_found');
  if (sent) return readWholeEnvelope(sent);
  const draft = asDraft(template);
  const now = draft.header.version;
  if (version !== undefined && version !== now) return fail('version_changed', { version: String(now) });
  const passcodes = new Map(recipients.map(({ role_name, passcode }) => [role_name, passcode ?? null]));
  for (const [index, { role_name }] of recipients.entries()) {
    const isKnown = draft.roles.some(({ name }) => name === role_name);
    if (!isKnown) invalid(`recipients.${index}.role_name`, 'the draft has no such recipient');
  }
  const given = new Set(recipients.filter(({ passcode }) => passcode).map(({ role_name }) => role_name));
  const [first] = problemsOf(draft, given).filter(({ blocks }) => blocks);
  if (first) return fail('draft_not_sendable', { reason: first.detail.replace(/\.$/, '') });
  const made = await sentOnce(draft_id, async () => {
    const replaces = await replacedOf(caller, draft);
    return createEnvelopeOfDraft(caller, { ...requestOf(draft, passcodes), ...senderOf(replaces) }, origin, {
      draft,
      template: await templateOf(caller, draft),
      also: (envelope_id) => [sentDraftWrite(draft.header, envelope_id, epochSeconds() + REMEMBERED)],
      refuse: () => fail('unavailable'),
      replaces,
    });
  });
  await removeContents(draft);
  await removeDocumentFiles(draft.documents);
  return made;
};

/**
 * The envelope that `send` makes, or the one that the same draft became meanwhile: then what it replaces has ended
 * already.
 */
const sentOnce = async (draft_id: string, send: () => Promise<EnvelopeState>): Promise<EnvelopeState> => {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'not_replaceable') throw error;
    const sent = (await findTemplate(draft_id))?.header.sent;
    if (sent === undefined) throw error;
    return readWholeEnvelope(sent);
  }
};

/** The envelope that the draft replaces. Throws before anything is written if it can't be replaced any more. */
const replacedOf = async (caller: UserCaller, { header }: DraftTemplate): Promise<EnvelopeState | undefined> => {
  const { replaces } = header.draft;
  if (!replaces) return undefined;
  const state = await readWholeEnvelope(replaces);
  demandReplaceable(caller, state);
  return state;
};

/** The sender as the replaced envelope names it: drafts don't say it. */
const senderOf = (replaced: EnvelopeState | undefined): Pick<NewEnvelope, 'sender_name' | 'sender_email'> => {
  if (!replaced) return {};
  const { sender_name, sender_email } = replaced.envelope;
  return { sender_name, sender_email };
};

/** The template that the draft was made from, if it is still there for the caller. */
const templateOf = async (caller: UserCaller, { header }: DraftTemplate): Promise<TemplateItem | undefined> => {
  const { template_id } = header.draft;
  const origin = template_id === null ? undefined : (await findTemplate(template_id))?.header;
  return origin && permissionsFor(caller, origin, 'use') ? origin : undefined;
};

/** The request that makes the envelope of a draft. */
export const requestOf = (draft: DraftTemplate, passcodes: ReadonlyMap<string, string | null>): NewEnvelope => {
  const { header, roles, documents } = draft;
  const { expires_at, no_contact, retention_days, brand_key, locale, timezone } = header.draft;
  return {
    name: header.name.trim() || nameOf(documents),
    description: header.description || null,
    visibility: header.visibility === 'shared' ? 'shared' : 'private',
    data: header.data,
    expires_at,
    no_contact,
    retention_days,
    brand_key,
    locale,
    timezone,
    recipients: sortedRoles(roles).map((role) => ({
      role_name: role.name,
      locale: role.locale ?? null,
      auth_methods: role.auth_methods ?? [],
      phone_auth: role.phone_auth ?? null,
      identity_provider: role.identity_provider ?? null,
      identity_claim: role.identity_claim ?? null,
      trust_service: role.trust_service ?? null,
      passcode: passcodes.get(role.name) ?? null,
      ...knownOf(role),
    })),
  };
};

/** The envelope is named after its first document, without the ending of a file's name. */
const nameOf = (documents: DraftTemplate['documents']): string =>
  sortedDocuments(documents)[0]?.name.replace(/\.(?:pdf|png|jpe?g)$/i, '') ?? '';
