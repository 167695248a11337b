import { timeOf } from '../../account/dates.tsx';
import type { Invitation } from '../../shared/answers.ts';
import { CallFailed } from '../../shared/call.ts';
import { ActButton, ActForm, Danger, SendButton, textIn } from '../../shared/parts.tsx';
import { closeSheet, Sheet, showSheet } from '../../shared/sheet.tsx';
import { ask } from '../../user/session.ts';
import { List } from '../parts/list.tsx';
import { pagedList } from '../parts/list-state.ts';
import { tell } from '../parts/notice.tsx';
import { mayAppoint } from '../parts/rights.ts';
import { say, w } from '../words/index.ts';
import { Invite } from './invite.tsx';
import { nameOf } from './member-acts.tsx';
import { RoleChoice, roleOf } from './roles.tsx';

const PATH = '/v2/organization-invitations';

const invitations = pagedList<Invitation>(async () => ({ rows: await ask<Invitation[]>('GET', PATH), next: null }));

/** Invitations that weren't accepted yet. */
export const Invitations = () => (
  <>
    <div class="tools">
      {mayAppoint(['member']) && (
        <button type="button" class="main" onClick={() => showSheet(() => <Invite changed={invitations.read} />)}>
          {w.inviteTitle}
        </button>
      )}
    </div>
    <List of={invitations} label={w.invitationsTitle} empty={<p>{w.invitationsEmpty}</p>}>
      {(invitation) => <Row key={invitation.email} invitation={invitation} />}
    </List>
  </>
);

/** Carries out an act. Where the invitation was answered or withdrawn meanwhile, the list is read again. */
const act = async (work: () => Promise<unknown>): Promise<void> => {
  try {
    await work();
    await invitations.read();
  } catch (error) {
    if (error instanceof CallFailed && error.status === 404) await invitations.read();
    throw error;
  }
};

const pathOf = ({ email }: Invitation): string => `${PATH}/${encodeURIComponent(email)}`;

const resend = async ({ email }: Invitation): Promise<void> => {
  await act(() => ask('POST', `${PATH}/resend`, { email }));
  tell(say(w.invitationResent, { email }));
};

const stateOf = ({ status, expires_at }: Invitation): string => {
  if (status === 'declined') return w.invitedDeclined;
  const time = { trusted: timeOf(expires_at) };
  return say(new Date(expires_at) < new Date() ? w.invitationEnded : w.invitationUntil, { time });
};

const Row = ({ invitation }: { invitation: Invitation }) => {
  const { email, role, status } = invitation;
  return (
    <li>
      <div class="entry-main">
        <p>
          <bdi class="own">{nameOf(invitation)}</bdi>
        </p>
        <p class="soft">
          <bdi class="own">{email}</bdi>
        </p>
      </div>
      <div class="entry-more">
        <p>{w[`role_${roleOf([role])}`]}</p>
        <p class="soft">{stateOf(invitation)}</p>
      </div>
      {mayAppoint([role]) && (
        // Each has buttons of the same words: a screen reader says whose they are.
        <fieldset class="acts" aria-label={email}>
          {status === 'pending' && (
            <>
              <ActButton look="quiet" act={() => resend(invitation)}>
                {w.invitationResend}
              </ActButton>
              <button type="button" class="quiet" onClick={() => showSheet(() => <ChangeRole of={invitation} />)}>
                {w.memberRole}
              </button>
            </>
          )}
          <button type="button" class="quiet bad" onClick={() => showSheet(() => <Withdraw of={invitation} />)}>
            {w.invitationWithdraw}
          </button>
        </fieldset>
      )}
    </li>
  );
};

const ChangeRole = ({ of }: { of: Invitation }) => {
  const before = roleOf([of.role]);
  const save = async (given: FormData): Promise<void> => {
    await act(() => ask('PATCH', pathOf(of), { role: textIn(given, 'role') }));
    closeSheet();
    tell(say(w.memberChanged, { name: nameOf(of) }), () => act(() => ask('PATCH', pathOf(of), { role: before })));
  };
  return (
    <Sheet title={say(w.memberNamed, { name: nameOf(of) })}>
      <ActForm act={save}>
        <RoleChoice chosen={before} gives={(role) => mayAppoint([role])} />
        <SendButton>{w.orgSave}</SendButton>
      </ActForm>
    </Sheet>
  );
};

const Withdraw = ({ of }: { of: Invitation }) => {
  const withdraw = async (): Promise<void> => {
    await act(() => ask('DELETE', pathOf(of)));
    closeSheet();
    tell(say(w.invitationWithdrawn, { email: of.email }));
  };
  return (
    <Sheet title={say(w.invitationWithdrawAsk, { email: of.email })}>
      <p>{w.invitationWithdrawAbout}</p>
      <Danger back={closeSheet}>
        <ActButton look="danger" act={withdraw}>
          {w.invitationWithdraw}
        </ActButton>
      </Danger>
    </Sheet>
  );
};
