import { useSignal } from '@preact/signals';
import type { ConfirmedLink, PublicLink } from '../shared/answers.ts';
import { applyBrand, brand } from '../shared/brand.ts';
import { call } from '../shared/call.ts';
import { ActButton, ActForm, Input, Screen, SendButton, TextScreen, textIn } from '../shared/parts.tsx';
import { InputRefused } from '../shared/run.ts';
import { localeAndZone, say, w } from './words/index.ts';

/** The link as the server shows it; null for one that it doesn't know. */
const link = JSON.parse(document.body.dataset.link ?? 'null') as PublicLink | null;

/** The address and the secret that the button of a mail brings: removed at once, so that no history keeps them. */
const mailed = new URLSearchParams(location.hash.slice(1));
if (location.hash) history.replaceState(null, '', location.pathname + location.search);

brand.value = link?.brand ?? null;
applyBrand();

interface Person {
  first_name: string;
  last_name: string;
  email: string;
}

const ask = <Answer,>(what: 'codes' | 'confirm', body: object): Promise<Answer> =>
  call('POST', `/v2/template-links/${link?.template_id}/${link?.id}/${what}`, {
    ...body,
    prefill: location.search.slice(1) || null,
    ...localeAndZone(),
  });

/** Goes on to the signing, at the address where this page is: a frame around it may know no other. */
const confirm = async (person: Person, code: string): Promise<void> => {
  const confirmed = await ask<ConfirmedLink>('confirm', { ...person, code });
  location.assign(new URL(confirmed.link).pathname);
};

/** Name of the document, which is a party's text. */
const Named = () => (
  <p>
    <bdi class="own">{link?.name}</bdi>
  </p>
);

const Names = ({ person }: { person: Person }) => (
  <>
    <Input name="first_name" label={w.firstName} autoComplete="given-name" value={person.first_name} maxLength={100} />
    <Input
      name="last_name"
      label={w.lastName}
      autoComplete="family-name"
      value={person.last_name}
      maxLength={100}
      optional
    />
  </>
);

const personIn = (given: FormData): Person => ({
  first_name: textIn(given, 'first_name'),
  last_name: textIn(given, 'last_name'),
  email: textIn(given, 'email'),
});

/**
 * The visitor says a name and an address, and gets a code. Whoever comes back to a link that is over says the address.
 */
const Who = ({ person, then }: { person: Person; then: (person: Person) => void }) => {
  const isOpen = link?.status === 'open';
  const domains = link?.domains ?? [];
  const send = async (given: FormData): Promise<void> => {
    const now = personIn(given);
    await ask('codes', now);
    then(now);
  };
  return (
    <Screen title={isOpen ? w.startOpen : link?.status === 'full' ? w.startFull : w.startEnded}>
      <Named />
      <p>{isOpen ? w.startAbout : w.startOver}</p>
      {domains.length > 0 && <p>{say(w.startDomains, { domains: { trusted: domains.join(', ') } })}</p>}
      <ActForm act={send}>
        {isOpen && <Names person={person} />}
        <Input name="email" label={w.email} type="email" autoComplete="email" value={person.email} maxLength={254} />
        <SendButton>{w.startSend}</SendButton>
      </ActForm>
    </Screen>
  );
};

/** The visitor types the code. */
const Code = ({ person, back }: { person: Person; back: () => void }) => (
  <Screen title={w.startConfirm}>
    <Named />
    <p role="status">{say(w.startSent, { address: person.email })}</p>
    <p class="soft">{w.startKept}</p>
    <ActForm act={(given) => confirm(person, textIn(given, 'code'))}>
      <Input name="code" label={w.startCode} inputMode="numeric" autoComplete="one-time-code" maxLength={20} />
      <SendButton>{w.startGo}</SendButton>
    </ActForm>
    <ActButton other act={() => ask('codes', person)}>
      {w.startSend}
    </ActButton>
    <button type="button" class="other" onClick={back}>
      {w.startOther}
    </button>
  </Screen>
);

/** The visitor has pressed the button of the mail, perhaps on another device. Opening alone confirms nothing. */
const Mailed = ({ email, code }: { email: string; code: string }) => {
  const nobody = { first_name: '', last_name: '', email };
  const go = async (given: FormData): Promise<void> => {
    const person = { ...personIn(given), email };
    if (link?.status === 'open' && !person.first_name) throw new InputRefused('first_name', w.startNameless);
    await confirm(person, code);
  };
  return (
    <Screen title={w.startConfirm}>
      <Named />
      <p>
        <bdi class="own">{email}</bdi>
      </p>
      <ActForm act={go}>
        {link?.status === 'open' && <Names person={nobody} />}
        <SendButton>{w.startGo}</SendButton>
      </ActForm>
    </Screen>
  );
};

/** The page of a template's public link: from a name and an address over a code to the signing. */
export const Start = () => {
  const person = useSignal<Person>({ first_name: '', last_name: '', email: '' });
  const isAsked = useSignal(false);
  const [email, code] = [mailed.get('email'), mailed.get('code')];
  if (!link) return <TextScreen title={w.startUnknown} about={w.startUnknownAbout} />;
  if (email && code) return <Mailed email={email} code={code} />;
  if (isAsked.value) return <Code person={person.value} back={() => (isAsked.value = false)} />;
  return (
    <Who
      person={person.value}
      then={(now) => {
        person.value = now;
        isAsked.value = true;
      }}
    />
  );
};
