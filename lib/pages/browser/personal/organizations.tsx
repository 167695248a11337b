import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { sameEmail } from '../../../base/email-address.ts';
import type { Profile, Tokens } from '../shared/answers.ts';
import { ActButton, ActForm, Danger, Input, SendButton, textIn } from '../shared/parts.tsx';
import { InputRefused } from '../shared/run.ts';
import { closeSheet, Sheet, showSheet } from '../shared/sheet.tsx';
import { go } from '../user/route.ts';
import { ask, enter, me, profiles, signOut, switchTo } from '../user/session.ts';
import { Done } from './done.tsx';
import { say, w } from './words/index.ts';

/** The last act, in words. */
const done = signal('');

const nameOf = ({ organization, organization_id }: Profile): string => organization?.name ?? organization_id;

/** The organizations that the user belongs to, and the end of the account. */
export const OrganizationsPart = () => {
  useEffect(() => {
    done.value = '';
  }, []);
  const [only, ...others] = profiles.value;
  return (
    <>
      <p>{w.organizationsAbout}</p>
      <Done words={done.value} />
      <ul class="list things">
        {profiles.value.map((one) => (
          <Row key={one.id} of={one} isLast={others.length === 0} />
        ))}
      </ul>
      <section>
        <h2>{w.accountDelete}</h2>
        {others.length > 0 ? (
          <p>{w.accountDeleteSeveral}</p>
        ) : (
          only && (
            <>
              <p>{say(w.accountDeleteAbout, { name: nameOf(only) })}</p>
              <button type="button" class="other bad" onClick={() => showSheet(() => <Delete of={only} />)}>
                {w.accountDelete}
              </button>
            </>
          )
        )}
      </section>
    </>
  );
};

const Row = ({ of, isLast }: { of: Profile; isLast: boolean }) => {
  const name = nameOf(of);
  return (
    <li>
      <div>
        <p>
          <bdi class="own">{name}</bdi> {of.current && <span class="badge complete">{w.organizationCurrent}</span>}
        </p>
      </div>
      <div class="acts">
        {!of.current && (
          <ActButton other act={() => switchTo(of.id)}>
            {say(w.organizationSwitch, { name })}
          </ActButton>
        )}
        {!isLast && (
          <button type="button" class="other" onClick={() => showSheet(() => <Leave of={of} />)}>
            {say(w.organizationLeave, { name })}
          </button>
        )}
      </div>
    </li>
  );
};

/** Deletes a profile. The session goes on as another one; without one, the user is signed out. */
const remove = async ({ id }: Profile): Promise<void> => {
  const answer = await ask<Tokens | { status: 'OK' }>('DELETE', `/v2/profiles/${id}`);
  closeSheet();
  if ('access_token' in answer) {
    await enter(answer);
    return;
  }
  await go('/login');
  await signOut();
};

const Leave = ({ of }: { of: Profile }) => {
  const name = nameOf(of);
  return (
    <Sheet title={say(w.organizationLeaveAsk, { name })}>
      <p>{w.organizationLeaveAbout}</p>
      <Danger back={closeSheet}>
        <ActButton
          look="danger"
          act={async () => {
            await remove(of);
            done.value = say(w.organizationLeft, { name });
          }}
        >
          {w.organizationLeaveGo}
        </ActButton>
      </Danger>
    </Sheet>
  );
};

const Delete = ({ of }: { of: Profile }) => {
  const email = me.value?.email ?? '';
  return (
    <Sheet title={w.accountDelete}>
      <p>{say(w.accountDeleteAbout, { name: nameOf(of) })}</p>
      <ActForm
        act={async (typed) => {
          if (!sameEmail(textIn(typed, 'email'), email)) throw new InputRefused('email', w.accountDeleteOther);
          await remove(of);
        }}
      >
        <Input name="email" label={say(w.accountDeleteType, { email })} maxLength={254} />
        <Danger back={closeSheet}>
          <SendButton look="danger">{w.accountDeleteGo}</SendButton>
        </Danger>
      </ActForm>
    </Sheet>
  );
};
