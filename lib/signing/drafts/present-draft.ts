import type { Listed, Template, TemplateItem, TemplateRoleItem } from '../../storage/records/template.ts';
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

/** Presents a whole draft, sorted as templates are. */
export const presentDraft = ({ header, roles, fields, documents }: Template): Draft => ({
  ...presentDraftSummary(header),
  version: header.version,
  initial_reminder: header.initial_reminder,
  followup_reminders: header.followup_reminders,
  max_reminder_days: header.max_reminder_days,
  data: header.data,
  ...presentSettings(header),
  roles: sortedRoles(roles).map(presentDraftRole),
  fields: sortedFields(fields, documents).map(presentTemplateField),
  documents: sortedDocuments(documents).map(presentTemplateDocument),
});

const presentSettings = ({ draft }: TemplateItem) => ({
  template_id: draft?.template_id ?? null,
  expires_at: draft?.expires_at ?? null,
  no_contact: draft?.no_contact ?? false,
  ...(draft?.retention_days === undefined ? {} : { retention_days: draft.retention_days }),
  brand_key: draft?.brand_key ?? null,
  locale: draft?.locale ?? null,
  timezone: draft?.timezone ?? null,
});

const presentDraftRole = (role: TemplateRoleItem) => ({
  ...presentRole(role),
  locale: role.locale ?? null,
  auth_methods: role.auth_methods ?? [],
  phone_auth: role.phone_auth ?? null,
});
