import { parseOrigin } from '../../../../base/web-origin.ts';
import { isRedirectUri } from '../../../../people/oauth/redirect-uri.ts';
import { dayOf } from '../../account/dates.tsx';
import type { OauthApp } from '../../shared/answers.ts';
import { ActForm, Choice, SendButton, textIn } from '../../shared/parts.tsx';
import { closeSheet, Sheet, showSheet } from '../../shared/sheet.tsx';
import { ask } from '../../user/session.ts';
import { Addresses, addressesIn, wordsIn } from '../parts/addresses.tsx';
import { askToDelete } from '../parts/ask-to-delete.tsx';
import { List } from '../parts/list.tsx';
import { pagedList } from '../parts/list-state.ts';
import { tell } from '../parts/notice.tsx';
import { Press, RowActs } from '../parts/row-acts.tsx';
import { Copied } from '../parts/secret.tsx';
import { Setting } from '../parts/settings-form.tsx';
import { say, w } from '../words/index.ts';
import { askToRotate, OldSecret, showSecret, withoutSecret } from './client-sheets.tsx';

/** Applications that people may let act for them. */

const APPS = '/v2/oauth2/apps';

const apps = pagedList<OauthApp>(async () => ({ rows: await ask<OauthApp[]>('GET', APPS), next: null }));

const put = (changed: OauthApp): void =>
  apps.change((rows) => rows.map((one) => (one.client_id === changed.client_id ? changed : one)));

export const Applications = () => (
  <>
    <div class="row start">
      <button type="button" onClick={() => showSheet(() => <AppSheet />)}>
        {w.oauthMake}
      </button>
    </div>
    <List of={apps} label={w.oauthTitle} empty={w.oauthEmpty}>
      {(app) => <Row key={app.client_id} of={app} />}
    </List>
  </>
);

const Row = ({ of: app }: { of: OauthApp }) => {
  const { name, friendly_name, client_id, redirect_uris, confidential, last_used_at, previous_secret_expires_at } = app;
  return (
    <li>
      <div class="which">
        <p class="name">
          <bdi class="own">{name}</bdi>
        </p>
        {friendly_name !== name && (
          <p class="soft">
            <bdi class="own">{friendly_name}</bdi>
          </p>
        )}
        <p class="soft">{confidential ? w.oauthWithSecret : w.oauthWithoutSecret}</p>
        <p class="soft">{last_used_at ? say(w.oauthUsed, { day: { trusted: dayOf(last_used_at) } }) : w.oauthUnused}</p>
        <OldSecret until={previous_secret_expires_at} />
      </div>
      <div class="what">
        <p class="soft">
          {w.apiKeyId}: <code>{client_id}</code>
        </p>
        {wordsIn(redirect_uris).map((address) => (
          <p key={address} class="address">
            <bdi class="own" dir="ltr">
              {address}
            </bdi>
          </p>
        ))}
      </div>
      <RowActs of={name}>
        <Press act={() => showSheet(() => <AppSheet of={app} />)}>{w.apiKeyChange}</Press>
        {confidential && <Press act={() => askToRotate(app, () => rotate(app))}>{w.apiKeyRotate}</Press>}
        <Press act={() => askToDelete(name, w.oauthDeleteAbout, () => remove(app))}>{w.apiKeyDelete}</Press>
      </RowActs>
    </li>
  );
};

const rotate = async ({ client_id }: OauthApp): Promise<OauthApp> => {
  const rotated = await ask<OauthApp>('POST', `${APPS}/${client_id}/rotate`);
  put(withoutSecret(rotated));
  return rotated;
};

const remove = async ({ client_id }: OauthApp): Promise<void> => {
  await ask('DELETE', `${APPS}/${client_id}`);
  apps.change((rows) => rows.filter((one) => one.client_id !== client_id));
};

/** Registers an application, or changes `of`. */
const AppSheet = ({ of }: { of?: OauthApp }) => {
  const save = async (given: FormData): Promise<void> => {
    const name = textIn(given, 'name');
    const body = {
      name,
      friendly_name: textIn(given, 'friendly_name') || name,
      redirect_uris: addressesIn(given, 'redirect_uris', isRedirectUri, w.oauthRedirectBad),
      origins: addressesIn(given, 'origins', (one) => parseOrigin(one) !== undefined, w.oauthOriginBad).join(' '),
    };
    if (of) {
      await change(of, body);
      return;
    }
    const made = await ask<OauthApp>('POST', APPS, { ...body, confidential: given.get('place') === 'server' });
    apps.change((rows) => [...rows, withoutSecret(made)]);
    if (made.confidential) showSecret(w.oauthMadeTitle, made);
    else showId(made);
  };
  return (
    <Sheet title={of ? say(w.apiKeyChangeTitle, { name: of.name }) : w.oauthMake} typing>
      <ActForm act={save}>
        <Setting name="name" label={w.apiKeyName} about={w.oauthNameAbout}>
          {(control) => <input {...control} type="text" required maxLength={100} defaultValue={of?.name ?? ''} />}
        </Setting>
        <Setting name="friendly_name" label={w.oauthFriendly} about={w.oauthFriendlyAbout}>
          {(control) => (
            <input {...control} type="text" required maxLength={100} defaultValue={of?.friendly_name ?? ''} />
          )}
        </Setting>
        <Setting name="redirect_uris" label={w.oauthRedirects} about={w.oauthRedirectsAbout}>
          {(control) => <Addresses {...control} required value={of?.redirect_uris} />}
        </Setting>
        <Setting name="origins" label={`${w.oauthOrigins} (${w.optional})`} about={w.oauthOriginsAbout}>
          {(control) => <Addresses {...control} value={of?.origins} />}
        </Setting>
        {!of && (
          <fieldset>
            <legend>{w.oauthPlace}</legend>
            <p class="soft">{w.oauthPlaceAbout}</p>
            <Choice type="radio" name="place" value="server" defaultChecked>
              {w.oauthServer}
            </Choice>
            <Choice type="radio" name="place" value="device">
              {w.oauthDevice}
            </Choice>
          </fieldset>
        )}
        <SendButton>{of ? w.orgSave : w.oauthMake}</SendButton>
      </ActForm>
    </Sheet>
  );
};

const showId = ({ client_id }: OauthApp): void =>
  showSheet(() => (
    <Sheet title={w.oauthMadeTitle}>
      <p>{w.oauthMadePublic}</p>
      <Copied id="client-id" label={w.apiKeyId} text={client_id} />
    </Sheet>
  ));

const change = async (before: OauthApp, body: object): Promise<void> => {
  const send = async (what: object): Promise<void> =>
    put(await ask<OauthApp>('PATCH', `${APPS}/${before.client_id}`, what));
  await send(body);
  closeSheet();
  const { name, friendly_name, redirect_uris, origins } = before;
  tell(say(w.apiKeyChanged, { name }), () => send({ name, friendly_name, redirect_uris, origins }));
};
