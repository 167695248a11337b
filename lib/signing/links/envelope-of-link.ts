import type { Template, TemplateRoleItem } from '../../storage/records/template.ts';
import type { TemplateLinkItem } from '../../storage/records/template-link.ts';
import type { NewEnvelope } from '../envelopes/envelope-schema.ts';
import { sortedRoles } from '../templates/present-template.ts';
import { type Prefilled, prefilledFields } from './prefill.ts';

/** The part of a link that says what its envelopes are like. */
export type EnvelopeOfLink = Pick<
  TemplateLinkItem,
  'template_id' | 'name' | 'role_name' | 'recipients' | 'fields_signed' | 'brand_key' | 'locale'
>;

/** A person who takes the link's role. */
export interface VisitorPerson {
  first_name: string;
  last_name: string;
  email: string;
  locale: string | null;
  timezone: string | null;
}

/** Roles of the template that act first: a visitor goes on with signing at once, so the visitor's is one of them. */
export const firstRoles = ({ roles }: Pick<Template, 'roles'>): TemplateRoleItem[] => {
  const acting = sortedRoles(roles).filter(({ type }) => type !== 'cc');
  return acting.filter(({ sequence }) => sequence === acting[0]?.sequence);
};

/** A role without its person: the visitor is one, whom nobody puts in, and no group. */
const NOBODY = {
  full_name: null,
  first_name: null,
  last_name: null,
  email: null,
  phone: null,
  name_locked: false,
  named_by: null,
  shared: false,
  may_send_back: false,
} satisfies Partial<TemplateRoleItem>;

/** The template without the person in the visitor's role: what it says of that one is about somebody else. */
export const withFreeRole = (template: Template, role_name: string): Template => ({
  ...template,
  roles: template.roles.map((role) => (role.name === role_name ? { ...role, ...NOBODY } : role)),
});

/** The request that makes an envelope for a visitor. Throws `invalid` for a value that its field can't have. */
export const requestOfLink = (
  link: EnvelopeOfLink,
  template: Template,
  visitor: VisitorPerson,
  prefilled: readonly Prefilled[],
): NewEnvelope => {
  const { locale, timezone, ...person } = visitor;
  return {
    template_id: link.template_id,
    name: link.name,
    brand_key: link.brand_key,
    locale: link.locale,
    ...(timezone ? { timezone } : {}),
    recipients: [...link.recipients, { role_name: link.role_name, ...person, locale }],
    fields: prefilledFields(template, prefilled).map(({ field, value }) => ({
      name: field.name,
      role_name: field.role_name,
      default: value,
      ...(link.fields_signed ? { readonly: true } : {}),
    })),
  };
};
