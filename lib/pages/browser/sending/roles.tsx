import { Choice } from '../shared/parts.tsx';
import { run } from '../shared/run.ts';
import { ask } from '../user/session.ts';
import { Order } from './documents.tsx';
import type { Contents, Role, RoleType } from './draft.ts';
import { draftId, edit, reopen, save } from './editor.ts';
import { addRole, changeRole, inOrder, isOneAfterTheOther, moveRole, removeRole, setOrder } from './edits.ts';
import { TYPES } from './people.tsx';
import { isUnnamed, titleOf } from './titles.tsx';
import { TypedInput, TypedText } from './typed.tsx';
import { say, w } from './words/index.ts';

/** The step of roles: a template says which parts there are, and not who plays them. */
export const Roles = ({ shown }: { shown: Contents }) => {
  const roles = inOrder(shown.roles);
  const inTurn = isOneAfterTheOther(roles);
  return (
    <>
      {roles.length > 1 && (
        <fieldset class="segments">
          <legend>{w.orderTitle}</legend>
          <Choice type="radio" name="order" checked={!inTurn} onChange={() => edit((now) => setOrder(now, false))}>
            {w.orderTogether}
          </Choice>
          <Choice type="radio" name="order" checked={inTurn} onChange={() => edit((now) => setOrder(now, true))}>
            {w.orderInTurn}
          </Choice>
        </fieldset>
      )}
      <ol class="list people">
        {roles.map((role, index) => (
          <li key={role.name}>
            <OneRole role={role} roles={roles} index={index} inTurn={inTurn} />
          </li>
        ))}
      </ol>
      <button type="button" class="other" onClick={() => edit((now) => addRole(now))}>
        {w.addRole}
      </button>
    </>
  );
};

/** Gives a role another name, in its fields, too. Fields are found by it, so all else is saved before. */
const rename = async (before: string, name: string): Promise<void> => {
  await save();
  try {
    await ask('PATCH', `/v2/roles/${draftId.peek()}/${encodeURIComponent(before)}`, { name });
  } finally {
    await reopen();
  }
};

const OneRole = ({
  role,
  roles,
  index,
  inTurn,
}: {
  role: Role;
  roles: readonly Role[];
  index: number;
  inTurn: boolean;
}) => {
  const { name } = role;
  const change = (to: Partial<Role>) => edit((now) => changeRole(now, name, to));
  const title = titleOf(role, roles);
  const id = (part: string) => `${part}-${name}`;
  return (
    <fieldset class="person">
      <legend class="unseen">{title}</legend>
      <span class={`who who-${index % 8}`} aria-hidden="true">
        {inTurn ? index + 1 : ''}
      </span>
      <div>
        <label for={id('role')}>{w.roleName}</label>
        <TypedInput
          id={id('role')}
          value={title}
          maxLength={100}
          required
          autoComplete="off"
          {...(isUnnamed(role) ? { 'data-begin': '' } : {})}
          onTyped={({ value }) => {
            const typed = value.trim();
            if (typed && typed !== title) void run(() => rename(name, typed));
          }}
        />
      </div>
      <div>
        <label for={id('type')}>{w.personRole}</label>
        <select
          id={id('type')}
          value={role.type}
          onChange={({ currentTarget: { value } }) => change({ type: value as RoleType })}
        >
          {TYPES.map(([type, word]) => (
            <option key={type} value={type}>
              {w[word]}
            </option>
          ))}
        </select>
      </div>
      <span class="order">
        {roles.length > 1 && inTurn && (
          <Order
            name={title}
            isFirst={index === 0}
            isLast={index === roles.length - 1}
            move={(by) => edit((now) => moveRole(now, name, by))}
          />
        )}
        <button
          type="button"
          class="quiet bad"
          aria-label={say(w.removeNamed, { name: title })}
          onClick={() => edit((now) => removeRole(now, name))}
        >
          ×
        </button>
      </span>
      <details open={Boolean(role.full_name || role.email)}>
        <summary>{w.roleMore}</summary>
        <label for={id('name')}>{w.personName}</label>
        <TypedInput
          id={id('name')}
          value={role.full_name ?? ''}
          maxLength={200}
          autoComplete="off"
          onTyped={({ value }) => change({ full_name: value.trim() || null })}
        />
        <label for={id('email')}>{w.email}</label>
        <TypedInput
          id={id('email')}
          type="email"
          value={role.email ?? ''}
          maxLength={254}
          autoComplete="off"
          onTyped={(input) => {
            if (input.checkValidity()) change({ email: input.value.trim() || null });
            else input.reportValidity();
          }}
        />
        <label for={id('message')}>{w.personMessage}</label>
        <TypedText
          id={id('message')}
          rows={3}
          maxLength={2000}
          value={role.message ?? ''}
          onTyped={({ value }) => change({ message: value || null })}
        />
      </details>
    </fieldset>
  );
};
