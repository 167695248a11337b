import { setTimeout } from 'node:timers/promises';
import { timestamp } from '../../base/clock.ts';
import { fail, type PlainCode } from '../../base/errors.ts';
import { demand, type UserCaller } from '../../people/access/caller.ts';
import { usageWrite } from '../../people/usage/count.ts';
import {
  ConditionFailed,
  collection,
  TRANSACTION_LIMIT,
  transact,
  type Write,
  writeItems,
} from '../../storage/client.ts';
import type { Key } from '../../storage/key.ts';
import { documentPointerKey, templateKey } from '../../storage/keys.ts';
import { CarriedOut } from '../../storage/once.ts';
import { outboxWrite } from '../../storage/outbox/outbox.ts';
import type { WebhookEvent } from '../../storage/outbox/webhook-events.ts';
import { permissionsFor, type TemplateDeed } from './access.ts';
import { listWrites, useInLists } from './entries.ts';
import { presentSummary } from './present.ts';
import type { Template, TemplateDocumentItem, TemplateDocumentPointer, TemplateItem } from './record.ts';

/** The template in one Query; undefined where there is none. */
export const loadTemplate = (template_id: string): Promise<Template | undefined> =>
  readTemplate(templateKey(template_id));

const readTemplate = async ({ pk, sk }: Key): Promise<Template | undefined> => {
  const items = await collection<Key>(pk);
  const header = items.find((item) => item.sk === sk) as TemplateItem | undefined;
  if (!header) return undefined;
  const of = <T extends Key>(prefix: string): T[] => items.filter(({ sk }) => sk.startsWith(prefix)) as T[];
  return { header, roles: of('ROLE#'), fields: of('FIELD#'), documents: of('DOCUMENT#'), stars: of('STAR#') };
};

/**
 * The template, for a caller who may do `deed` with it: 404 where there is none that the caller may know of, 401 where
 * the caller lacks a permission. One Query.
 */
export const templateFor = async (
  caller: UserCaller,
  template_id: string,
  deed: TemplateDeed = 'read',
  missing: PlainCode = 'template_not_found',
): Promise<Template> => {
  const template = await loadTemplate(template_id);
  guard(caller, template?.header, deed, missing);
  return template as Template;
};

/** Ends the request with 404 or 401 unless the caller may do `deed` with the template of this header. */
export const guard = (
  caller: UserCaller,
  header: TemplateItem | undefined,
  deed: TemplateDeed,
  missing: PlainCode = 'template_not_found',
): void => {
  const needed = header && permissionsFor(caller, header, deed);
  demand(caller, ...(needed ?? fail(missing)));
};

/** True where it has a signer, and every signer has a field. */
export const isSendable = ({ roles, fields }: Pick<Template, 'roles' | 'fields'>): boolean => {
  const signers = roles.filter(({ type }) => type === 'signer');
  return signers.length > 0 && signers.every(({ name }) => fields.some(({ role_name }) => role_name === name));
};

/**
 * The writes that belong in the transaction of an envelope that is made from the template: they count its use and tell
 * of it. They are conditioned on the template's being there and seen by as many people as `header` says; what it holds
 * may have changed meanwhile. Three writes, four for a public template.
 */
export const usedTemplate = (header: TemplateItem): Write[] => {
  const at = timestamp();
  const set = { last_used_at: at };
  // While it stands in the same lists.
  const where = { visibility: header.visibility };
  return [
    // A change that read the template before this must not write the old count back.
    { change: header, set, add: { counter: 1, version: 1 }, where },
    ...useInLists(header, { set, add: { counter: 1 }, where }),
    eventWrite('template_used', { ...header, counter: header.counter + 1, last_used_at: at }),
  ];
};

/** The outbox event that tells the template's organization of it. Its data are the template's summary. */
const eventWrite = (webhook_event: WebhookEvent, header: TemplateItem): Write => {
  return outboxWrite(header.organization_id, { webhook_event, data: presentSummary(header) });
};

/** What a change leaves of the rest of a transaction: roles, fields and documents that it may write at once. */
export const CHILDREN_PER_STEP = 80;

/** Form builders save a dozen fields at the same moment. */
const ATTEMPTS = 15;

/** Waits before the next attempt: those who collided once should not collide again at the same moment. */
const waitAfter = async (attempt: number): Promise<void> => {
  if (attempt === ATTEMPTS) fail('unavailable');
  await setTimeout(Math.random() * 20 * Math.min(attempt, 5));
};

interface ChangeOptions {
  deed?: TemplateDeed;
  /** The event that tells of the change; null where none does. `template_updated` unless stated. */
  event?: WebhookEvent | null;
  /** Whether the change counts as one of the template's contents (`updated_at`). */
  touch?: boolean;
  /** The template as the caller has just read it: saves the first read. */
  loaded?: Template;
  /** The 404 where there is no such template for the caller; that of a document where only its id was given. */
  missing?: PlainCode;
}

/**
 * Changes a template: `change` gets it as it is and returns it as it shall be, with new objects for what differs. What
 * differs is written in one transaction that is conditioned on the version read; where somebody else was faster, it is
 * read and changed again. A Query and a transaction. At most `CHILDREN_PER_STEP` roles, fields and documents may
 * differ.
 */
export const changeTemplate = async (
  caller: UserCaller,
  template_id: string,
  change: (template: Template) => Template,
  { deed = 'write', event = 'template_updated', touch = true, loaded, missing }: ChangeOptions = {},
): Promise<Template> => {
  for (let attempt = 1; ; attempt++) {
    const before = (attempt === 1 && loaded) || (await templateFor(caller, template_id, deed, missing));
    const changed = change(before);
    const header: TemplateItem = {
      ...changed.header,
      is_sendable: isSendable(changed),
      star_counter: changed.stars.length,
      updated_at: touch ? timestamp() : before.header.updated_at,
      version: before.header.version + 1,
    };
    const after = { ...changed, header };
    try {
      await transact([
        { put: header, ...atVersion(before.header) },
        ...childWrites(before, after),
        ...listWrites(before.header, header),
        ...(event ? [eventWrite(event, header)] : []),
      ]);
      return after;
    } catch (error) {
      if (error instanceof CarriedOut) return templateFor(caller, template_id, deed, missing);
      if (!(error instanceof ConditionFailed)) throw error;
      await waitAfter(attempt);
    }
  }
};

const atVersion = ({ version }: TemplateItem) => ({
  condition: '#version = :version',
  names: { '#version': 'version' },
  values: { ':version': version },
});

const childrenOf = ({ roles, fields, documents, stars }: Template): Key[] => [
  ...roles,
  ...fields,
  ...documents,
  ...stars,
  ...documents.map(pointerOf),
];

const pointerOf = ({ id, template_id }: TemplateDocumentItem): TemplateDocumentPointer => ({
  ...documentPointerKey(id),
  template_id,
});

const nameOf = ({ pk, sk }: Key): string => `${pk}\n${sk}`;

const childWrites = (before: Template, after: Template): Write[] => {
  const old = new Map(childrenOf(before).map((item) => [nameOf(item), item]));
  const now = new Map(childrenOf(after).map((item) => [nameOf(item), item]));
  const isPointer = ({ sk }: Key): boolean => sk === documentPointerKey('').sk;
  return [
    ...[...now]
      .filter(([name, item]) => old.get(name) !== item && !(isPointer(item) && old.has(name)))
      .map(([, put]): Write => ({ put })),
    ...[...old].filter(([name]) => !now.has(name)).map(([, { pk, sk }]): Write => ({ remove: { pk, sk } })),
  ];
};

/**
 * Writes a new template. Where it is too large for one transaction, what is in it goes first and its header last: until
 * then nobody sees it.
 */
export const saveNewTemplate = async (template: Template): Promise<void> => {
  const children = childrenOf(template);
  const writes: Write[] = [
    { put: template.header, condition: 'attribute_not_exists(pk)' },
    ...listWrites(undefined, template.header),
    ...usageWrite(template.header.organization_id, ['template'], template.header.created_at),
    eventWrite('template_created', template.header),
  ];
  const fits = writes.length + children.length <= TRANSACTION_LIMIT;
  if (!fits) await writeItems(children);
  await transact(fits ? [...writes, ...children.map((put): Write => ({ put }))] : writes);
};

/** The template that `make` makes, or else the one that an earlier run of the same request has made. */
export const madeOnce = async (make: () => Promise<Template>): Promise<Template> => {
  try {
    return await make();
  } catch (error) {
    const made = error instanceof CarriedOut && (await readTemplate(error.first));
    if (!made) throw error;
    return made;
  }
};

/**
 * Deletes a template for a caller who may, and answers what it was. Its header, list entries and pointers go in one
 * transaction, and with them the template; of a large one the rest goes after it.
 */
export const removeTemplate = async (caller: UserCaller, template_id: string): Promise<Template> => {
  for (let attempt = 1; ; attempt++) {
    const template = await templateFor(caller, template_id, 'delete');
    const pointers = template.documents.map(pointerOf);
    const children = childrenOf({ ...template, documents: [] }).concat(template.documents);
    const writes: Write[] = [
      { remove: templateKey(template_id), ...atVersion(template.header) },
      ...pointers.map(({ pk, sk }): Write => ({ remove: { pk, sk } })),
      ...listWrites(template.header, undefined),
      eventWrite('template_deleted', template.header),
    ];
    const fits = writes.length + children.length <= TRANSACTION_LIMIT;
    try {
      await transact(fits ? [...writes, ...children.map(({ pk, sk }): Write => ({ remove: { pk, sk } }))] : writes);
      if (!fits) await writeItems([], children);
      return template;
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      await waitAfter(attempt);
    }
  }
};
