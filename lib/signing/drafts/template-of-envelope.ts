import type { UploadedFile } from '../../aws/files/uploaded-file.ts';
import { fail, invalid } from '../../base/errors.ts';
import { demand, type UserCaller } from '../../people/access/caller.ts';
import type { Template, TemplateRoleItem } from '../../storage/records/template.ts';
import { readWholeEnvelope } from '../envelopes/reading/read-envelope.ts';
import { demandOwner } from '../envelopes/rules/access.ts';
import { permissionToCreate, visibilityAsked } from '../templates/access.ts';
import { newHeader } from '../templates/create-template.ts';
import type { NewTemplate } from '../templates/template-schema.ts';
import { isSendable, saveNewTemplate } from '../templates/template-store.ts';
import { copied, draftOf } from './from-envelope.ts';

/**
 * Makes a template of an envelope that the caller sent: its documents as they were sent, its roles without their
 * people, and its fields with the sender's defaults alone. Throws `envelope_not_found`, `not_the_owner`, and
 * `insufficient_scope` for a client that may not read envelopes.
 */
export const templateOfEnvelope = async (
  caller: UserCaller,
  { envelope_id, ...given }: NewTemplate & { envelope_id: string },
  files: readonly UploadedFile[],
): Promise<Template> => {
  const beside = (['documents', 'roles', 'fields'] as const).find((name) => given[name]?.length);
  if (beside || files.length > 0) invalid(beside ?? 'documents', 'an envelope_id stands in their place');
  if (caller.scopes && !caller.scopes.has('envelopes:read')) fail('insufficient_scope', { scope: 'envelopes:read' });
  const visibility = visibilityAsked(given, null);
  demand(caller, permissionToCreate(visibility));
  const state = await readWholeEnvelope(envelope_id);
  demandOwner(caller, state.envelope);
  const { draft, sources } = draftOf(caller, state, given.name);
  const { initial_reminder, followup_reminders, max_reminder_days } = state.envelope;
  const details = { initial_reminder, followup_reminders, max_reminder_days, ...withoutNothing(given) };
  const roles = draft.roles.map(withoutPerson);
  const header = {
    ...newHeader(caller, draft.header.id, visibility, details),
    is_sendable: isSendable({ roles, fields: draft.fields }),
  };
  const template = await copied({ draft: { ...draft, header, roles }, sources });
  return (await saveNewTemplate(template)) ?? fail('unavailable');
};

const withoutNothing = <T extends object>(given: T): Partial<T> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== null)) as Partial<T>;

const withoutPerson = ({
  template_id,
  name,
  type,
  sequence,
  step_needs,
  only_if,
  named_by,
  may_name_self,
  shared,
  may_send_back,
  signature_meaning,
  order,
  delegator,
  name_locked,
}: TemplateRoleItem): TemplateRoleItem => ({
  template_id,
  name,
  type,
  full_name: null,
  first_name: null,
  last_name: null,
  email: null,
  phone: null,
  message: null,
  sequence,
  ...(step_needs ? { step_needs } : {}),
  ...(only_if ? { only_if } : {}),
  ...(named_by ? { named_by } : {}),
  ...(may_name_self ? { may_name_self } : {}),
  ...(shared ? { shared } : {}),
  ...(may_send_back ? { may_send_back } : {}),
  ...(signature_meaning ? { signature_meaning } : {}),
  order,
  delegator,
  name_locked,
});
