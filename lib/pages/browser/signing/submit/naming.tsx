import { chosenRoleName } from '../../../../fields/role-names.ts';
import type { SigningRecipient } from '../../shared/answers.ts';
import { CallFailed } from '../../shared/call.ts';
import { ActForm, Input, SendButton, textIn } from '../../shared/parts.tsx';
import { InputRefused } from '../../shared/run.ts';
import { Sheet } from '../../shared/sheet.tsx';
import { byMeaning, envelope, recipient, sender } from '../state/state.ts';
import { say, w } from '../words/index.ts';
import { type NamedPerson, named } from './named.ts';

/** Recipients whose persons are put in here. */
const asked = (): SigningRecipient[] =>
  envelope.value.recipients.filter(
    ({ named_by, full_name }) => named_by === recipient.value.role_name && full_name === '',
  );

/** Members of a person, each an input; of a parameter that is refused, as the API names it. */
const PARAMETER = /^named\.(\d+)\.(\w+): /;

const REFUSED: Partial<Record<string, 'namingSelf' | 'badEmail' | 'badPhone'>> = {
  email: 'badEmail',
  phone: 'badPhone',
};

/** The refusal of a person as one of an input of this form. */
const atInput = (error: unknown, persons: readonly NamedPerson[]): unknown => {
  const [, index, member = ''] = (error instanceof CallFailed && PARAMETER.exec(error.message)) || [];
  const person = index && persons[Number(index)];
  if (!person) return error;
  const place = asked().findIndex(({ role_name }) => role_name === person.role_name);
  const isOwn = member === 'email' && person.email === recipient.value.email;
  const word = isOwn ? 'namingSelf' : REFUSED[member];
  return new InputRefused(`${member}-${place}`, word ? w[word] : (error as CallFailed).message);
};

const Person = ({ one, place, optional }: { one: SigningRecipient; place: number; optional: boolean }) => {
  const known = named.peek().find(({ role_name }) => role_name === one.role_name);
  const at = (member: string) => `${member}-${place}`;
  return (
    <fieldset>
      <legend>
        {chosenRoleName(one.role_name) ? <bdi class="own">{chosenRoleName(one.role_name)}</bdi> : w.namingNext}
      </legend>
      <Input
        name={at('first_name')}
        label={w.firstName}
        value={known?.first_name}
        maxLength={100}
        optional={optional}
      />
      <Input name={at('last_name')} label={w.lastName} value={known?.last_name} maxLength={100} optional />
      <Input name={at('email')} label={w.email} type="email" value={known?.email} optional={optional} />
      <Input
        name={at('phone')}
        label={w.phone}
        type="tel"
        value={known?.phone}
        optional={optional || !one.auth_methods.includes('sms')}
      />
    </fieldset>
  );
};

/** Asks for the persons whom the recipient puts in, and submits with them: `again` does. */
export const namingSheet = (again: () => Promise<void>) => () => {
  const roles = asked();
  const put = async (given: FormData): Promise<void> => {
    const persons = roles.map(({ role_name }, place) => {
      const typed = (member: string) => textIn(given, `${member}-${place}`);
      const [first_name, last_name] = [typed('first_name'), typed('last_name')];
      return { role_name, first_name, last_name, email: typed('email'), phone: typed('phone') };
    });
    // Of several, one may not be needed, by a condition that only the sender sees.
    named.value = persons.filter(({ first_name, email, phone }) => first_name || email || phone);
    try {
      await again();
    } catch (error) {
      throw atInput(error, named.peek());
    }
  };
  return (
    <Sheet title={w.naming} typing>
      <p>{say(w.namingAbout, { sender: sender.value })}</p>
      <ActForm act={put}>
        {roles.map((one, place) => (
          <Person key={one.role_name} one={one} place={place} optional={roles.length > 1} />
        ))}
        <SendButton>
          {say(byMeaning(w.sign, w.approve, w.confirm), {
            envelope: envelope.value.name,
            name: recipient.value.full_name,
          })}
        </SendButton>
      </ActForm>
    </Sheet>
  );
};
