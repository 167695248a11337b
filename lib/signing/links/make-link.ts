import { timestamp } from '../../base/clock.ts';
import { fail, invalid, orFail } from '../../base/errors.ts';
import { newId, newSecret } from '../../base/ids.ts';
import type { UserCaller } from '../../people/access/caller.ts';
import { describeAct } from '../../people/administration/act.ts';
import { sendingBounds } from '../../people/policy/sending-rule.ts';
import { change } from '../../storage/engine/change.ts';
import type { EnvelopeState } from '../../storage/records/envelope.ts';
import type { Template } from '../../storage/records/template.ts';
import type { LinkRecipient, TemplateLinkItem } from '../../storage/records/template-link.ts';
import { addTemplateLink, changedLinkWrite, findTemplateLink } from '../../storage/template-links.ts';
import { envelopeOfDraft } from '../envelopes/acts/create-envelope.ts';
import { isUnnamed } from '../templates/naming.ts';
import { isSendable } from '../templates/template-store.ts';
import { firstRoles, requestOfLink, withFreeRole } from './envelope-of-link.ts';
import { LINKS_PER_TEMPLATE } from './limits.ts';
import type { NewTemplateLink, TemplateLinkChange } from './link-input-schema.ts';
import type { LinkPath, TemplateLink } from './link-schema.ts';
import { presentLink, templateToLink } from './link-store.ts';
import { demandFillable } from './prefill.ts';

/** The part of a link that its owner says. */
type Stated = Pick<
  TemplateLinkItem,
  | 'name'
  | 'role_name'
  | 'recipients'
  | 'cap'
  | 'ends_at'
  | 'once_per_address'
  | 'domains'
  | 'fields'
  | 'fields_signed'
  | 'brand_key'
  | 'locale'
>;

/**
 * Creates a link of a template, in whose name envelopes are sent later. All that an envelope needs is checked now, as
 * if a visitor had come. Throws what reading the template throws, `forbidden`, `template_not_sendable`,
 * `template_full`, and `invalid`. The secret is returned this once.
 */
export const createTemplateLink = async (
  caller: UserCaller,
  template_id: string,
  given: NewTemplateLink,
): Promise<TemplateLink & { secret: string }> => {
  const template = demandSendable(await templateToLink(caller, template_id));
  const [first, ...others] = firstRoles(template);
  const role = given.role_name ? [first, ...others].find((one) => one?.name === given.role_name) : first;
  if (!role) {
    const names = [first, ...others].flatMap((one) => (one ? [one.name] : [])).join(', ');
    return invalid('role_name', `must be one of the roles that act first: ${names}`);
  }
  const stated: Stated = {
    name: given.name || template.header.name,
    role_name: role.name,
    recipients: peopleOf(given.recipients ?? []),
    cap: given.cap ?? null,
    ends_at: endOf(given.ends_at),
    once_per_address: given.once_per_address ?? false,
    domains: given.domains ?? [],
    fields: [...new Set(given.fields ?? [])],
    fields_signed: given.fields_signed ?? false,
    brand_key: given.brand_key || null,
    locale: given.locale ?? null,
  };
  const looks = await checked(caller, template, stated);
  const at = timestamp();
  const link = {
    id: newId(),
    template_id,
    organization_id: caller.organization_id,
    ...senderOf(caller, template),
    ...stated,
    ...looks,
    count: 0,
    last_used_at: null,
    ended_at: null,
    secret: newSecret(),
    version: 1,
    created_at: at,
    updated_at: at,
  };
  const refused = await addTemplateLink(link, LINKS_PER_TEMPLATE);
  if (refused === 'full') return fail('template_full', { limit: LINKS_PER_TEMPLATE, things: 'links' });
  if (refused === 'gone') return fail('template_not_found');
  return { ...(await presentLink(link)), secret: link.secret };
};

/**
 * Changes a link. Whoever changes it sends its envelopes from then on, unless it ends: nobody makes a link send more in
 * somebody else's name. Throws `template_link_not_found`, and what creating one
 * throws.
 */
export const updateTemplateLink = async (
  caller: UserCaller,
  { template_id, link_id }: LinkPath,
  given: TemplateLinkChange,
): Promise<TemplateLink> => {
  const template = await templateToLink(caller, template_id);
  const changed = await change(
    async () => orFail(await findTemplateLink(template_id, link_id), 'template_link_not_found'),
    async (link) => {
      describeAct({ object: { id: link_id, name: link.name } });
      const stated: Stated = {
        name: given.name || link.name,
        role_name: link.role_name,
        recipients: given.recipients ? peopleOf(given.recipients) : link.recipients,
        cap: given.cap === undefined ? link.cap : given.cap,
        ends_at: given.ends_at === undefined ? link.ends_at : endOf(given.ends_at),
        once_per_address: given.once_per_address ?? link.once_per_address,
        domains: given.domains ?? link.domains,
        fields: given.fields ? [...new Set(given.fields)] : link.fields,
        fields_signed: given.fields_signed ?? link.fields_signed,
        brand_key: given.brand_key === undefined ? link.brand_key : given.brand_key || null,
        locale: given.locale === undefined ? link.locale : given.locale,
      };
      const ended_at = given.ended == null ? link.ended_at : given.ended ? (link.ended_at ?? timestamp()) : null;
      // A link that ends needs nothing else to be right.
      const looks = ended_at === null ? await checked(caller, demandSendable(template), stated) : {};
      const set = {
        ...stated,
        ...looks,
        ...(ended_at === null ? senderOf(caller, template) : {}),
        ended_at,
        updated_at: timestamp(),
      };
      const answer = { ...link, ...set, version: link.version + 1 };
      return { writes: [changedLinkWrite(link, set)], answer };
    },
  );
  return presentLink(changed);
};

const senderOf = ({ profile_id }: UserCaller, { header }: Template) => ({
  profile_id,
  by_owner: header.profile_id === profile_id,
});

/** Returns the template; throws `template_not_sendable` unless envelopes can be made of it. */
const demandSendable = (template: Template): Template => {
  if (template.documents.length === 0) return fail('template_not_sendable', { reason: 'it has no documents' });
  if (!isSendable(template)) return fail('template_not_sendable', { reason: 'every signer needs a field' });
  return template;
};

/** Checks a link by the envelope that a visitor would get, and returns the looks of that. Writes nothing. */
const checked = async (
  caller: UserCaller,
  template: Template,
  stated: Stated,
): Promise<Pick<TemplateLinkItem, 'brand' | 'organization'>> => {
  demandPeople(template, stated);
  for (const [index, name] of stated.fields.entries()) demandFillable(template, name, `fields.${index}`);
  const request = requestOfLink({ ...stated, template_id: template.header.id }, template, sampleFor(caller), []);
  const { envelope }: EnvelopeState = await envelopeOfDraft(caller, request, withFreeRole(template, stated.role_name));
  return { brand: envelope.brand, organization: envelope.organization };
};

/** Somebody whom the member may write to, in the place of visitors: each of them is looked at when they come. */
const sampleFor = ({ records }: UserCaller) => {
  const domain = (records && sendingBounds(records.organization, records.profile)?.domains[0]) ?? 'example.com';
  return { first_name: 'Ada', last_name: 'Lovelace', email: `ada@${domain}`, locale: null, timezone: null };
};

/** Throws `invalid` unless every role but the visitor's has a person, here or in the template, or will be put in. */
const demandPeople = ({ roles }: Template, { recipients, role_name }: Stated): void => {
  const index = recipients.findIndex((one) => one.role_name === role_name);
  if (index >= 0) invalid(`recipients.${index}.role_name`, `${role_name} is the visitor's role`);
  const known = (name: string): boolean => recipients.some((one) => one.role_name === name);
  const lacking = roles.find(
    (role) =>
      role.name !== role_name &&
      !known(role.name) &&
      !isUnnamed(role) &&
      !((role.first_name || role.last_name) && (role.email || role.phone)),
  );
  if (lacking) invalid('recipients', `the role ${lacking.name} has nobody: name a person here, or in the template`);
};

const peopleOf = (given: NonNullable<NewTemplateLink['recipients']>): LinkRecipient[] =>
  given.map(({ role_name, first_name, last_name, email, phone }) => ({
    role_name,
    first_name,
    last_name: last_name ?? '',
    email,
    phone: phone ?? null,
  }));

const endOf = (given: string | null | undefined): string | null => {
  if (!given) return null;
  const time = new Date(given).toISOString();
  return time > timestamp() ? time : invalid('ends_at', 'must lie in the future');
};
