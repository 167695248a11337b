import type { Draft, DraftState, Template } from '../shared/answers.ts';
import { CallFailed } from '../shared/call.ts';
import { askUnlessEarly, openingPath } from '../user/early.ts';
import { ask } from '../user/session.ts';
import { type Contents, contentsOf } from './draft.ts';
import { keepFirstPage } from './page-pictures.ts';
import type { Patch } from './patches.ts';

/** Records that the editor edits: drafts and templates have the same contents, and operations of their own. */

export type Kind = 'draft' | 'template';

/** Contents that were read, with their record. */
export interface Stored {
  contents: Contents;
  version: number;
  draft?: Draft;
  template?: Template;
}

interface Source {
  /** Reads the record. The first time, what was asked for before the script ran counts. */
  read: (id: string, isFirst: boolean) => Promise<Stored>;
  /** Reads the record if it isn't in this version any more; null if it is. */
  readNewer: (id: string, version: number) => Promise<Stored | null>;
  /** Saves one request's part of a change of this version. Answers the new version. */
  save: (id: string, patch: Patch, version: number) => Promise<number>;
}

/** A change of this version: it is refused if there is a newer one. */
const changing = (version: number) => ({ headers: { 'if-match': `"${version}"` } });

/** Asks for a record, which costs little while it is in the version that the page knows: then it is null. */
const askForNewer = <Answer>(path: string, version: number): Promise<Answer | null> =>
  ask<Answer>('GET', path, undefined, undefined, { headers: { 'if-none-match': `"${version}"` } }).catch(
    (error: unknown) => {
      if (error instanceof CallFailed && error.status === 304) return null;
      throw error;
    },
  );

const storedDraft = (draft: Draft): Stored => ({ contents: contentsOf(draft), version: draft.version, draft });

const drafts: Source = {
  read: async (id, isFirst) => {
    const draft = await (isFirst
      ? askUnlessEarly<Draft>(openingPath('draft', id))
      : ask<Draft>('GET', `/v2/drafts/${id}`));
    if (draft.first_page) keepFirstPage(draft.first_page);
    return storedDraft(draft);
  },
  readNewer: async (id, version) => {
    const draft = await askForNewer<Draft>(`/v2/drafts/${id}`, version);
    return draft && storedDraft(draft);
  },
  save: async (id, patch, version) => {
    const changed = await ask<DraftState>('PATCH', `/v2/drafts/${id}`, patch, undefined, changing(version));
    return changed.version;
  },
};

/** Members that roles of drafts have, and those of templates don't. */
const NO_VERIFICATION = {
  locale: null,
  auth_methods: [],
  phone_auth: null,
  identity_provider: null,
  identity_claim: null,
  trust_service: null,
};

const storedTemplate = (template: Template): Stored => {
  const visibility = template.visibility === 'private' ? 'private' : 'shared';
  const roles = template.roles.map((role) => ({ ...role, ...NO_VERIFICATION }));
  const contents = contentsOf({ ...template, visibility, expires_at: null, roles });
  return { contents, version: template.version, template };
};

const templates: Source = {
  read: async (id, isFirst) => {
    const path = openingPath('template', id);
    return storedTemplate(await (isFirst ? askUnlessEarly<Template>(path) : ask<Template>('GET', path)));
  },
  readNewer: async (id, version) => {
    const template = await askForNewer<Template>(openingPath('template', id), version);
    return template && storedTemplate(template);
  },
  save: async (id, { documents, roles, fields, ...settings }, version) => {
    let now = version;
    if (Object.keys(settings).length > 0) {
      const changed = await ask<Template>('PATCH', `/v2/templates/${id}`, settings);
      // If somebody else was faster, the next request is refused, and theirs is read.
      if (changed.version === version + 1) now = changed.version;
    }
    if (!documents && !roles && !fields) return now;
    const named = roles?.map(
      ({ locale, auth_methods, phone_auth, identity_provider, identity_claim, trust_service, ...role }) => role,
    );
    const contents = {
      ...(documents ? { documents } : {}),
      ...(named ? { roles: named } : {}),
      ...(fields ? { fields } : {}),
    };
    const path = `/v2/templates/${id}/contents`;
    const changed = await ask<DraftState>('PATCH', path, contents, undefined, changing(now));
    return changed.version;
  },
};

export const SOURCES: Readonly<Record<Kind, Source>> = { draft: drafts, template: templates };
