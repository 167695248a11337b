import { chosenRoleName } from '../../../fields/role-names.ts';
import type { Trusted } from '../shared/words/spoken.ts';
import type { Role } from './draft.ts';
import { kind } from './editor.ts';
import { inOrder } from './edits.ts';
import { say, w } from './words/index.ts';

/** The role's own name, if somebody has given it one. */
const ownName = ({ name }: Role): string => chosenRoleName(name);

/** True for a role that has no name but the one that the editor gave it. */
export const isUnnamed = (role: Role): boolean => ownName(role) === '';

/** The name of a role in a template, or a number. */
export const titleOf = (role: Role, roles: readonly Role[]): string =>
  ownName(role) || say(w.personNumber, { number: inOrder(roles).indexOf(role) + 1 });

/**
 * Name that somebody gave the person: in a template the role alone, else the person and, before there is one, the
 * role.
 */
const given = (role: Role): string =>
  kind.value === 'template' ? ownName(role) : role.full_name || role.email || ownName(role);

/** The name of a person on this page, or a number. */
export const called = (role: Role, roles: readonly Role[]): string => given(role) || titleOf(role, roles);

/** The same within a sentence, in which names have quotation marks. */
export const calledInWords = (role: Role, roles: readonly Role[]): string | Trusted =>
  given(role) || { trusted: titleOf(role, roles) };

/** The same outside of sentences, where names have a background of their own. */
export const Called = ({ role, roles }: { role: Role; roles: readonly Role[] }) =>
  given(role) ? <bdi class="own">{given(role)}</bdi> : titleOf(role, roles);
