import { run } from '../shared/run.ts';
import { ask } from '../user/session.ts';
import type { Contents, Role } from './draft.ts';
import { draftId, edit, reopen, save } from './editor.ts';
import { addRole, changeRole, inOrder, isOneAfterTheOther, stepNumber } from './edits.ts';
import {
  ConditionChoice,
  GroupChoice,
  JoinChoice,
  MessageText,
  NamerChoice,
  OrderChoice,
  PlaceActs,
  StepChoice,
  TypeChoice,
} from './role-parts.tsx';
import { isUnnamed, titleOf } from './titles.tsx';
import { TypedInput } from './typed.tsx';
import { w } from './words/index.ts';

/** The step of roles: a template says which parts there are, and not who plays them. */
export const Roles = ({ shown }: { shown: Contents }) => {
  const roles = inOrder(shown.roles);
  const inTurn = isOneAfterTheOther(roles);
  return (
    <>
      {roles.length > 1 && <OrderChoice inTurn={inTurn} />}
      <ol class="list people">
        {roles.map((role, index) => (
          <li key={role.name}>
            <StepChoice role={role} roles={roles} />
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
        {inTurn ? stepNumber(roles, role) : ''}
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
      <TypeChoice role={role} />
      <PlaceActs role={role} title={title} roles={roles} inTurn={inTurn} />
      {inTurn && <JoinChoice role={role} roles={roles} />}
      <ConditionChoice role={role} roles={roles} />
      <NamerChoice role={role} roles={roles} />
      <GroupChoice role={role} />
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
        <MessageText role={role} />
      </details>
    </fieldset>
  );
};
