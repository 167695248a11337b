import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { ActButton, Danger, Screen } from '../shared/parts.tsx';
import { keepReading, problem } from '../shared/run.ts';
import { isCovered, Sheet, showSheet } from '../shared/sheet.tsx';
import { go } from '../user/route.ts';
import { ask } from '../user/session.ts';
import { Documents } from './documents.tsx';
import { contents, draftId, openDraft, openedDraft, openedTemplate, refusal, saving } from './editor.ts';
import { Fields } from './fields.tsx';
import { keepFocus } from './kept-focus.ts';
import { Others } from './others.tsx';
import { loadFirstPage } from './page-pictures.ts';
import { People } from './people.tsx';
import { Replacing } from './replacing.tsx';
import { Review } from './review.tsx';
import { Roles } from './roles.tsx';
import type { Kind } from './source.ts';
import { beginWay, goOn, nextStep, show, step, steps, way } from './steps.ts';
import { TemplateBar, TemplateLook } from './template.tsx';
import { quoted, say, w } from './words/index.ts';

const TITLES = {
  documents: 'stepDocuments',
  people: 'stepPeople',
  fields: 'stepFields',
  review: 'stepReview',
} as const;

const titleOf = (one: keyof typeof TITLES): string =>
  one === 'people' && way.value === 'template' ? w.stepRoles : w[TITLES[one]];

const Discard = () => (
  <Sheet title={w.discard}>
    <p>{say(w.discardAbout, { name: contents.value?.settings.name || w.untitled })}</p>
    <Danger back={() => history.back()}>
      <ActButton act={discard} look="danger">
        {w.discard}
      </ActButton>
    </Danger>
  </Sheet>
);

const discard = async (): Promise<void> => {
  await ask('DELETE', `/v2/drafts/${draftId.peek()}`);
  await go('/envelopes', 'replace');
};

/** True where the address asks for people alone, because a template has given the rest. */
const asksForPeople = (): boolean => new URLSearchParams(location.search).has('people');

/** Takes up the whole way: what the template has given may be changed for this envelope. */
const changeFields = (): void => {
  history.replaceState(null, '', location.pathname);
  show('fields');
};

interface SendingProps {
  id: string;
  kind: Kind;
  /** The navigation of the user's pages. */
  above: ComponentChildren;
  /** Stands where the contents will, until they are read. */
  waiting: ComponentChildren;
}

/** Preparing and sending an envelope, or preparing a template, on one page. */
export const Sending = ({ id, kind, above, waiting }: SendingProps) => {
  // Before the first frame is painted: the answer may be there already.
  useLayoutEffect(() => {
    beginWay(kind === 'template' ? 'template' : asksForPeople() ? 'brief' : 'whole');
    return keepReading(() => openDraft(id, kind));
  }, [id]);
  const shown = draftId.value === id ? contents.value : null;
  const template = shown && openedTemplate.value;
  const isReadOnly = template !== null && !template.allowed.includes('change');
  const next = isReadOnly ? undefined : nextStep();
  const first = shown?.documents.find(({ order }) => order === 0)?.id;
  useEffect(() => {
    if (first) void loadFirstPage(first);
  }, [first]);
  const content = useRef<HTMLDivElement>(null);
  const isFirst = useRef(true);
  // At once, because a moment later somebody may be typing.
  useLayoutEffect(() => {
    // On a small screen, so that the page that one works on is seen.
    if (!isFirst.current && step.peek() === 'fields' && matchMedia('(max-width: 61.99rem)').matches)
      content.current?.scrollIntoView();
    // The page begins at its heading; a step that one goes to, where its work begins.
    if (!isFirst.current) (content.current?.querySelector<HTMLElement>('[data-begin]') ?? content.current)?.focus();
    isFirst.current = false;
  }, [step.value]);
  useEffect(keepFocus, []);
  // The one question of the brief way is whose names to type.
  const isAsking = shown !== null && way.value === 'brief';
  useLayoutEffect(() => {
    if (isAsking) content.current?.querySelector<HTMLElement>('[data-begin]')?.focus();
  }, [isAsking]);
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isCovered.peek()) return;
      // The text that is being typed counts.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      const main = content.current?.querySelector<HTMLButtonElement>('button.main');
      if (main) main.click();
      else goOn();
      event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  return (
    <Screen
      title={quoted(shown?.settings.name ?? '') || (kind === 'template' ? w.templateTitle : w.draftTitle)}
      wide
      stays
      above={above}
    >
      {!isReadOnly && (
        <div class="row steps">
          <nav aria-label={w.steps}>
            <ol>
              {steps.value.map((one, index) => (
                <li key={one}>
                  <button
                    type="button"
                    class="quiet"
                    aria-current={one === step.value ? 'step' : undefined}
                    onClick={() => show(one)}
                  >
                    <span aria-hidden="true">{index + 1}</span> {titleOf(one)}
                  </button>
                </li>
              ))}
            </ol>
          </nav>
          <Saved />
          {kind === 'draft' && (
            <button type="button" class="quiet bad" onClick={() => showSheet(Discard)}>
              {w.discard}
            </button>
          )}
        </div>
      )}
      {template && <TemplateBar template={template} />}
      {template && isReadOnly && <TemplateLook template={template} />}
      {shown && openedDraft.value?.replaces && <Replacing envelope_id={openedDraft.value.replaces} />}
      {shown && way.value === 'brief' && (
        <p>
          {w.fromTemplate}{' '}
          <button type="button" class="link" onClick={changeFields}>
            {w.changeFields}
          </button>
        </p>
      )}
      {!shown && !problem.value && waiting}
      {shown && <Others key={id} id={id} />}
      {shown && !isReadOnly && (
        <div ref={content} tabIndex={-1} class="content">
          {step.value === 'documents' && <Documents shown={shown} />}
          {step.value === 'people' && (kind === 'template' ? <Roles shown={shown} /> : <People shown={shown} />)}
          {step.value === 'fields' && <Fields shown={shown} />}
          {step.value === 'review' && <Review shown={shown} show={show} />}
        </div>
      )}
      {shown && next && (
        <div class="onward">
          <button type="button" onClick={goOn}>
            {w.next}: {titleOf(next)}
          </button>
        </div>
      )}
    </Screen>
  );
};

/** Says if all is saved; screen readers hear of what isn't. */
const Saved = () => {
  const now = saving.value;
  const words = {
    saved: w.saved,
    saving: w.savingNow,
    offline: w.savingOffline,
    refused: say(w.savingRefused, { reason: { trusted: refusal.value } }),
  };
  const isWrong = now === 'offline' || now === 'refused';
  return (
    <p class={isWrong ? 'saving bad' : 'saving soft'} {...(isWrong ? { role: 'alert' } : {})}>
      {words[now]}
    </p>
  );
};
