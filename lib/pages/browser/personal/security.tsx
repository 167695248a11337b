import { useSignal } from '@preact/signals';
import { Fragment } from 'preact';
import { mayUsePasskeys } from '../account/passkey-button.tsx';
import { socials } from '../account/socials.ts';
import { explain } from '../shared/explain.ts';
import { ActForm, Input, SendButton } from '../shared/parts.tsx';
import { showSheet } from '../shared/sheet.tsx';
import { ask, hindrance, me } from '../user/session.ts';
import { atInput } from './at-input.ts';
import { Connections } from './connections.tsx';
import { Done } from './done.tsx';
import { Factor } from './factor.tsx';
import { Passkeys } from './passkeys.tsx';
import { w } from './words/index.ts';

/** The ways in which the user signs in. */
export const SecurityPart = () => (
  <>
    {hindrance.value && <p role="alert">{explain(hindrance.value)}</p>}
    <Password />
    <Factor />
    {mayUsePasskeys && (
      <section>
        <h2>{w.passkeys}</h2>
        <p>{w.passkeysAbout}</p>
        <button type="button" class="other" onClick={() => showSheet(Passkeys)}>
          {w.passkeys}
        </button>
      </section>
    )}
    {socials.length > 0 && <Connections />}
  </>
);

const Password = () => {
  /** Number of changes: the inputs are empty after each. */
  const changes = useSignal(0);
  const change = async (typed: FormData): Promise<void> => {
    const body = { old_password: typed.get('old_password'), new_password: typed.get('new_password') };
    await atInput('old_password', 'old_password_wrong', () => ask('POST', '/v2/users/change-password', body));
    changes.value += 1;
  };
  return (
    <section>
      <h2>{w.passwordChange}</h2>
      <p>{w.passwordAbout}</p>
      <ActForm act={change}>
        {/* Managers of passwords take the account's name from it. */}
        <input
          class="unseen"
          autoComplete="username"
          value={me.value?.email ?? ''}
          readOnly
          tabIndex={-1}
          aria-hidden="true"
        />
        <Fragment key={changes.value}>
          <Input
            name="old_password"
            label={w.passwordOld}
            type="password"
            autoComplete="current-password"
            maxLength={200}
          />
          <p class="soft">{w.passwordRule}</p>
          <Input
            name="new_password"
            label={w.newPassword}
            type="password"
            autoComplete="new-password"
            minLength={8}
            maxLength={200}
          />
        </Fragment>
        <SendButton>{w.passwordChange}</SendButton>
      </ActForm>
      <Done words={changes.value > 0 ? w.passwordDone : ''} />
    </section>
  );
};
