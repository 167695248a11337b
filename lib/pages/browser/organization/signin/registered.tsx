import { textIn } from '../../shared/parts.tsx';
import { closeSheet, Sheet, showSheet } from '../../shared/sheet.tsx';
import { ask } from '../../user/session.ts';
import { Shown, useAnswer } from '../company/answer.tsx';
import { Block } from '../company/block.tsx';
import { TextSetting } from '../company/controls.tsx';
import { askToDelete } from '../parts/ask-to-delete.tsx';
import { Copied } from '../parts/secret.tsx';
import { Setting, SettingsForm } from '../parts/settings-form.tsx';
import { say, w } from '../words/index.ts';

/** A server of others at which the organization has a client of OAuth 2.0. */
interface Registered {
  id: string;
  name: string;
  client_id: string | null;
  has_client_secret: boolean;
  redirect_uri: string;
}

/** A kind of such servers, with its words. */
interface Kind<T extends Registered> {
  title: string;
  about: string;
  add: string;
  removeAbout: string;
  nameLabel: string;
  clientLabel: string;
  secretAbout?: string;
  /** Path of the list in the API. */
  path: string;
  /** Begins the ids of the form's inputs. */
  within: string;
  /** Addresses of a server. The list shows the first. */
  addresses: { name: keyof T & string; label: string; about: string; required?: boolean }[];
  /** The reason why one can't be changed here, if it can't. */
  lock?: (one: T) => string | undefined;
}

/** The servers of a kind, each with what is registered there, and the forms to add and change them. */
export const RegisteredServers = <T extends Registered>({ kind }: { kind: Kind<T> }) => {
  const servers = useAnswer(() => ask<T[]>('GET', kind.path));
  const form = (title: string, of?: T) => (): void => showForm(kind, title, servers.again, of);
  return (
    <Block title={kind.title} about={kind.about}>
      <Shown of={servers}>
        {(found) => (
          <>
            <ul class="list records">
              {found.map((one) => {
                const words = say(w.rpChange, { name: one.name });
                return (
                  <Server
                    key={one.id}
                    kind={kind}
                    of={one}
                    words={words}
                    change={form(words, one)}
                    again={servers.again}
                  />
                );
              })}
            </ul>
            <button type="button" class="other" onClick={form(kind.add)}>
              {kind.add}
            </button>
          </>
        )}
      </Shown>
    </Block>
  );
};

const Server = <T extends Registered>({
  kind,
  of,
  words,
  change,
  again,
}: {
  kind: Kind<T>;
  of: T;
  words: string;
  change: () => void;
  again: () => Promise<void>;
}) => {
  const { id, name, redirect_uri } = of;
  const [address] = kind.addresses;
  const locked = kind.lock?.(of);
  const remove = async (): Promise<void> => {
    await ask('DELETE', `${kind.path}/${id}`);
    await again();
  };
  return (
    <li>
      <p>
        <bdi class="own">{name}</bdi>
      </p>
      <p class="soft">
        <bdi dir="ltr">{address ? String(of[address.name]) : ''}</bdi>
      </p>
      {locked ? (
        <p class="soft">{locked}</p>
      ) : (
        <>
          <Copied id={`redirect-${id}`} label={w.rpRedirect} text={redirect_uri} />
          <button type="button" class="quiet" onClick={change}>
            {words}
          </button>
          <button type="button" class="quiet" onClick={() => askToDelete(name, kind.removeAbout, remove)}>
            {say(w.rpRemove, { name })}
          </button>
        </>
      )}
    </li>
  );
};

/** Shows the form of a server, new or not, beside which the page has no other one to type into. */
const showForm = <T extends Registered>(kind: Kind<T>, title: string, again: () => Promise<void>, of?: T): void =>
  showSheet(() => (
    <Sheet title={title}>
      <ServerForm kind={kind} of={of} again={again} words={title} />
    </Sheet>
  ));

const ServerForm = <T extends Registered>({
  kind: { path, within, addresses, nameLabel, clientLabel, secretAbout },
  of,
  again,
  words,
}: {
  kind: Kind<T>;
  of: T | undefined;
  again: () => Promise<void>;
  words: string;
}) => {
  const save = async (given: FormData): Promise<void> => {
    const secret = textIn(given, 'client_secret');
    await ask(of ? 'PUT' : 'POST', of ? `${path}/${of.id}` : path, {
      name: textIn(given, 'name'),
      ...Object.fromEntries(addresses.map(({ name }) => [name, textIn(given, name) || null])),
      client_id: textIn(given, 'client_id'),
      // A new one without a secret is a public client.
      ...(secret || !of ? { client_secret: secret || null } : {}),
    });
    await again();
    closeSheet();
  };
  const about = [secretAbout, of?.has_client_secret ? w.ssoSecretKept : undefined].filter(Boolean).join(' ');
  return (
    <SettingsForm save={save} words={words}>
      <TextSetting within={within} name="name" label={nameLabel} value={of?.name ?? null} required maxLength={60} />
      {addresses.map(({ name, ...input }) => (
        <TextSetting
          key={name}
          within={within}
          name={name}
          {...input}
          value={(of?.[name] as string | null | undefined) ?? null}
          type="url"
          maxLength={500}
        />
      ))}
      <TextSetting
        within={within}
        name="client_id"
        label={clientLabel}
        value={of?.client_id ?? null}
        required
        maxLength={300}
      />
      <Setting within={within} name="client_secret" label={w.ssoSecret} about={about || undefined}>
        {(control) => <input {...control} type="password" autoComplete="off" maxLength={500} />}
      </Setting>
    </SettingsForm>
  );
};
