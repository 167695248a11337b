import type { SigningRecipient } from '../../shared/answers.ts';
import { Icon, type Sign } from '../../shared/icons.tsx';
import { isWide } from '../pages/width.ts';
import { envelope, recipient } from '../state/state.ts';
import { quoted, say, type Word, w } from '../words/index.ts';

/** A person's state, in a word and a sign. */
const stateOf = ({ status, type, delegated_to, sequence }: SigningRecipient): [Sign, Word] => {
  if (delegated_to) return ['ended', 'personPassed'];
  if (type === 'cc') return ['copy', 'personCopy'];
  if (status === 'submitted') return ['done', type === 'approver' ? 'personApproved' : 'personSigned'];
  if (status === 'declined') return ['ended', 'personDeclined'];
  if (status === 'failed' || status === 'canceled') return ['ended', 'personOut'];
  return sequence <= turn() ? ['now', 'personNow'] : ['later', 'personLater'];
};

const isOpen = ({ status, type, delegated_to }: SigningRecipient): boolean =>
  type !== 'cc' && !delegated_to && !['submitted', 'declined', 'canceled'].includes(status);

/** The place in the order of those whose turn it is. */
const turn = (): number => Math.min(...envelope.value.recipients.filter(isOpen).map(({ sequence }) => sequence));

const Person = ({ person }: { person: SigningRecipient }) => {
  const [sign, word] = stateOf(person);
  const isSelf = person.role_name === recipient.value.role_name;
  return (
    <li>
      <Icon sign={sign} />
      <span>
        <strong>{isSelf ? say(w.personSelf, { name: person.full_name }) : quoted(person.full_name || '…')}</strong>{' '}
        <span class="soft">{w[word]}</span>
      </span>
    </li>
  );
};

/**
 * The other people, in their order, those who have acted, and how many of the own step are enough. Nothing where there
 * is nobody else.
 */
export const People = () => {
  const people = [...envelope.value.recipients].sort((a, b) => a.sequence - b.sequence);
  const acting = people.filter(({ type, delegated_to }) => type !== 'cc' && !delegated_to);
  if (people.length < 2) return null;
  const { step_needs, sequence } = recipient.value;
  const done = acting.filter(({ status }) => status === 'submitted').length;
  const title = say(w.people, { done, count: acting.filter(({ status }) => status !== 'canceled').length });
  const list = (
    <>
      {step_needs && (
        <p class="soft">
          {say(w.stepNeeds, { needs: step_needs, count: acting.filter((one) => one.sequence === sequence).length })}
        </p>
      )}
      <ol class="people">
        {people.map((person) => (
          <Person key={person.role_name} person={person} />
        ))}
      </ol>
    </>
  );
  return isWide.value ? (
    <section>
      <h2>{title}</h2>
      {list}
    </section>
  ) : (
    <details class="people-fold">
      <summary>{title}</summary>
      {list}
    </details>
  );
};
