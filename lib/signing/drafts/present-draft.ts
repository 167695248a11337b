import type { UserCaller } from '../../people/access/caller.ts';
import type {
  KnownOfPerson,
  Listed,
  Template,
  TemplateItem,
  TemplateRoleItem,
} from '../../storage/records/template.ts';
import { isCreator } from '../templates/access.ts';
import {
  presentRole,
  presentTemplateDocument,
  presentTemplateField,
  sortedDocuments,
  sortedFields,
  sortedRoles,
} from '../templates/present-template.ts';
import type { Draft, DraftSummary } from './draft-schema.ts';

type Header = Pick<
  Listed,
  'id' | 'profile_id' | 'organization_id' | 'name' | 'description' | 'visibility' | 'created_at' | 'updated_at'
>;

/** Presents a draft for lists. */
export const presentDraftSummary = (draft: Header): DraftSummary => ({
  id: draft.id,
  profile_id: draft.profile_id,
  organization_id: draft.organization_id,
  name: draft.name,
  description: draft.description,
  visibility: draft.visibility === 'shared' ? 'shared' : 'private',
  created_at: draft.created_at,
  updated_at: draft.updated_at,
});

/** Presents a whole draft, sorted as templates are. What is known of persons is for whoever made it. */
export const presentDraft = ({ header, roles, fields, documents }: Template, caller: UserCaller): Draft => ({
  ...presentDraftSummary(header),
  version: header.version,
  initial_reminder: header.initial_reminder,
  followup_reminders: header.followup_reminders,
  max_reminder_days: header.max_reminder_days,
  data: header.data,
  ...presentSettings(header),
  roles: sortedRoles(roles).map((role) => presentDraftRole(role, isCreator(caller, header))),
  fields: sortedFields(fields, documents).map(presentTemplateField),
  documents: sortedDocuments(documents).map(presentTemplateDocument),
});

const presentSettings = ({ draft }: TemplateItem) => ({
  template_id: draft?.template_id ?? null,
  replaces: draft?.replaces ?? null,
  expires_at: draft?.expires_at ?? null,
  no_contact: draft?.no_contact ?? false,
  ...(draft?.retention_days === undefined ? {} : { retention_days: draft.retention_days }),
  brand_key: draft?.brand_key ?? null,
  locale: draft?.locale ?? null,
  timezone: draft?.timezone ?? null,
});

const presentDraftRole = (role: TemplateRoleItem, isOwn: boolean) => ({
  ...presentRole(role),
  ...(isOwn ? knownOf(role) : {}),
  locale: role.locale ?? null,
  auth_methods: role.auth_methods ?? [],
  phone_auth: role.phone_auth ?? null,
  identity_provider: role.identity_provider ?? null,
  identity_claim: role.identity_claim ?? null,
  trust_service: role.trust_service ?? null,
});

/** Facts that the sender knows of the role's person. */
export const knownOf = ({ address, city, state, zip, dob }: TemplateRoleItem): KnownOfPerson => ({
  address: address ?? null,
  city: city ?? null,
  state: state ?? null,
  zip: zip ?? null,
  dob: dob ?? null,
});
