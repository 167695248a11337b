import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { FIELD_KINDS } from '../../../fields/kinds.ts';
import type { LinkedTemplate } from '../sending/public-links.ts';
import type { CreatedTemplateLink, Template, TemplateLink } from '../shared/answers.ts';
import { ActButton, ActForm, Choice, Input, SendButton, textIn } from '../shared/parts.tsx';
import { newRequestKey } from '../shared/request-key.ts';
import { InputRefused, keepReading } from '../shared/run.ts';
import { saveFile } from '../shared/save-file.ts';
import { Sheet, showSheet } from '../shared/sheet.tsx';
import { ask } from '../user/session.ts';
import { quoted, say, spokenLocale, w } from './words/index.ts';

interface About {
  template: LinkedTemplate;
}

const pathOf = ({ id }: LinkedTemplate): string => `/v2/templates/${id}/links`;

/** A template's public links, and the way to a new one. */
export const Links = ({ template }: About) => {
  const links = useSignal<readonly TemplateLink[] | null>(null);
  useEffect(
    () =>
      keepReading(async () => {
        links.value = await ask<TemplateLink[]>('GET', pathOf(template));
      }),
    [],
  );
  return (
    <Sheet title={w.publicLinks}>
      <p>{w.linksAbout}</p>
      {links.value?.length === 0 && <p class="soft">{w.linksNone}</p>}
      {links.value?.map((link) => (
        <button
          key={link.id}
          type="button"
          class="row"
          onClick={() => showSheet(() => <OneLink template={template} link={link} />)}
        >
          <span>
            <bdi class="own">{link.name}</bdi>
            <br />
            <span class="soft">{stateOf(link)}</span>
          </span>
        </button>
      ))}
      <button type="button" disabled={!links.value} onClick={() => showSheet(() => <NewLink template={template} />)}>
        {w.linkNew}
      </button>
    </Sheet>
  );
};

/** State, count, cap and end of a link in one line. */
const stateOf = ({ status, count, cap, ends_at }: TemplateLink): string =>
  [
    w[`link_${status}`],
    say(w.linkMade, { count }),
    ...(cap === null ? [] : [say(w.linkAtMost, { cap })]),
    ...(ends_at === null
      ? []
      : [new Intl.DateTimeFormat(spokenLocale(), { dateStyle: 'medium' }).format(new Date(ends_at))]),
  ].join(' · ');

/** A link; `secret` is there once, when it has just been made. */
const OneLink = ({ template, link, secret }: About & { link: TemplateLink; secret?: string }) => {
  const { address, qr_code, status } = link;
  const shown = (changed: TemplateLink): void => showSheet(() => <OneLink template={template} link={changed} />);
  const set = async (ended: boolean): Promise<void> =>
    shown(await ask<TemplateLink>('PATCH', `${pathOf(template)}/${link.id}`, { ended }));
  return (
    <Sheet title={quoted(link.name)}>
      <p>{stateOf(link)}</p>
      <Bounds link={link} />
      <Copied id="link-address" label={w.linkAddress} text={address} />
      {secret && link.fields.length > 0 && (
        <>
          <p>{w.linkSecretOnce}</p>
          <Copied id="link-secret" label={w.linkSecret} text={secret} />
        </>
      )}
      <p>
        <img src={qr_code} alt={w.linkQr} width={200} height={200} />
      </p>
      <button type="button" class="other" onClick={() => saveFile('qr-code.svg', svgOf(qr_code), 'image/svg+xml')}>
        {w.linkSaveQr}
      </button>
      <button type="button" class="other" onClick={() => showSheet(() => <Change {...{ template, link, shown }} />)}>
        {w.linkChange}
      </button>
      {/* An end that has passed is changed, not opened. */}
      <ActButton other act={() => set(link.ended_at === null)}>
        {status === 'ended' && link.ended_at !== null ? w.linkReopen : w.linkEnd}
      </ActButton>
      <button
        type="button"
        class="other"
        onClick={() => showSheet(() => <Delete template={template} link={link} shown={shown} />)}
      >
        {w.linkDelete}
      </button>
      <button type="button" class="other" onClick={() => showSheet(() => <Links template={template} />)}>
        {w.linkAll}
      </button>
    </Sheet>
  );
};

/** The bounds of a link: once an address, domains, and the fields that its address may fill. */
const Bounds = ({ link: { once_per_address, domains, fields, fields_signed } }: { link: TemplateLink }) => (
  <>
    {once_per_address && <p>{w.linkOnce}</p>}
    {domains.length > 0 && <Named label={w.linkDomains} names={domains} />}
    {fields.length > 0 && <Named label={w.linkFields} names={fields} />}
    {fields.length > 0 && fields_signed && <p>{w.linkFieldsSigned}</p>}
  </>
);

const Named = ({ label, names }: { label: string; names: readonly string[] }) => (
  <p>
    {label}
    <br />
    <bdi class="own">{names.join(', ')}</bdi>
  </p>
);

interface Changing extends About {
  link: TemplateLink;
  shown: (changed: TemplateLink) => void;
}

const Delete = ({ template, link, shown }: Changing) => (
  <Sheet title={quoted(link.name)}>
    <p>{w.linkDeleteAbout}</p>
    <ActButton
      look="danger"
      act={async () => {
        await ask('DELETE', `${pathOf(template)}/${link.id}`);
        showSheet(() => <Links template={template} />);
      }}
    >
      {w.linkDelete}
    </ActButton>
    <button type="button" class="other" onClick={() => shown(link)}>
      {w.cancel}
    </button>
  </Sheet>
);

/** The SVG in a `data:` address. */
const svgOf = (url: string): string => atob(url.slice(url.indexOf(',') + 1));

/** A text to copy, with its label. */
const Copied = ({ id, label, text }: { id: string; label: string; text: string }) => {
  const input = useRef<HTMLInputElement>(null);
  const outcome = useSignal('');
  const copy = async (): Promise<void> => {
    outcome.value = '';
    try {
      await navigator.clipboard.writeText(text);
      outcome.value = w.linkCopied;
    } catch {
      // Browsers refuse it at addresses without TLS, and where the reader has forbidden it.
      input.current?.select();
      outcome.value = w.linkCopyByHand;
    }
  };
  return (
    <>
      <label for={id}>{label}</label>
      <input ref={input} id={id} type="text" readOnly value={text} dir="ltr" spellcheck={false} />
      <button type="button" onClick={copy}>
        {w.linkCopy}
      </button>
      <p class="soft" role="status">
        {outcome.value}
      </p>
    </>
  );
};

/** Fields of a role that the address of a link may fill: those whose values a person types or chooses. */
const fillable = ({ fields, roles }: Template, role_name: string | undefined): Template['fields'] => {
  const visitor = role_name ?? roles.find(({ type }) => type !== 'cc')?.name;
  return fields.filter(
    (field) => field.role_name === visitor && FIELD_KINDS[field.type].hasDefault && !isComputed(field.settings.rules),
  );
};

const isComputed = (rules: unknown): boolean => typeof rules === 'object' && rules !== null && 'value' in rules;

const Fillable = ({ whole, link }: { whole: Template; link?: TemplateLink | undefined }) => {
  const fields = fillable(whole, link?.role_name);
  if (fields.length === 0) return null;
  return (
    <fieldset>
      <legend>{w.linkFields}</legend>
      {fields.map(({ name, label }) => (
        <Choice key={name} type="checkbox" name="fields" value={name} defaultChecked={link?.fields.includes(name)}>
          {label && (
            <>
              <bdi class="own">{label}</bdi>{' '}
            </>
          )}
          <bdi class="soft">{name}</bdi>
        </Choice>
      ))}
      <Choice type="checkbox" name="fields_signed" defaultChecked={link?.fields_signed ?? false}>
        {w.linkFieldsSigned}
      </Choice>
    </fieldset>
  );
};

/** Inputs for what a link's owner says of it. */
const Settings = ({ link, name, whole }: { link?: TemplateLink; name: string; whole: Template }) => (
  <>
    <Input name="name" label={w.linkName} value={name} maxLength={200} />
    <Input name="cap" label={w.linkCap} value={link?.cap?.toString()} inputMode="numeric" maxLength={7} optional />
    <Input name="ends_at" label={w.linkEnds} type="date" value={dayOf(link?.ends_at)} optional />
    <Input name="domains" label={w.linkDomains} value={link?.domains.join(', ')} optional />
    <Choice type="checkbox" name="once" defaultChecked={link?.once_per_address ?? false}>
      {w.linkOnce}
    </Choice>
    <Fillable whole={whole} link={link} />
  </>
);

/** The day of a time, as inputs of dates have it, where the reader is. */
const dayOf = (time: string | null | undefined): string => {
  if (!time) return '';
  const at = new Date(time);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
};

const settingsIn = (given: FormData) => {
  const [cap, day] = [textIn(given, 'cap'), textIn(given, 'ends_at')];
  if (cap !== '' && !/^[1-9]\d{0,6}$/.test(cap)) throw new InputRefused('cap', w.linkBadCap);
  return {
    name: textIn(given, 'name'),
    cap: cap === '' ? null : Number(cap),
    ends_at: day === '' ? null : new Date(`${day}T23:59:59`).toISOString(),
    domains: textIn(given, 'domains')
      .split(/[\s,;]+/)
      .filter((domain) => domain !== ''),
    once_per_address: given.get('once') !== null,
    fields: given.getAll('fields').map(String),
    fields_signed: given.get('fields_signed') !== null,
  };
};

/** The template with its roles and fields; null until it is read. */
const useTemplate = ({ id }: LinkedTemplate): Template | null => {
  const read = useSignal<Template | null>(null);
  useEffect(
    () =>
      keepReading(async () => {
        read.value = await ask<Template>('GET', `/v2/templates/${id}`);
      }),
    [],
  );
  return read.value;
};

const Change = ({ template, link, shown }: Changing) => {
  const whole = useTemplate(template);
  return (
    <Sheet title={quoted(link.name)} typing>
      {whole && (
        <ActForm
          act={async (given) => {
            shown(await ask<TemplateLink>('PATCH', `${pathOf(template)}/${link.id}`, settingsIn(given)));
          }}
        >
          <Settings link={link} name={link.name} whole={whole} />
          <SendButton>{w.linkSave}</SendButton>
        </ActForm>
      )}
    </Sheet>
  );
};

type Role = Template['roles'][number];

/** Roles that need a person before others can make envelopes by themselves: all but the first, unless they have one. */
const lackingOf = (roles: readonly Role[]): Role[] => {
  const visitor = roles.find(({ type }) => type !== 'cc');
  return roles.filter((role) => {
    const isKnown = (role.first_name || role.last_name) && (role.email || role.phone);
    return role !== visitor && !isKnown;
  });
};

const NewLink = ({ template }: About) => {
  const whole = useTemplate(template);
  const lacking = lackingOf(whole?.roles ?? []);
  const create = async (given: FormData): Promise<void> => {
    const recipients = lacking.map(({ name }, at) => ({
      role_name: name,
      first_name: textIn(given, `first_name_${at}`),
      last_name: textIn(given, `last_name_${at}`),
      email: textIn(given, `email_${at}`),
    }));
    const body = { ...settingsIn(given), recipients };
    const { secret, ...link } = await ask<CreatedTemplateLink>('POST', pathOf(template), body, newRequestKey());
    showSheet(() => <OneLink template={template} link={link} secret={secret} />);
  };
  return (
    <Sheet title={w.linkNew}>
      {whole && (
        <ActForm act={create}>
          <Settings name={template.name} whole={whole} />
          {lacking.map(({ name }, at) => (
            <fieldset key={name}>
              <legend>{say(w.linkPerson, { role: name })}</legend>
              <Input name={`first_name_${at}`} label={w.firstName} maxLength={100} />
              <Input name={`last_name_${at}`} label={w.lastName} maxLength={100} optional />
              <Input name={`email_${at}`} label={w.email} type="email" maxLength={254} />
            </fieldset>
          ))}
          <SendButton>{w.linkCreate}</SendButton>
        </ActForm>
      )}
    </Sheet>
  );
};
