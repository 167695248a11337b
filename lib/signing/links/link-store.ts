import { timestamp } from '../../base/clock.ts';
import { fail, invalid, orFail } from '../../base/errors.ts';
import { demand, type UserCaller } from '../../people/access/caller.ts';
import { describeAct } from '../../people/administration/act.ts';
import type { Template } from '../../storage/records/template.ts';
import type { TemplateLinkItem } from '../../storage/records/template-link.ts';
import { findTemplateLink, removeTemplateLink, templateLinksOf } from '../../storage/template-links.ts';
import { templateFor } from '../templates/template-store.ts';
import { linkAddress, pagesOfLink, qrCodeOf } from './address.ts';
import type { SignedAddressInput } from './link-input-schema.ts';
import type { LinkPath, TemplateLink } from './link-schema.ts';
import { prefilledFields, readPrefill, signedQuery } from './prefill.ts';
import { statusOf } from './status.ts';

/** Lists a template's links, the oldest first. */
export const listTemplateLinks = async (caller: UserCaller, template_id: string): Promise<TemplateLink[]> => {
  const { header } = await templateFor(caller, template_id, 'read');
  // Others may use a public template, but its links are its organization's.
  if (header.organization_id !== caller.organization_id) return fail('template_not_found');
  return Promise.all((await templateLinksOf(template_id)).map(presentLink));
};

/** Deletes a link. Its envelopes stay. Throws `template_link_not_found`. */
export const deleteTemplateLink = async (caller: UserCaller, { template_id, link_id }: LinkPath): Promise<void> => {
  await templateToLink(caller, template_id);
  describeAct({ object: { id: link_id } });
  if (!(await removeTemplateLink({ template_id, id: link_id }))) fail('template_link_not_found');
};

/**
 * Signs values for a link's address, as the owner's server can do by itself with the link's secret. Throws
 * `template_link_not_found`, and `invalid` for a value that its field can't have.
 */
export const signTemplateLinkAddress = async (
  caller: UserCaller,
  { template_id, link_id }: LinkPath,
  { values, expires_at }: SignedAddressInput,
): Promise<{ address: string }> => {
  const template = await templateToLink(caller, template_id);
  const link = orFail(await findTemplateLink(template_id, link_id), 'template_link_not_found');
  for (const name of Object.keys(values)) {
    if (!link.fields.includes(name)) invalid(`values.${name}`, "is no field that the link's address may fill");
  }
  const query = signedQuery(link, values, expires_at);
  prefilledFields(template, readPrefill(link, query), 'values');
  return { address: `${linkAddress(link, await pagesOfLink(link))}?${query}` };
};

/** Presents a link to its organization. One read if its brand has a domain for pages. */
export const presentLink = async (link: Omit<TemplateLinkItem, 'pk' | 'sk'>): Promise<TemplateLink> => {
  const address = linkAddress(link, await pagesOfLink(link));
  return {
    id: link.id,
    template_id: link.template_id,
    organization_id: link.organization_id,
    profile_id: link.profile_id,
    name: link.name,
    cap: link.cap,
    ends_at: link.ends_at,
    once_per_address: link.once_per_address,
    domains: link.domains,
    fields: link.fields,
    fields_signed: link.fields_signed,
    brand_key: link.brand_key,
    locale: link.locale,
    address,
    qr_code: qrCodeOf(address),
    status: statusOf(link, timestamp()),
    role_name: link.role_name,
    recipients: link.recipients,
    count: link.count,
    last_used_at: link.last_used_at,
    ended_at: link.ended_at,
    created_at: link.created_at,
    updated_at: link.updated_at,
  };
};

/**
 * The template, for a caller who may change it and send. Drafts have no links, because they become one envelope only.
 */
export const templateToLink = async (caller: UserCaller, template_id: string): Promise<Template> => {
  const template = await templateFor(caller, template_id, 'write');
  if (template.header.draft) return fail('template_not_found');
  demand(caller, 'envelope:create');
  return template;
};
