import { may, type UserCaller } from '../../people/access/caller.ts';
import type { Permission } from '../../people/access/permissions.ts';
import type { TemplateItem } from '../../storage/records/template.ts';
import { TEMPLATE_ACTS, type TemplateAct, type Visibility } from './template-schema.ts';

/** The part of a template that decides rights. */
export type Guarded = Pick<TemplateItem, 'profile_id' | 'organization_id' | 'visibility' | 'draft' | 'sent'>;

/** Access to a template. `use`: to create an envelope from it. */
export type TemplateAccess = 'read' | 'use' | 'write' | 'delete';

export const isCreator = (caller: UserCaller, template: Guarded): boolean =>
  template.profile_id === caller.profile_id && template.organization_id === caller.organization_id;

const isColleague = (caller: UserCaller, template: Guarded): boolean =>
  template.organization_id === caller.organization_id;

/**
 * Permissions that `access` needs. Null if the caller may not know of the template: a colleague's private one, or
 * another organization's, unless it is public and only read or used.
 */
export const permissionsFor = (caller: UserCaller, template: Guarded, access: TemplateAccess): Permission[] | null => {
  const creator = isCreator(caller, template);
  if (template.draft) return permissionsForDraft(caller, template, access);
  const onlyLooks = access === 'read' || access === 'use';
  if (!isColleague(caller, template)) return template.visibility === 'public' && onlyLooks ? [] : null;
  if (template.visibility === 'private' && !creator) return null;
  if (access === 'delete') return [creator ? 'template:creator:delete' : 'template:member:delete'];
  if (creator || access === 'use') return [];
  if (access === 'write') return ['template:member:read', 'template:member:write'];
  return template.visibility === 'public' ? [] : ['template:member:read'];
};

/**
 * A draft is its creator's, and its colleagues' too if it is shared: whoever may send envelopes. It becomes an envelope
 * only by being sent, so no template operation uses it. One that was sent is gone.
 */
const permissionsForDraft = (caller: UserCaller, draft: Guarded, access: TemplateAccess): Permission[] | null => {
  if (!isColleague(caller, draft) || access === 'use') return null;
  if (draft.sent && access !== 'delete') return null;
  return draft.visibility === 'shared' || isCreator(caller, draft) ? ['envelope:create'] : null;
};

const TO_CREATE = {
  private: 'template:creator:create:personal',
  shared: 'template:creator:create:org',
  public: 'template:creator:create:public',
} as const satisfies Record<Visibility, Permission>;

/** Permission to create a template of this visibility. */
export const permissionToCreate = (visibility: Visibility): Permission => TO_CREATE[visibility];

/** Permissions to change a template's visibility. */
export const permissionsToShow = (caller: UserCaller, template: Guarded, visibility: Visibility): Permission[] => {
  if (visibility === template.visibility) return [];
  if (template.draft) return ['envelope:create'];
  if (!isCreator(caller, template)) return ['template:member:visibility'];
  return visibility === 'public'
    ? [permissionToCreate('public'), 'template:creator:visibility']
    : [permissionToCreate(visibility)];
};

const mayAll = (caller: UserCaller, needed: readonly Permission[] | null): boolean =>
  needed?.every((permission) => may(caller, permission)) ?? false;

/** The acts on a template that its visibility and the caller's permissions allow. Drafts have none of them. */
export const allowedActs = (caller: UserCaller, template: Guarded): TemplateAct[] => {
  const access = (wanted: TemplateAccess): boolean => mayAll(caller, permissionsFor(caller, template, wanted));
  const copied = isColleague(caller, template) ? template.visibility : 'private';
  const shown = (visibility: Visibility): boolean =>
    access('write') && mayAll(caller, permissionsToShow(caller, template, visibility));
  const acts: Record<TemplateAct, boolean> = {
    send: access('use') && may(caller, 'envelope:create'),
    change: access('write'),
    share: shown('private') && shown('shared'),
    publish: shown('public'),
    copy: access('read') && may(caller, permissionToCreate(copied)),
    delete: access('delete'),
  };
  return TEMPLATE_ACTS.filter((act) => acts[act]);
};

interface VisibilityGiven {
  visibility?: Visibility | null;
  is_personal?: boolean | null;
  is_public?: boolean | null;
}

/**
 * The requested visibility. Clients echo whole records, so of `visibility` and the two older flags those count that
 * differ from the current state. A new template is private by default.
 */
export const visibilityAsked = (given: VisibilityGiven, now: Visibility | null): Visibility => {
  if (given.visibility && given.visibility !== now) return given.visibility;
  const personal = given.is_personal ?? null;
  const everyone = given.is_public ?? null;
  if (now === null) {
    if (everyone) return 'public';
    return personal === false ? 'shared' : 'private';
  }
  if (everyone !== null && everyone !== (now === 'public'))
    return everyone ? 'public' : personal ? 'private' : 'shared';
  if (personal !== null && personal !== (now === 'private')) return personal ? 'private' : 'shared';
  return now;
};
