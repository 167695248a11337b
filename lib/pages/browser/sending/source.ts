import type { Draft, DraftState, Template } from '../shared/answers.ts';
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
  /** Saves one request's part of a change of this version. Answers the new version. */
  save: (id: string, patch: Patch, version: number) => Promise<number>;
}

const drafts: Source = {
  read: async (id, isFirst) => {
    const draft = await (isFirst
      ? askUnlessEarly<Draft>(openingPath('draft', id))
      : ask<Draft>('GET', `/v2/drafts/${id}`));
    if (draft.first_page) keepFirstPage(draft.first_page);
    return { contents: contentsOf(draft), version: draft.version, draft };
  },
  save: async (id, patch, version) => {
    const changed = await ask<DraftState>('PATCH', `/v2/drafts/${id}`, patch, undefined, { ifMatch: String(version) });
    return changed.version;
  },
};

/** Members that roles of drafts have, and those of templates don't. */
const NO_VERIFICATION = { locale: null, auth_methods: [], phone_auth: null };

const templates: Source = {
  read: async (id, isFirst) => {
    const path = openingPath('template', id);
    const template = await (isFirst ? askUnlessEarly<Template>(path) : ask<Template>('GET', path));
    const visibility = template.visibility === 'private' ? 'private' : 'shared';
    const roles = template.roles.map((role) => ({ ...role, ...NO_VERIFICATION }));
    const contents = contentsOf({ ...template, visibility, expires_at: null, roles });
    return { contents, version: template.version, template };
  },
  save: async (id, { documents, roles, fields, ...settings }, version) => {
    let now = version;
    if (Object.keys(settings).length > 0) {
      const changed = await ask<Template>('PATCH', `/v2/templates/${id}`, settings);
      // If somebody else was faster, the next request is refused, and theirs is read.
      if (changed.version === version + 1) now = changed.version;
    }
    if (!documents && !roles && !fields) return now;
    const named = roles?.map(({ locale, auth_methods, phone_auth, ...role }) => role);
    const contents = {
      ...(documents ? { documents } : {}),
      ...(named ? { roles: named } : {}),
      ...(fields ? { fields } : {}),
    };
    const path = `/v2/templates/${id}/contents`;
    const changed = await ask<DraftState>('PATCH', path, contents, undefined, { ifMatch: String(now) });
    return changed.version;
  },
};

export const SOURCES: Readonly<Record<Kind, Source>> = { draft: drafts, template: templates };
