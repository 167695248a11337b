import { useSignal } from '@preact/signals';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { Link } from '../../account/link.tsx';
import { LANGUAGES } from '../../sending/languages.ts';
import { ActButton, Danger, textIn } from '../../shared/parts.tsx';
import { InputRefused } from '../../shared/run.ts';
import { closeSheet, Sheet, showSheet } from '../../shared/sheet.tsx';
import { spokenLocale } from '../../shared/words/spoken.ts';
import { go } from '../../user/route.ts';
import { ask } from '../../user/session.ts';
import { Setting, SettingsForm } from '../parts/settings-form.tsx';
import { say, w } from '../words/index.ts';
import type { OwnText } from './answers.ts';
import { MailView } from './mail-view.tsx';
import { languageName, type Message, nameOf, placeOf, type TextLanguage } from './messages.ts';
import { usePreview } from './preview.ts';

/** Most characters of each form (`NotificationTemplate`). */
const MOST = { email: { text: 10_000, html: 30_000 }, other: 480 } as const;

interface Typed {
  text_template: string | null;
  html_template: string | null;
}

const typedIn = (form: HTMLFormElement): Typed => {
  const given = new FormData(form);
  return {
    text_template: textIn(given, 'text_template') || null,
    html_template: textIn(given, 'html_template') || null,
  };
};

/** Puts a placeholder where the caret of the input is. */
const insert = (input: HTMLTextAreaElement, name: string): void => {
  input.setRangeText(`{{${name}}}`, input.selectionStart, input.selectionEnd, 'end');
  input.focus();
  input.dispatchEvent(new Event('input', { bubbles: true }));
};

interface Edited {
  message: Message;
  language: TextLanguage;
  /** The message's own texts. */
  texts: readonly OwnText[];
  placeholders: readonly string[];
  /** Reads the texts again. */
  changed: () => Promise<void>;
}

/** Typed texts that aren't saved yet, by language. */
type Unsaved = Map<TextLanguage, Typed>;

/** The organization's own texts for a message: the language is chosen, and its text shown to be changed. */
export const TextEditor = (edited: Edited) => {
  const { message, language, texts } = edited;
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), []);
  const unsaved = useRef<Unsaved>(new Map());
  return (
    <>
      <p>
        <Link to="/organization/texts">{w.textsBack}</Link>
      </p>
      <h2 ref={heading} tabIndex={-1}>
        {nameOf(message)}
      </h2>
      <LanguageChoice message={message} language={language} texts={texts} />
      <TextForm key={language} {...edited} unsaved={unsaved.current} />
    </>
  );
};

/** The own text for a message and a language, with the message beside it as it would be sent. */
const TextForm = ({ message, language, texts, placeholders, changed, unsaved }: Edited & { unsaved: Unsaved }) => {
  const own = texts.find(({ locale }) => locale === language) ?? null;
  const isForAll = texts.some(({ locale }) => locale === null);
  // The inputs begin with these, and stay as they are while one types.
  const start = useMemo(() => {
    const { text_template = null, html_template = null } = unsaved.get(language) ?? own ?? {};
    return { text_template, html_template };
  }, [own?.updated_at]);
  const typed = useSignal<Typed>(start);
  const save = async (given: FormData): Promise<void> => {
    const written = {
      text_template: textIn(given, 'text_template') || null,
      html_template: textIn(given, 'html_template') || null,
    };
    if (!written.text_template && !written.html_template) throw new InputRefused('text_template', w.textEmpty);
    if (own) await ask('PATCH', `/v2/notifications/templates/${own.id}`, written);
    else await ask('POST', '/v2/notifications/templates', { ...message, locale: language, ...written });
    unsaved.delete(language);
    await changed();
  };
  const forget = async (): Promise<void> => {
    unsaved.delete(language);
    await changed();
    typed.value = { text_template: null, html_template: null };
  };
  return (
    <>
      <p>{own ? w.textOwnNow : language && isForAll ? w.textForAllNow : w.textDefaultNow}</p>
      <div class="with-preview">
        <div
          onInput={({ target }) => {
            const form = (target as HTMLElement).closest('form');
            if (!form) return;
            typed.value = typedIn(form);
            unsaved.set(language, typed.value);
          }}
        >
          <SettingsForm save={save}>
            {/* Saved HTML is shown as it is kept: without what is taken out. */}
            <Forms key={own?.updated_at} message={message} start={start} placeholders={placeholders} />
          </SettingsForm>
          {own && (
            <button
              type="button"
              class="other narrow"
              onClick={() => showSheet(() => <BackToDefault own={own} changed={forget} />)}
            >
              {w.textToDefault}
            </button>
          )}
        </div>
        <TextPreview message={message} language={language} typed={typed.value} />
      </div>
    </>
  );
};

/** Chooses whose text is written, and says who gets another one. */
const LanguageChoice = ({
  message,
  language,
  texts,
}: {
  message: Message;
  language: TextLanguage;
  texts: readonly OwnText[];
}) => {
  const others = texts.flatMap(({ locale }) => (locale ? [languageName(locale)] : []));
  const names = new Intl.ListFormat(spokenLocale()).format(others);
  return (
    <>
      <label for="text-language">{w.textLanguage}</label>
      <select
        id="text-language"
        aria-describedby="text-language-about"
        onChange={({ currentTarget: { value } }) =>
          void go(placeOf(message, LANGUAGES.find(([code]) => code === value)?.[0] ?? null))
        }
      >
        <option value="" selected={language === null}>
          {w.textForAll}
        </option>
        {LANGUAGES.map(([code, name]) => (
          <option key={code} value={code} lang={code} selected={code === language}>
            {name}
          </option>
        ))}
      </select>
      <p id="text-language-about" class="soft">
        {language === null && names
          ? say(w.textOtherLanguages, { languages: { trusted: names } })
          : w.textLanguageAbout}
      </p>
    </>
  );
};

const Forms = ({
  message: { type },
  start,
  placeholders,
}: {
  message: Message;
  start: Typed;
  placeholders: readonly string[];
}) => {
  const text = useRef<HTMLTextAreaElement>(null);
  const html = useRef<HTMLTextAreaElement>(null);
  const last = useRef<HTMLTextAreaElement | null>(null);
  const isMail = type === 'email';
  const follow = (event: FocusEvent): void => {
    if (event.target instanceof HTMLTextAreaElement) last.current = event.target;
  };
  return (
    <>
      <Setting name="text_template" label={w.textText} about={isMail ? w.textTextAbout : w.textShortAbout}>
        {(control) => (
          <textarea
            {...control}
            ref={text}
            rows={isMail ? 10 : 4}
            maxLength={isMail ? MOST.email.text : MOST.other}
            defaultValue={start.text_template ?? ''}
            onFocus={follow}
          />
        )}
      </Setting>
      {isMail && (
        <details open={Boolean(start.html_template)}>
          <summary>{w.textHtml}</summary>
          <Setting name="html_template" label={w.textHtml} about={w.textHtmlAbout}>
            {(control) => (
              <textarea
                {...control}
                ref={html}
                class="code"
                dir="ltr"
                rows={10}
                spellcheck={false}
                maxLength={MOST.email.html}
                defaultValue={start.html_template ?? ''}
                onFocus={follow}
              />
            )}
          </Setting>
        </details>
      )}
      <fieldset class="placeholders">
        <legend>{w.textPlaceholders}</legend>
        <p class="soft">{w.textPlaceholdersAbout}</p>
        <ul class="list">
          {placeholders.map((name) => (
            <li key={name}>
              <button
                type="button"
                class="other"
                onClick={() => {
                  const input = last.current ?? text.current;
                  if (input) insert(input, name);
                }}
              >
                <code dir="ltr">{`{{${name}}}`}</code>
              </button>
              <span class="soft">{w[`placeholder_${name as 'name'}`]}</span>
            </li>
          ))}
        </ul>
      </fieldset>
    </>
  );
};

/** The message in the text's language, or for a reader of any. */
const TextPreview = ({ message, language, typed }: { message: Message; language: TextLanguage; typed: Typed }) => {
  const locale = useSignal<string>(language ?? spokenLocale().split('-')[0] ?? 'en');
  const { shown, fault } = usePreview({ ...message, ...typed, locale: locale.value });
  const { subject, html, text } = shown.value ?? {};
  return (
    <div class="previews">
      <h3>{w.textPreview}</h3>
      {language === null && (
        <>
          <label for="preview-language">{w.textPreviewLanguage}</label>
          <select
            id="preview-language"
            onChange={({ currentTarget }) => {
              locale.value = currentTarget.value;
            }}
          >
            {LANGUAGES.map(([code, name]) => (
              <option key={code} value={code} lang={code} selected={code === locale.value}>
                {name}
              </option>
            ))}
          </select>
        </>
      )}
      {subject && (
        <p>
          <strong>{w.textSubject}</strong> <bdi lang={locale.value}>{subject}</bdi>
        </p>
      )}
      <div class="preview" lang={locale.value}>
        {html ? <MailView label={w.textPreview} html={html} /> : text && <p class="bubble">{text}</p>}
      </div>
      <p class="soft" role="status">
        {fault.value ? `${w.previewOld} ${fault.value}` : shown.value === null && w.loading}
      </p>
    </div>
  );
};

/** Asks before the organization's text is deleted. */
const BackToDefault = ({ own: { id, locale }, changed }: { own: OwnText; changed: () => Promise<void> }) => {
  const remove = async (): Promise<void> => {
    await ask('DELETE', `/v2/notifications/templates/${id}`);
    closeSheet();
    await changed();
  };
  return (
    <Sheet title={locale ? w.textDeleteLanguageAsk : w.textToDefaultAsk}>
      <p>{locale ? w.textDeleteLanguageAbout : w.textToDefaultAbout}</p>
      <Danger back={closeSheet}>
        <ActButton look="danger" act={remove}>
          {w.textToDefault}
        </ActButton>
      </Danger>
    </Sheet>
  );
};
