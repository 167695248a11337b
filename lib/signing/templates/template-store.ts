import { timestamp } from '../../base/clock.ts';
import { fail, type PlainCode } from '../../base/errors.ts';
import { demand, type UserCaller } from '../../people/access/caller.ts';
import type { Write } from '../../storage/engine/write.ts';
import { outboxWrite } from '../../storage/outbox/outbox.ts';
import type { WebhookEvent } from '../../storage/outbox/webhook-events.ts';
import type { Template, TemplateItem } from '../../storage/records/template.ts';
import { removeTemplateLinks } from '../../storage/template-links.ts';
import { findTemplate, findTemplateHeader } from '../../storage/templates/read.ts';
import * as stored from '../../storage/templates/write.ts';
import { permissionsFor, type TemplateAccess } from './access.ts';
import { presentSummary } from './present-template.ts';
import { stepProblems } from './steps.ts';

/**
 * Reads a template for a caller who has this `access` to it. Throws `template_not_found` if the caller may not know of
 * it, `forbidden` if a permission is missing. One Query.
 */
export const templateFor = async (
  caller: UserCaller,
  template_id: string,
  access: TemplateAccess = 'read',
  missing: PlainCode = 'template_not_found',
): Promise<Template> => {
  const template = await findTemplate(template_id);
  guard(caller, template?.header, access, missing);
  return template as Template;
};

/** Throws `template_not_found` or `forbidden` unless the caller has this `access` to the template of this header. */
export const guard = (
  caller: UserCaller,
  header: TemplateItem | undefined,
  access: TemplateAccess,
  missing: PlainCode = 'template_not_found',
): void => {
  const needed = header && permissionsFor(caller, header, access);
  demand(caller, ...(needed ?? fail(missing)));
  if (header?.draft) demandScopeOfDrafts(caller, access);
};

/**
 * Throws `insufficient_scope` unless the token reaches envelopes: a draft is one in preparation, whatever operation is
 * used.
 */
const demandScopeOfDrafts = ({ scopes }: UserCaller, access: TemplateAccess): void => {
  if (!scopes || scopes.has('envelopes:write') || (access === 'read' && scopes.has('envelopes:read'))) return;
  fail('insufficient_scope', { scope: access === 'read' ? 'envelopes:read' : 'envelopes:write' });
};

/** True if it has a signer, every signer has a field, and every step as many roles as it needs. */
export const isSendable = ({ roles, fields }: Pick<Template, 'roles' | 'fields'>): boolean => {
  const signers = roles.filter(({ type }) => type === 'signer');
  if (stepProblems(roles).some(({ member }) => member === 'step_needs')) return false;
  return signers.length > 0 && signers.every(({ name }) => fields.some(({ role_name }) => role_name === name));
};

/**
 * The event of a template's use, for the transaction of the envelope that is created from it. The use itself is counted
 * from the table's stream.
 */
export const usedTemplate = (header: TemplateItem): Write[] =>
  eventWrite('template_used', { ...header, counter: header.counter + 1, last_used_at: timestamp() });

/**
 * The outbox event for the template's organization. Its data are the template's summary. Drafts have none: they are
 * nobody's yet.
 */
const eventWrite = (webhook_event: WebhookEvent, header: TemplateItem): Write[] =>
  header.draft ? [] : [outboxWrite(header.organization_id, { webhook_event, data: presentSummary(header) })];

interface ChangeOptions {
  access?: TemplateAccess;
  /** The change's event; null for none. `template_updated` by default. */
  event?: WebhookEvent | null;
  /** True if the change counts as one of the template's contents (`updated_at`). */
  touch?: boolean;
  /** The template if the caller has just read it: saves the first read. */
  loaded?: Template;
  /** The failure if there is no such template for the caller; a document's if only its id was given. */
  missing?: PlainCode;
}

/**
 * Changes a template: `change` gets the current one and returns the new one, with new objects for all differences, at
 * most `CHILDREN_PER_STEP` roles, fields and documents. A Query and a transaction; both again if it changed meanwhile.
 */
export const changeTemplate = (
  caller: UserCaller,
  template_id: string,
  change: (template: Template) => Template,
  { access = 'write', event = 'template_updated', touch = true, loaded, missing }: ChangeOptions = {},
): Promise<Template> =>
  stored.changeTemplateRecords(
    () => templateFor(caller, template_id, access, missing),
    (before) => {
      const changed = change(before);
      const header: TemplateItem = {
        ...(touch ? changedBy(caller, changed.header) : changed.header),
        is_sendable: isSendable(changed),
        star_counter: changed.stars.length,
        updated_at: touch ? timestamp() : before.header.updated_at,
      };
      return { after: { ...changed, header }, also: event ? eventWrite(event, header) : [] };
    },
    loaded,
  );

const changedBy = ({ profile_id }: UserCaller, { changed_by: _, ...header }: TemplateItem): TemplateItem => ({
  ...header,
  ...(profile_id === header.profile_id ? {} : { changed_by: profile_id }),
});

/** True if the template is in this version. Throws as `templateFor` does. One read of its header. */
export const isInVersion = async (
  caller: UserCaller,
  template_id: string,
  version: number,
  missing: PlainCode = 'template_not_found',
): Promise<boolean> => {
  const header = await findTemplateHeader(template_id);
  if (missing === 'draft_not_found' && !header?.draft) fail(missing);
  guard(caller, header, 'read', missing);
  return header?.version === version;
};

/**
 * Writes a new template and returns it. If an earlier run of the same request wrote another one, that is returned;
 * undefined if its id is taken.
 */
export const saveNewTemplate = (template: Template): Promise<Template | undefined> =>
  stored.addTemplate(template, eventWrite('template_created', template.header));

/** Removes a template and its links for a caller who may, and returns it. Its files stay. */
export const removeTemplateFor = async (caller: UserCaller, template_id: string): Promise<Template> => {
  const removed = await stored.removeTemplate(
    () => templateFor(caller, template_id, 'delete'),
    ({ header }) => eventWrite('template_deleted', header),
  );
  // A link without its template sends nothing, so what an interruption leaves is harmless.
  if (!removed.header.draft) await removeTemplateLinks(template_id);
  return removed;
};
