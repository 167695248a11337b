import { useSignal } from '@preact/signals';
import type { Invitation } from '../../shared/answers.ts';
import { explain } from '../../shared/explain.ts';
import { ActForm, InputFault, SendButton, textIn } from '../../shared/parts.tsx';
import { InputRefused } from '../../shared/run.ts';
import { Sheet } from '../../shared/sheet.tsx';
import { ask } from '../../user/session.ts';
import { mayAppoint } from '../parts/rights.ts';
import { say, w } from '../words/index.ts';
import { type Invitee, readInvitees } from './invitees.ts';
import { type MemberRole, RoleChoice } from './roles.tsx';

/** The most people that are invited at once: each is a request. */
const AT_ONCE = 50;

/** Somebody to invite, with what came of it. */
type Invited = Invitee & { outcome?: 'sent' | { refused: string } };

/** Invites several people: first their addresses, then their names, then what came of each. */
export const Invite = ({ changed }: { changed: () => Promise<void> }) => {
  const people = useSignal<readonly Invited[] | null>(null);
  const role = useSignal<MemberRole>('member');
  const take = async (given: FormData): Promise<void> => {
    const found = readInvitees(textIn(given, 'emails'));
    const [first] = found.unclear;
    if (first) throw new InputRefused('emails', say(w.inviteUnclear, { text: first }));
    if (found.people.length === 0) throw new InputRefused('emails', w.badEmail);
    if (found.people.length > AT_ONCE) throw new InputRefused('emails', say(w.inviteTooMany, { count: AT_ONCE }));
    role.value = textIn(given, 'role') as MemberRole;
    people.value = found.people;
  };
  const send = async (given: FormData): Promise<void> => {
    const all = (people.value ?? []).map((person, index) =>
      person.outcome === 'sent'
        ? person
        : {
            ...person,
            first_name: textIn(given, `first_name-${index}`),
            last_name: textIn(given, `last_name-${index}`),
          },
    );
    for (const [index, person] of all.entries()) {
      if (person.outcome === 'sent') continue;
      all[index] = await invite(person, role.value);
      people.value = [...all];
    }
    await changed();
  };
  if (!people.value) {
    return (
      <Sheet title={w.inviteTitle} typing>
        <ActForm act={take}>
          <label for="input-emails">{w.inviteEmails}</label>
          <p class="soft" id="input-emails-about">
            {w.inviteEmailsAbout}
          </p>
          <textarea id="input-emails" name="emails" rows={5} required aria-describedby="input-emails-about" dir="ltr" />
          <InputFault name="emails" />
          <RoleChoice chosen={role.value} gives={(one) => mayAppoint([one])} />
          <SendButton>{w.continue}</SendButton>
        </ActForm>
      </Sheet>
    );
  }
  const left = people.value.filter(({ outcome }) => outcome !== 'sent').length;
  return (
    <Sheet title={w.inviteTitle}>
      <p>{w.inviteNames}</p>
      <ActForm act={send}>
        <ul class="list">
          {people.value.map((person, index) => (
            <li key={person.email}>
              <Row person={person} index={index} />
            </li>
          ))}
        </ul>
        <p role="status">{left === 0 && w.inviteDone}</p>
        {left > 0 && <SendButton>{say(w.inviteSend, { count: left })}</SendButton>}
      </ActForm>
    </Sheet>
  );
};

const invite = async ({ outcome: _, ...person }: Invited, role: MemberRole): Promise<Invited> => {
  try {
    await ask<Invitation>('POST', '/v2/organization-invitations', { ...person, role });
    return { ...person, outcome: 'sent' };
  } catch (error) {
    return { ...person, outcome: { refused: explain(error) } };
  }
};

const Row = ({ person: { email, first_name, last_name, outcome }, index }: { person: Invited; index: number }) => {
  if (outcome === 'sent') {
    return (
      <p>
        <bdi class="own">{email}</bdi> <span class="good">{w.inviteSent}</span>
      </p>
    );
  }
  return (
    <fieldset>
      <legend>
        <bdi class="own">{email}</bdi>
      </legend>
      <div class="pair">
        {(['first_name', 'last_name'] as const).map((name) => (
          <div key={name}>
            <label for={`${name}-${index}`}>{name === 'first_name' ? w.firstName : w.lastName}</label>
            <input
              id={`${name}-${index}`}
              name={`${name}-${index}`}
              defaultValue={name === 'first_name' ? first_name : last_name}
              maxLength={100}
              autoComplete="off"
              required
            />
          </div>
        ))}
      </div>
      {outcome && <p class="bad">{outcome.refused}</p>}
    </fieldset>
  );
};
