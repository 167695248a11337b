import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Invitation as Invited, Tokens } from '../shared/answers.ts';
import { brand } from '../shared/brand.ts';
import { CallFailed, call } from '../shared/call.ts';
import { ActButton, ActForm, Input, Screen, SendButton, TextScreen, textIn } from '../shared/parts.tsx';
import { keepReading, readsFailed } from '../shared/run.ts';
import { speak } from '../shared/words/spoken.ts';
import { given } from '../user/route.ts';
import { enter, isSignedIn, secondFactorOr, typedEmail } from '../user/session.ts';
import { ContinueLink, SignInLink } from './confirm.tsx';
import { say, w } from './words/index.ts';

const INVITATIONS = '/v2/organization-invitations';

const [email, token] = [given.get('email') ?? '', given.get('token') ?? ''];

const invitation = signal<Invited | null>(null);
const answered = signal<'broken' | 'declined' | 'joined' | null>(null);

const readInvitation = async (): Promise<void> => {
  try {
    invitation.value = await call<Invited>(
      'GET',
      `${INVITATIONS}/${encodeURIComponent(email)}/${encodeURIComponent(token)}`,
    );
    brand.value = invitation.value.organization ?? null;
    await speak(invitation.value.organization?.locale);
  } catch (error) {
    // The link is incomplete, used, expired or withdrawn; other failures may pass.
    if (!(error instanceof CallFailed) || (error.status !== 404 && error.status !== 406)) throw error;
    answered.value = 'broken';
  }
};

const accept = async (typed: FormData): Promise<void> => {
  const names = { first_name: textIn(typed, 'first_name'), last_name: textIn(typed, 'last_name') };
  const body = { email, token, ...names, password: typed.get('password') };
  typedEmail.value = email;
  const tokens = await secondFactorOr(call<Tokens>('POST', `${INVITATIONS}/accept`, body));
  // A person with a second factor has joined too, and enters its code to continue.
  answered.value = 'joined';
  if (tokens) await enter(tokens);
};

const decline = async (): Promise<void> => {
  await call('POST', `${INVITATIONS}/decline`, { email, token });
  answered.value = 'declined';
};

/** The target of an invitation's link. */
export const Invitation = () => {
  useEffect(() => {
    if (!invitation.value) return keepReading(readInvitation);
  }, []);
  if (answered.value === 'broken') {
    return (
      <TextScreen title={w.invitationBroken} about={w.invitationBrokenAbout}>
        <SignInLink />
      </TextScreen>
    );
  }
  if (answered.value === 'declined') {
    return <TextScreen title={w.invitationDeclined} about={w.invitationDeclinedAbout} />;
  }
  const organization = invitation.value?.organization?.name ?? '';
  if (answered.value === 'joined') {
    return (
      <TextScreen title={w.welcome} about={say(w.joined, { organization })}>
        {isSignedIn.value ? <ContinueLink /> : <SignInLink />}
      </TextScreen>
    );
  }
  if (!invitation.value) {
    return <Screen title={w.invitationTitle}>{!readsFailed.value && <p>{w.wait}</p>}</Screen>;
  }
  const { first_name, last_name } = invitation.value;
  return (
    <TextScreen title={say(w.join, { organization })} about={say(w.invitedAs, { email: invitation.value.email })}>
      <ActForm act={accept}>
        <Input name="first_name" label={w.firstName} autoComplete="given-name" maxLength={100} value={first_name} />
        <Input name="last_name" label={w.lastName} autoComplete="family-name" maxLength={100} value={last_name} />
        <Input
          name="password"
          label={w.password}
          type="password"
          autoComplete="current-password"
          minLength={8}
          maxLength={200}
        />
        <p class="soft">{w.invitedPassword}</p>
        <SendButton>{w.joinGo}</SendButton>
      </ActForm>
      <ActButton other act={decline}>
        {w.decline}
      </ActButton>
    </TextScreen>
  );
};
