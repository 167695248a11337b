import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { SOCIAL_NAMES, type Social, socials } from '../account/socials.ts';
import type { MfaStatus } from '../shared/answers.ts';
import { ActButton, ActForm, Input, SendButton } from '../shared/parts.tsx';
import { keepReading, run } from '../shared/run.ts';
import { Sheet, showSheet } from '../shared/sheet.tsx';
import { addressOf } from '../user/route.ts';
import { ask } from '../user/session.ts';
import { Done } from './done.tsx';
import { say, w } from './words/index.ts';

const PATH = '/v2/users/identities';

/** The query with which a provider has led back; null if none has. */
const returned = (): Record<string, string> | null => {
  const query = Object.fromEntries(new URLSearchParams(location.search));
  return query.state?.startsWith('connect.') ? query : null;
};

const nameOf = (name: Social) => ({ name: { trusted: SOCIAL_NAMES[name] } });

/** Accounts at Google and Microsoft with which the user signs in. */
export const Connections = () => {
  const connected = useSignal<readonly string[] | null>(null);
  const done = useSignal('');
  const read = async (): Promise<void> => {
    const { sign_in_providers } = await ask<{ sign_in_providers: string[] }>('GET', '/v2/users/me');
    connected.value = sign_in_providers;
  };
  useEffect(() => {
    const query = returned();
    if (!query) return keepReading(read);
    // The code is good for one use: it stays in no history.
    history.replaceState(null, '', addressOf('/account/security'));
    void run(async () => {
      const { provider, state, code, iss, error, error_description } = query;
      try {
        await ask('POST', PATH, { provider, state, code, iss, error, error_description });
        done.value = say(w.socialDone, nameOf(provider as Social));
      } finally {
        await read();
      }
    });
    return undefined;
  }, []);
  const disconnect = async (name: Social): Promise<void> => {
    await ask('DELETE', `${PATH}/${name}`);
    done.value = '';
    await read();
  };
  return (
    <section>
      <h2>{w.socialTitle}</h2>
      <p>{w.socialAbout}</p>
      {connected.value &&
        socials.map((name) =>
          connected.value?.includes(name) ? (
            <ActButton key={name} other act={() => disconnect(name)}>
              {say(w.socialDisconnect, nameOf(name))}
            </ActButton>
          ) : (
            <button key={name} type="button" class="other" onClick={() => showSheet(() => <Connect name={name} />)}>
              {say(w.socialConnect, nameOf(name))}
            </button>
          ),
        )}
      <Done words={done.value} />
    </section>
  );
};

/** Asks the account's owner for the secret, then goes to the provider. */
const Connect = ({ name }: { name: Social }) => {
  const proof = useSignal<'password' | 'code' | null>(null);
  useEffect(
    () =>
      keepReading(async () => {
        const { enabled } = await ask<MfaStatus>('GET', '/v2/users/mfa');
        proof.value = enabled ? 'code' : 'password';
      }),
    [],
  );
  const leave = async (typed: FormData): Promise<void> => {
    const by = proof.value ?? 'password';
    const body = { provider: name, [by]: String(typed.get(by) ?? '') };
    const { redirect_to } = await ask<{ redirect_to: string }>('POST', `${PATH}/options`, body);
    location.assign(redirect_to);
  };
  return (
    <Sheet title={say(w.socialConnect, nameOf(name))}>
      {proof.value ? (
        <ActForm act={leave}>
          {proof.value === 'code' ? (
            <Input name="code" label={w.factor} autoComplete="one-time-code" maxLength={20} />
          ) : (
            <Input name="password" label={w.password} type="password" autoComplete="current-password" maxLength={200} />
          )}
          <SendButton>{w.continue}</SendButton>
        </ActForm>
      ) : (
        <p role="status">{w.loading}</p>
      )}
    </Sheet>
  );
};
