import { DAY, now } from '../../base/clock.ts';
import { findRelyingParty } from '../../people/passkeys/relying-party.ts';
import type { Template, TemplateRoleItem } from '../../storage/records/template.ts';
import { NO_PASSKEYS } from '../auth-methods/methods.ts';
import { LIMITS, NEVER } from '../envelopes/envelope-schema.ts';
import { findEnvelopeProgress } from '../envelopes/reading/read-envelope.ts';
import { whyNotReplaceable } from '../envelopes/rules/replacement.ts';
import { problemsOfRules } from '../fields/rule-checks.ts';
import { isWithinPages } from '../fields/rules.ts';
import { conditionProblems } from '../templates/conditions.ts';
import { groupProblem } from '../templates/groups.ts';
import { isUnnamed, namingProblems } from '../templates/naming.ts';
import { sortedRoles } from '../templates/present-template.ts';
import { reviewProblems } from '../templates/reviews.ts';
import { stepProblems } from '../templates/steps.ts';
import type { DraftProblem } from './draft-schema.ts';

type Code = DraftProblem['code'];

interface Place {
  role_name?: string;
  field_name?: string;
}

const problem = (code: Code, detail: string, { role_name, field_name }: Place = {}, blocks = true): DraftProblem => ({
  code,
  blocks,
  role_name: role_name ?? null,
  field_name: field_name ?? null,
  detail,
});

/**
 * All that keeps a draft from being sent, and what its sender may have overlooked (`blocks` is false). `passcodes`:
 * roles whose passcode comes with the sending.
 */
export const problemsOf = (
  { header, roles, fields, documents }: Template,
  passcodes: ReadonlySet<string> = new Set(),
): DraftProblem[] => [
  ...(header.name.trim() || documents.length > 0 ? [] : [problem('name_missing', 'The envelope has no name.')]),
  ...(documents.length > 0 ? [] : [problem('document_missing', 'The envelope has no document.')]),
  ...tooMany('documents', documents.length),
  ...tooMany('recipients', roles.length),
  ...(roles.some(({ type }) => type !== 'cc')
    ? []
    : [problem('recipient_missing', 'Nobody is asked to sign or approve.')]),
  ...sortedRoles(roles).flatMap((role) => [
    ...problemsOfRole(role, header.draft?.no_contact ?? false, passcodes),
    ...(role.type === 'signer' && !fields.some(({ role_name }) => role_name === role.name)
      ? [problem('field_missing', `${calledIn(role)} has no field to fill.`, { role_name: role.name }, false)]
      : []),
  ]),
  ...stepProblems(roles).map(({ at, member, detail }) =>
    problem('step_impossible', `The ${member} of ${calledIn(roles[at] as TemplateRoleItem)} ${detail}.`, {
      role_name: roles[at]?.name ?? '',
    }),
  ),
  ...conditionProblems(
    roles.map((role) => ({ ...role, role_name: role.name })),
    fields,
  ).map(({ at, detail }) =>
    problem('condition_unusable', `The condition of ${calledIn(roles[at] as TemplateRoleItem)} ${detail}.`, {
      role_name: roles[at]?.name ?? '',
    }),
  ),
  ...namingProblems(roles.map((role) => ({ ...role, role_name: role.name }))).map(({ at, detail }) =>
    problem('naming_impossible', `The named_by of ${roles[at]?.name} ${detail}.`, { role_name: roles[at]?.name ?? '' }),
  ),
  ...reviewProblems(roles).map(({ at, detail }) =>
    problem('review_impossible', `That ${calledIn(roles[at] as TemplateRoleItem)} may send it back ${detail}.`, {
      role_name: roles[at]?.name ?? '',
    }),
  ),
  ...fields
    .filter(({ role_name }) => roles.find(({ name }) => name === role_name)?.type === 'cc')
    .map(({ name, role_name }) =>
      problem('field_unusable', 'Who only gets a copy fills no field.', { role_name, field_name: name }),
    ),
  ...fields
    .filter((field) => !isOnPage(field, documents))
    .map(({ name, role_name, page }) => {
      const detail = `A field of page ${page} has no place in its document any more: move or remove it.`;
      return problem('field_misplaced', detail, { role_name, field_name: name });
    }),
  ...problemsOfRules(fields).map(({ field: name, detail }) =>
    problem('rule_unusable', `A rule of the field ${name} can't be followed: ${detail}.`, {
      ...roleOf(fields, name),
      field_name: name,
    }),
  ),
  ...expiryProblems(header.draft?.expires_at ?? null),
];

/** The same of the envelope that the draft is to replace: sending is refused once that can't be replaced any more. */
export const replacementProblems = async ({ header }: Pick<Template, 'header'>): Promise<DraftProblem[]> => {
  const { replaces } = header.draft ?? {};
  if (!replaces) return [];
  const state = await findEnvelopeProgress(replaces);
  const reason = state ? whyNotReplaceable(state) : 'it is not there any more';
  return reason === null
    ? []
    : [problem('not_replaceable', `The envelope that this one was to replace can't be replaced: ${reason}.`)];
};

const roleOf = (fields: Template['fields'], name: string): Pick<Place, 'role_name'> => {
  const field = fields.find((one) => one.name === name);
  return field ? { role_name: field.role_name } : {};
};

const isOnPage = (field: Template['fields'][number], documents: Template['documents']): boolean => {
  const document = documents.find(({ id }) => id === field.document_id);
  return !document || isWithinPages(field, document);
};

const tooMany = (things: 'documents' | 'recipients', count: number): DraftProblem[] =>
  count <= LIMITS[things]
    ? []
    : [problem('setting_unusable', `An envelope has at most ${LIMITS[things]} ${things}, and this one has ${count}.`)];

const problemsOfRole = (
  role: TemplateRoleItem,
  no_contact: boolean,
  passcodes: ReadonlySet<string>,
): DraftProblem[] => {
  const {
    name: role_name,
    type,
    first_name,
    last_name,
    email,
    phone,
    auth_methods = [],
    phone_auth,
    identity_provider,
    identity_claim,
    trust_service,
  } = role;
  const of = (code: Code, detail: string, wanted: boolean): DraftProblem[] =>
    wanted ? [problem(code, detail, { role_name })] : [];
  const isLater = isUnnamed(role);
  const isReachable = isLater || Boolean(email) || (Boolean(phone) && type !== 'cc');
  return [
    ...of('recipient_name_missing', `${role_name} has no name.`, !first_name && !last_name && !isLater),
    ...of('recipient_address_missing', `${calledIn(role)} has no address.`, !isReachable && !no_contact),
    ...of(
      'recipient_address_missing',
      `${calledIn(role)} is verified by e-mail and has no address.`,
      isReachable && auth_methods.includes('email') && !email && !isLater,
    ),
    ...of(
      'recipient_address_missing',
      `${calledIn(role)} signs with a passkey of a mailbox and has no address.`,
      isReachable && auth_methods.includes('passkey') && !email && !isLater,
    ),
    ...of(
      'passkey_impossible',
      `${calledIn(role)} is to sign with a passkey: ${NO_PASSKEYS}.`,
      auth_methods.includes('passkey') && !findRelyingParty(),
    ),
    ...of(
      'mailbox_impossible',
      `That ${calledIn(role)} is a shared mailbox ${groupProblem(role)}.`,
      role.shared === true && groupProblem(role) !== null,
    ),
    ...of(
      'phone_missing',
      `${calledIn(role)} is verified by SMS and has no number for it.`,
      auth_methods.includes('sms') && !phone_auth && !isLater,
    ),
    ...of(
      'provider_missing',
      `${calledIn(role)} is verified at an identity provider and none is named.`,
      auth_methods.includes('oidc') && !identity_provider,
    ),
    ...of(
      'trust_service_missing',
      `${calledIn(role)} is to sign with a certificate at a trust service and none is named.`,
      auth_methods.includes('csc') && !trust_service,
    ),
    ...of(
      'signing_twice',
      `${calledIn(role)} is to sign both with a passkey and with a certificate: choose one.`,
      auth_methods.includes('csc') && auth_methods.includes('passkey'),
    ),
    ...of(
      'recipient_address_missing',
      `${calledIn(role)} is known to an identity provider by the address and has none: give one, or name a claim.`,
      (isReachable || no_contact) && auth_methods.includes('oidc') && !email && !identity_claim && !isLater,
    ),
    ...of(
      'passcode_needed',
      `The passcode of ${calledIn(role)} is given when the draft is sent.`,
      auth_methods.includes('passcode') && !passcodes.has(role_name),
    ),
    ...of(
      'copy_verified',
      `${calledIn(role)} only gets a copy, so nothing verifies who it is.`,
      type === 'cc' && auth_methods.length > 0,
    ),
  ];
};

const calledIn = ({ full_name, name }: TemplateRoleItem): string => full_name ?? name;

const expiryProblems = (expires_at: string | null): DraftProblem[] =>
  expires_at !== null && expires_at !== NEVER && new Date(expires_at).getTime() < now().getTime() + DAY
    ? [problem('expires_too_soon', 'The envelope would expire within a day: give a later time, or none.')]
    : [];
