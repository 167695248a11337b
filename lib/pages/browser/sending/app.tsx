import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { ActButton, Danger, Screen } from '../shared/parts.tsx';
import { problem, read } from '../shared/run.ts';
import { isCovered, Sheet, showSheet } from '../shared/sheet.tsx';
import { go } from '../user/route.ts';
import { ask } from '../user/session.ts';
import { Documents } from './documents.tsx';
import { changedElsewhere, contents, draftId, openDraft, refusal, saving } from './editor.ts';
import { Fields } from './fields.tsx';
import { loadFirstPage } from './page-pictures.ts';
import { People } from './people.tsx';
import { Review } from './review.tsx';
import { goOn, nextStep, STEPS, show, step } from './steps.ts';
import { quoted, say, w } from './words/index.ts';

const TITLES = {
  documents: 'stepDocuments',
  people: 'stepPeople',
  fields: 'stepFields',
  review: 'stepReview',
} as const;

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

/** Preparing and sending an envelope, on one page. `above`: the navigation of the user's pages. */
export const Sending = ({ id, above }: { id: string; above: ComponentChildren }) => {
  useEffect(() => {
    step.value = 'documents';
    void read(() => openDraft(id));
  }, [id]);
  const shown = draftId.value === id ? contents.value : null;
  const next = nextStep();
  const first = shown?.documents.find(({ order }) => order === 0)?.id;
  useEffect(() => {
    if (first) void loadFirstPage(first);
  }, [first]);
  const content = useRef<HTMLDivElement>(null);
  const isFirst = useRef(true);
  // At once, because a moment later somebody may be typing.
  useLayoutEffect(() => {
    // The page begins at its heading; a step that one goes to, where its work begins.
    if (!isFirst.current) (content.current?.querySelector<HTMLElement>('[data-begin]') ?? content.current)?.focus();
    isFirst.current = false;
  }, [step.value]);
  useEffect(() => {
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
    <Screen title={quoted(shown?.settings.name ?? '') || w.draftTitle} wide stays above={above}>
      <div class="row steps">
        <nav aria-label={w.steps}>
          <ol>
            {STEPS.map((one, index) => (
              <li key={one}>
                <button
                  type="button"
                  class="quiet"
                  aria-current={one === step.value ? 'step' : undefined}
                  onClick={() => show(one)}
                >
                  <span aria-hidden="true">{index + 1}</span> {w[TITLES[one]]}
                </button>
              </li>
            ))}
          </ol>
        </nav>
        <Saved />
        <button type="button" class="quiet bad" onClick={() => showSheet(Discard)}>
          {w.discard}
        </button>
      </div>
      {!shown && !problem.value && <p role="status">{w.loading}</p>}
      {!shown && problem.value && <ActButton act={() => openDraft(id)}>{w.again}</ActButton>}
      {changedElsewhere.value && <p class="notice">{w.changedElsewhere}</p>}
      {shown && (
        <div ref={content} tabIndex={-1} class="content">
          {step.value === 'documents' && <Documents shown={shown} />}
          {step.value === 'people' && <People shown={shown} />}
          {step.value === 'fields' && <Fields shown={shown} />}
          {step.value === 'review' && <Review shown={shown} show={show} />}
        </div>
      )}
      {shown && next && (
        <button type="button" class="next" onClick={goOn}>
          {w.next}: {w[TITLES[next]]}
        </button>
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
    refused: say(w.savingRefused, { reason: { bare: refusal.value } }),
  };
  const isWrong = now === 'offline' || now === 'refused';
  return (
    <p class={isWrong ? 'saving bad' : 'saving soft'} {...(isWrong ? { role: 'alert' } : {})}>
      {words[now]}
    </p>
  );
};
