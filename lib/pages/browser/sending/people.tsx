import { useEffect } from 'preact/hooks';
import { sameEmail } from '../../../base/email-address.ts';
import { Choice } from '../shared/parts.tsx';
import { known, readKnown } from '../user/known-people.ts';
import { me } from '../user/session.ts';
import type { Contents, Method, Role } from './draft.ts';
import { contents, edit } from './editor.ts';
import { addRole, changeRole, inOrder, isOneAfterTheOther, stepNumber } from './edits.ts';
import { LANGUAGES } from './languages.ts';
import { ProviderChoice } from './provider-choice.tsx';
import {
  ConditionChoice,
  GroupChoice,
  JoinChoice,
  MeaningChoice,
  MessageText,
  NamerChoice,
  OrderChoice,
  PlaceActs,
  ReviewChoice,
  StepChoice,
  TypeChoice,
  wordOfType,
} from './role-parts.tsx';
import { ServiceChoice } from './service-choice.tsx';
import { goOn, way } from './steps.ts';
import { Called, called, titleOf } from './titles.tsx';
import { TypedInput } from './typed.tsx';
import { w } from './words/index.ts';

/** The step of people. */
export const People = ({ shown }: { shown: Contents }) => {
  useEffect(() => void readKnown(), []);
  const roles = inOrder(shown.roles);
  const inTurn = isOneAfterTheOther(roles);
  const user = me.value;
  const isBrief = way.value === 'brief';
  const isIn = roles.some(({ email }) => sameEmail(email ?? '', user?.email ?? ''));
  const addMe = () => edit((now) => addRole(now, ownPerson()));
  return (
    <>
      {roles.length > 1 && !isBrief && <OrderChoice inTurn={inTurn} />}
      <ol class="list people">
        {roles.map((role, index) => (
          <li key={role.name}>
            {!isBrief && <StepChoice role={role} roles={roles} />}
            <Person
              role={role}
              roles={roles}
              index={index}
              inTurn={inTurn}
              isBrief={isBrief}
              mayBeMe={isBrief && !isIn}
            />
          </li>
        ))}
      </ol>
      <datalist id="known-people">
        {known.value?.map((one) => (
          <option key={one.email} value={one.email}>
            {one.full_name}
          </option>
        ))}
      </datalist>
      {!isBrief && (
        <div class="pair">
          <button type="button" class="other" onClick={() => edit((now) => addRole(now))}>
            {w.addPerson}
          </button>
          {user && !isIn && (
            <button type="button" class="other" onClick={addMe}>
              {w.addMe}
            </button>
          )}
        </div>
      )}
    </>
  );
};

/** The user as a person of the envelope. */
const ownPerson = (): Pick<Role, 'full_name' | 'first_name' | 'last_name' | 'email'> => {
  const user = me.peek();
  return {
    full_name: `${user?.first_name} ${user?.last_name}`.trim(),
    first_name: user?.first_name ?? null,
    last_name: user?.last_name ?? null,
    email: user?.email ?? null,
  };
};

const isNobody = ({ full_name, email }: Role): boolean => !full_name && !email;

/** Goes on to the next person who isn't named, or to the next step. */
const goOnFrom = (role: Role): void => {
  const roles = inOrder(contents.peek()?.roles ?? []);
  const at = roles.findIndex(({ name }) => name === role.name);
  const next = roles.slice(at + 1).find(isNobody);
  if (next) document.getElementById(`name-${next.name}`)?.focus();
  else goOn();
};

/** Enter goes on to what comes next, as in a form. */
const onEnter = (event: KeyboardEvent, act: () => void): void => {
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.isComposing) return;
  event.preventDefault();
  act();
};

/** False where browsers allow signing pages no passkeys: the platform is at an IP address, or without https. */
const arePasskeysPossible = 'passkeys' in document.body.dataset;

const METHODS = [
  ['email', 'verifyEmail'],
  ['sms', 'verifySms'],
  ['passcode', 'verifyPasscode'],
  ['passkey', 'verifyPasskey'],
  ['csc', 'verifyCsc'],
  ['oidc', 'verifyOidc'],
] as const;

/** Keys of the person's that sign: only one of them does. */
const SIGNING: readonly Method[] = ['passkey', 'csc'];

const areBothSignatures = (one: Method, other: Method): boolean => SIGNING.includes(one) && SIGNING.includes(other);

const Person = ({
  role,
  roles,
  index,
  inTurn,
  isBrief,
  mayBeMe,
}: {
  role: Role;
  roles: readonly Role[];
  index: number;
  inTurn: boolean;
  /** True where the role is a template's: then the person alone is asked for. */
  isBrief: boolean;
  mayBeMe: boolean;
}) => {
  const { name } = role;
  const change = (to: Partial<Role>) => edit((now) => changeRole(now, name, to));
  const label = called(role, roles);
  const id = (part: string) => `${part}-${name}`;
  const changeAddress = (input: HTMLInputElement) => {
    if (!input.checkValidity()) {
      input.reportValidity();
      return;
    }
    const email = input.value.trim() || null;
    const found = known.peek()?.find((one) => sameEmail(one.email, email ?? ''));
    change(found && !role.full_name ? { email, full_name: found.full_name } : { email });
  };
  const setMethod = (method: Method, isOn: boolean) => {
    const others = role.auth_methods.filter((one) => one !== method && !(isOn && areBothSignatures(one, method)));
    const auth_methods = isOn ? [...others, method] : others;
    // A provider or a service that nothing needs is refused.
    change({
      auth_methods,
      ...(auth_methods.includes('oidc') ? {} : { identity_provider: null, identity_claim: null }),
      ...(auth_methods.includes('csc') ? {} : { trust_service: null }),
    });
  };
  return (
    <fieldset class={isBrief ? 'person brief' : 'person'}>
      <legend class="unseen">
        <Called role={role} roles={roles} />
      </legend>
      <span class={`who who-${index % 8}`} aria-hidden="true">
        {inTurn ? stepNumber(roles, role) : ''}
      </span>
      {isBrief && (
        <p class="part">
          <bdi class="own">{titleOf(role, roles)}</bdi> <span class="soft">{w[wordOfType(role.type)]}</span>
        </p>
      )}
      {!role.named_by && (
        <>
          <div>
            <label for={id('name')}>{w.personName}</label>
            <TypedInput
              id={id('name')}
              value={role.full_name ?? ''}
              maxLength={200}
              autoComplete="off"
              {...(isNobody(role) ? { 'data-begin': '' } : {})}
              onKeyDown={(event) => onEnter(event, () => document.getElementById(id('email'))?.focus())}
              onTyped={({ value }) => change({ full_name: value.trim() || null })}
            />
          </div>
          <div>
            <label for={id('email')}>{w.email}</label>
            <TypedInput
              id={id('email')}
              type="email"
              value={role.email ?? ''}
              maxLength={254}
              list="known-people"
              autoComplete="off"
              onKeyDown={(event) =>
                onEnter(event, () => {
                  event.currentTarget.blur();
                  if (event.currentTarget.checkValidity() && event.currentTarget.value) goOnFrom(role);
                })
              }
              onTyped={changeAddress}
            />
          </div>
        </>
      )}
      {mayBeMe && isNobody(role) && !role.named_by && (
        <button type="button" class="quiet" onClick={() => change(ownPerson())}>
          {w.thatIsMe}
        </button>
      )}
      {!isBrief && <TypeChoice role={role} />}
      {!isBrief && <PlaceActs role={role} title={label} roles={roles} inTurn={inTurn} />}
      {!isBrief && inTurn && <JoinChoice role={role} roles={roles} />}
      {!isBrief && <ConditionChoice role={role} roles={roles} />}
      {(!isBrief || role.named_by) && <NamerChoice role={role} roles={roles} />}
      {!isBrief && <GroupChoice role={role} />}
      {!isBrief && <MeaningChoice role={role} />}
      {!isBrief && <ReviewChoice role={role} roles={roles} />}
      <details>
        <summary>{w.personMore}</summary>
        <label for={id('locale')}>{w.personLocale}</label>
        <select
          id={id('locale')}
          value={role.locale ?? ''}
          onChange={({ currentTarget: { value } }) => change({ locale: value || null })}
        >
          <option value="">{w.localeOwn}</option>
          {LANGUAGES.map(([code, word]) => (
            <option key={code} value={code} lang={code}>
              {word}
            </option>
          ))}
        </select>
        {role.type !== 'cc' && (
          <fieldset>
            <legend>{w.verification}</legend>
            {METHODS.map(([method, word]) => (
              <Choice
                key={method}
                type="checkbox"
                checked={role.auth_methods.includes(method)}
                disabled={method === 'passkey' && !arePasskeysPossible && !role.auth_methods.includes(method)}
                onChange={({ currentTarget }) => setMethod(method, currentTarget.checked)}
              >
                {w[word]}
              </Choice>
            ))}
            {!arePasskeysPossible ? (
              <p class="soft">{w.passkeyNowhere}</p>
            ) : (
              role.auth_methods.includes('passkey') && <p class="soft">{w.passkeyAbout}</p>
            )}
          </fieldset>
        )}
        {role.auth_methods.includes('sms') && !role.named_by && (
          <>
            <label for={id('phone')}>{w.phoneForCodes}</label>
            <TypedInput
              id={id('phone')}
              type="tel"
              value={role.phone_auth ?? ''}
              placeholder="+12025550123"
              onTyped={({ value }) => change({ phone_auth: value.trim() || null })}
            />
          </>
        )}
        {role.auth_methods.includes('oidc') && <ProviderChoice role={role} change={change} />}
        {role.auth_methods.includes('csc') && <ServiceChoice role={role} change={change} />}
        <MessageText role={role} />
      </details>
    </fieldset>
  );
};
