import { later } from '../shared/later.tsx';
import { Choice } from '../shared/parts.tsx';
import { needsOf } from '../shared/places.ts';
import { Order } from './documents.tsx';
import type { Role, RoleType } from './draft.ts';
import { contents, edit } from './editor.ts';
import {
  changeRole,
  inOrder,
  joinStep,
  moveRole,
  namersFor,
  setCondition,
  setNamer,
  setOrder,
  setStepNeeds,
  stepNumber,
  stepOf,
} from './edits.ts';
import { removePerson } from './removal.tsx';
import { ruleForms } from './rule-forms.ts';
import { calledInWords } from './titles.tsx';
import { TypedText } from './typed.tsx';
import { say, w } from './words/index.ts';

/** Parts that the steps of people and of a template's roles share. */

const TYPES = [
  ['signer', 'roleSigner'],
  ['approver', 'roleApprover'],
  ['cc', 'roleCc'],
] as const;

/** The word for what a role does. */
export const wordOfType = (type: RoleType) => TYPES.find(([one]) => one === type)?.[1] ?? 'roleSigner';

/** Together, or one after the other. */
export const OrderChoice = ({ inTurn }: { inTurn: boolean }) => (
  <fieldset class="segments">
    <legend>{w.orderTitle}</legend>
    <Choice type="radio" name="order" checked={!inTurn} onChange={() => edit((now) => setOrder(now, false))}>
      {w.orderTogether}
    </Choice>
    <Choice type="radio" name="order" checked={inTurn} onChange={() => edit((now) => setOrder(now, true))}>
      {w.orderInTurn}
    </Choice>
  </fieldset>
);

/** Number of a step's persons who must act, before the first of them; nothing where one alone acts. */
export const StepChoice = ({ role, roles }: { role: Role; roles: readonly Role[] }) => {
  const step = stepOf(roles, role);
  const [first] = inOrder(roles).filter(({ sequence }) => sequence === role.sequence);
  if (step.length < 2 || first?.name !== role.name) return null;
  const id = `step-${role.sequence}`;
  const count = step.length;
  return (
    <div class="step-needs">
      <label for={id}>{say(w.stepChoice, { number: stepNumber(roles, role), count })}</label>
      <select
        id={id}
        value={String(step[0]?.step_needs ?? '')}
        onChange={({ currentTarget: { value } }) => edit((now) => setStepNeeds(now, role, Number(value) || null))}
      >
        <option value="">{w.stepAll}</option>
        {step.slice(1).map((_, index) => (
          <option key={index + 1} value={String(index + 1)}>
            {say(w.stepSome, { needs: index + 1, count })}
          </option>
        ))}
      </select>
    </div>
  );
};

/** Lets a person act together with the one before, where there is an order. */
export const JoinChoice = ({ role, roles }: { role: Role; roles: readonly Role[] }) => {
  const ordered = inOrder(roles);
  const before = ordered[ordered.findIndex(({ name }) => name === role.name) - 1];
  if (!before) return null;
  return (
    <div class="join">
      <Choice
        type="checkbox"
        checked={before.sequence === role.sequence}
        onChange={({ currentTarget }) => edit((now) => joinStep(now, role.name, currentTarget.checked))}
      >
        {w.joinStep}
      </Choice>
    </div>
  );
};

const PersonCondition = later(
  () => ruleForms.load().then((part) => part.PersonCondition),
  undefined,
  needsOf('ruleforms'),
);

/** The condition under which a person takes part, for those before whom others act. */
export const ConditionChoice = ({ role, roles }: { role: Role; roles: readonly Role[] }) => {
  const shown = contents.value;
  const isLater = stepNumber(roles, role) > 1 && role.type !== 'cc';
  if (!shown || (!isLater && !role.only_if)) return null;
  return (
    <div class="join">
      <PersonCondition
        role={role}
        shown={shown}
        change={(only_if) => edit((now) => setCondition(now, role, only_if))}
      />
    </div>
  );
};

/** Makes a recipient a group, of which whoever comes first signs. */
export const GroupChoice = ({ role }: { role: Role }) =>
  (role.type === 'cc' || role.named_by) && !role.shared ? null : (
    <div class="join">
      <Choice
        type="checkbox"
        checked={role.shared}
        onChange={({ currentTarget }) => change(role, { shared: currentTarget.checked })}
      >
        {w.sharedMailbox}
      </Choice>
    </div>
  );

const MEANINGS = [
  ['sign', 'meaningSign'],
  ['approve', 'meaningApprove'],
  ['review', 'meaningReview'],
] as const;

/** The meaning of a role's signature in words; empty where its type says it. */
export const chosenMeaning = ({ signature_meaning }: Role) => {
  const word = MEANINGS.find(([one]) => one === signature_meaning)?.[1];
  return word ? w[word] : '';
};

/** Chooses the meaning of a person's signature. Nothing for a copy. */
export const MeaningChoice = ({ role }: { role: Role }) => {
  if (role.type === 'cc') return null;
  const id = `meaning-${role.name}`;
  const usual = role.type === 'approver' ? 'approve' : 'sign';
  return (
    <div class="join">
      <label for={id}>{w.meaningLabel}</label>
      <select
        id={id}
        value={role.signature_meaning ?? usual}
        onChange={({ currentTarget: { value } }) => {
          const [chosen = null] = MEANINGS.find(([one]) => one === value && one !== usual) ?? [];
          change(role, { signature_meaning: chosen });
        }}
      >
        {MEANINGS.map(([one, word]) => (
          <option key={one} value={one}>
            {w[word]}
          </option>
        ))}
      </select>
    </div>
  );
};

/** Lets a person send the envelope back to those who act before. Nothing for whom nobody does. */
export const ReviewChoice = ({ role, roles }: { role: Role; roles: readonly Role[] }) => {
  const isLater = stepNumber(roles, role) > 1 && role.type !== 'cc';
  return isLater || role.may_send_back ? (
    <div class="join">
      <Choice
        type="checkbox"
        checked={role.may_send_back}
        onChange={({ currentTarget }) => change(role, { may_send_back: currentTarget.checked })}
      >
        {w.maySendBack}
      </Choice>
    </div>
  ) : null;
};

/** Name of whoever puts a person in, in words; empty where the sender does. */
export const namedByWords = ({ named_by }: Role, roles: readonly Role[]): string => {
  const by = roles.find(({ name }) => name === named_by);
  return by ? say(w.namedBy, { name: calledInWords(by, roles) }) : '';
};

/** Lets an earlier person put this one in. Nothing for whom nobody acts before. */
export const NamerChoice = ({ role, roles }: { role: Role; roles: readonly Role[] }) => {
  const id = `namer-${role.name}`;
  const namers = namersFor(roles, role);
  if (namers.length === 0 && !role.named_by) return null;
  return (
    <div class="join">
      <label for={id}>{w.namedByLabel}</label>
      <select
        id={id}
        value={role.named_by ?? ''}
        onChange={({ currentTarget: { value } }) => edit((now) => setNamer(now, role.name, value || null))}
      >
        <option value="">{w.namedByMe}</option>
        {namers.map((one) => (
          <option key={one.name} value={one.name}>
            {say(w.namedBy, { name: calledInWords(one, roles) })}
          </option>
        ))}
      </select>
      {role.named_by && (
        <Choice
          type="checkbox"
          checked={role.may_name_self}
          onChange={({ currentTarget }) => change(role, { may_name_self: currentTarget.checked })}
        >
          {w.mayNameSelf}
        </Choice>
      )}
    </div>
  );
};

const change = ({ name }: Role, to: Partial<Role>): void => edit((now) => changeRole(now, name, to));

export const TypeChoice = ({ role }: { role: Role }) => (
  <div>
    <label for={`type-${role.name}`}>{w.personRole}</label>
    <select
      id={`type-${role.name}`}
      value={role.type}
      onChange={({ currentTarget: { value } }) => change(role, { type: value as RoleType })}
    >
      {TYPES.map(([type, word]) => (
        <option key={type} value={type}>
          {w[word]}
        </option>
      ))}
    </select>
  </div>
);

/** Buttons that move a role in the order, and remove it. */
export const PlaceActs = ({
  role: { name },
  title,
  roles,
  inTurn,
}: {
  role: Role;
  title: string;
  roles: readonly Role[];
  inTurn: boolean;
}) => (
  <span class="order">
    {roles.length > 1 && inTurn && (
      <Order
        name={title}
        isFirst={roles[0]?.name === name}
        isLast={roles.at(-1)?.name === name}
        move={(by) => edit((now) => moveRole(now, name, by))}
      />
    )}
    <button
      type="button"
      class="quiet bad"
      aria-label={say(w.removeNamed, { name: title })}
      onClick={() => removePerson(name)}
    >
      ×
    </button>
  </span>
);

export const MessageText = ({ role }: { role: Role }) => (
  <>
    <label for={`message-${role.name}`}>{w.personMessage}</label>
    <TypedText
      id={`message-${role.name}`}
      rows={3}
      maxLength={2000}
      value={role.message ?? ''}
      onTyped={({ value }) => change(role, { message: value || null })}
    />
  </>
);
