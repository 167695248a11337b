import { useSignal } from '@preact/signals';
import { Organization } from '../account/frame.tsx';
import { LANGUAGES } from '../sending/languages.ts';
import type { Profile } from '../shared/answers.ts';
import { AccessibilityLink, ActButton, ActForm, Input, SendButton, textIn } from '../shared/parts.tsx';
import { go } from '../user/route.ts';
import { me, profiles, signOut } from '../user/session.ts';
import { changeProfile } from './change-profile.ts';
import { Done } from './done.tsx';
import { Picture } from './picture.tsx';
import { say, w } from './words/index.ts';

const leave = async (): Promise<void> => {
  await go('/login');
  await signOut();
};

/** The person who is signed in, and the organization in which they act. */
export const ProfilePart = () => {
  if (!me.value) return null;
  const { id, first_name, last_name, email } = me.value;
  return (
    <>
      <p>{say(w.signedInAs, { name: `${first_name} ${last_name}`, email })}</p>
      {profiles.value.length > 1 && <Organization />}
      <div class="acts">
        <ActButton other act={leave}>
          {w.signOut}
        </ActButton>
        <AccessibilityLink />
      </div>
      <Details key={id} of={me.value} />
      <Picture key={`picture-${id}`} of={me.value} />
    </>
  );
};

const NAMES = ['first_name', 'last_name', 'phone', 'locale', 'timezone'] as const;

const Details = ({ of }: { of: Profile }) => {
  const done = useSignal(false);
  const save = async (typed: FormData): Promise<void> => {
    done.value = false;
    // Only what differs: another tab may have changed the rest.
    const changes = NAMES.map((name) => [name, textIn(typed, name)] as const).filter(
      ([name, text]) => text !== (of[name] ?? ''),
    );
    if (changes.length > 0)
      await changeProfile(Object.fromEntries(changes.map(([name, text]) => [name, text || null])));
    done.value = true;
  };
  return (
    <section>
      <h2>{w.profileDetails}</h2>
      <p>{w.profileAbout}</p>
      <ActForm act={save}>
        <Input name="first_name" label={w.firstName} value={of.first_name} autoComplete="given-name" maxLength={100} />
        <Input name="last_name" label={w.lastName} value={of.last_name} autoComplete="family-name" maxLength={100} />
        <Input name="phone" label={w.phone} type="tel" value={of.phone} autoComplete="tel" maxLength={40} optional />
        <Choose name="locale" label={w.language} value={of.locale ?? ''} options={languages(of.locale)} />
        <Choose name="timezone" label={w.timezone} value={of.timezone ?? ''} options={zones(of.timezone)} />
        <SendButton>{w.save}</SendButton>
      </ActForm>
      <Done words={done.value ? w.saved : ''} />
    </section>
  );
};

/** A choice: its value and its words. */
type Option = readonly [value: string, words: string];

/** The languages; the region of a locale that was chosen elsewhere stays as it is. */
const languages = (chosen: string | null): Option[] => {
  const [code] = chosen?.toLowerCase().split(/[-_]/) ?? [];
  return [
    ['', w.languageOwn],
    ...LANGUAGES.map(([one, name]): Option => [chosen && one === code ? chosen : one, name]),
  ];
};

/** Time zones that the browser knows, and the one that was chosen elsewhere. */
const zones = (chosen: string | null): Option[] => {
  const known = Intl.supportedValuesOf('timeZone');
  const all = chosen && !known.includes(chosen) ? [chosen, ...known] : known;
  return [['', w.timezoneOwn], ...all.map((zone): Option => [zone, zone.replaceAll('_', ' ')])];
};

interface ChooseDetails {
  name: string;
  label: string;
  value: string;
  options: readonly Option[];
}

const Choose = ({ name, label, value, options }: ChooseDetails) => (
  <>
    <label for={`choose-${name}`}>{label}</label>
    <select id={`choose-${name}`} name={name}>
      {options.map(([one, words]) => (
        <option key={one} value={one} selected={one === value}>
          {words}
        </option>
      ))}
    </select>
  </>
);
