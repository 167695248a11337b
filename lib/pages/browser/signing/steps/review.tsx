import { signal, useSignalEffect } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { choicesOf, FIELD_KINDS, isExclusive, showsInk } from '../../../../fields/kinds.ts';
import type { Field } from '../../shared/answers.ts';
import { ActButton, Screen } from '../../shared/parts.tsx';
import { isCovered } from '../../shared/sheet.tsx';
import { Label } from '../fields/label.tsx';
import { lit } from '../fields/lit-field.ts';
import { allPages } from '../pages/all-pages.ts';
import { type Edges, isInView } from '../pages/in-view.ts';
import type { PageOf } from '../pages/page-source.ts';
import { isWide } from '../pages/width.ts';
import { zoom, zoomToRead } from '../pages/zoom.ts';
import { formatOf, labelOf, onePerGroup, placeInList, textOnPage } from '../state/fields.ts';
import { saving } from '../state/queue.ts';
import { byMeaning, envelope, own, recipient, screen, sender } from '../state/state.ts';
import { isRefused, mustLookAgain } from '../submit/send.ts';
import { submit } from '../submit/submit.ts';
import { quoted, say, spokenLocale, w } from '../words/index.ts';
import { About } from './about.tsx';
import { leaveReview, Saving } from './fill.tsx';
import { MoreButton } from './more.tsx';
import { ZoomTools } from './pages.tsx';
import { forgetReviewed, written } from './review-source.ts';
import { ReviewedPage } from './reviewed-page.tsx';

/** Names of the places that have been before the signer's eyes, on the page as it would be sealed. */
const seen = signal<ReadonlySet<string>>(new Set());

const fieldsOn = ({ document, page }: PageOf): Field[] =>
  own.value.filter((field) => field.document_id === document.id && field.page === page);

/** Pages on which the signer leaves something. */
const pagesToReview = (): PageOf[] => allPages().filter((at) => fieldsOn(at).length > 0);

/**
 * The places that are seen before one signs: signatures and initials, or the first place of somebody who leaves none.
 */
const placesToSee = (): Field[] => {
  const placed = own.value.filter(({ page }) => page > 0);
  const marks = placed.filter((field) => showsInk(field) && field.value);
  return marks.length > 0 ? marks : placed.slice(0, 1);
};

const unseen = (): Field[] => placesToSee().filter(({ name }) => !seen.value.has(name));

const elementOf = ({ name }: Field): HTMLElement | null =>
  document.querySelector(`main .place[data-field="${CSS.escape(name)}"]`);

/** The part of the screen in which pages are seen: bars cover the rest. */
const viewOf = (pages: Element): Edges => {
  const { left, right } = pages.getBoundingClientRect();
  const bar = document.querySelector('.top')?.getBoundingClientRect();
  const acts = document.querySelector('.beside')?.getBoundingClientRect();
  const bottom = isWide.value ? innerHeight : Math.min(innerHeight, acts?.top ?? innerHeight);
  return { top: Math.max(0, bar?.bottom ?? 0), bottom, left: Math.max(0, left), right: Math.min(innerWidth, right) };
};

/** Notes the places that are in view now, on pages whose picture is there. */
const look = (): void => {
  if (isCovered.peek() || screen.peek() !== 'review') return;
  const now = unseen().filter((field) => {
    const element = elementOf(field);
    const picture = element?.closest('.page')?.querySelector('img');
    const pages = element?.closest('.pages');
    return pages && picture?.complete && isInView(element?.getBoundingClientRect() as Edges, viewOf(pages));
  });
  if (now.length > 0) seen.value = new Set([...seen.value, ...now.map(({ name }) => name)]);
};

/** Looks whenever something has moved. */
const keepLooking = (): (() => void) => {
  let frame = 0;
  const soon = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(look);
  };
  const options = { capture: true, passive: true };
  addEventListener('scroll', soon, options);
  addEventListener('resize', soon, options);
  return () => {
    cancelAnimationFrame(frame);
    removeEventListener('scroll', soon, options);
    removeEventListener('resize', soon, options);
  };
};

/** Shows a place large enough to be read, lights it up and gives it the focus. */
const goToPlace = (field: Field): void => {
  lit.value = field.name;
  const at = pagesToReview().find(({ document, page }) => document.id === field.document_id && page === field.page);
  if (at) zoomToRead(at);
  requestAnimationFrame(() => {
    const place = elementOf(field);
    place?.scrollIntoView({ block: 'center', inline: 'center' });
    place?.focus({ preventScroll: true });
    look();
  });
};

/** Goes on to the next place that nobody has seen, or else to the next one. */
const goToNextPlace = (): void => {
  const left = unseen();
  const all = left.length > 0 ? left : placesToSee();
  const order = own.value.map(({ name }) => name);
  const last = order.indexOf(lit.peek());
  const next = all.find(({ name }) => order.indexOf(name) > last) ?? all[0];
  if (next) goToPlace(next);
};

const sign = async (): Promise<void> => {
  try {
    await submit();
  } catch (error) {
    if (isRefused.value) leaveReview();
    throw error;
  }
};

/**
 * The pages as they would be sealed, a list that leads to each value, and the button that signs. It never has the focus
 * by itself.
 */
export const Review = () => {
  // Before the first press, which may light up a place.
  useLayoutEffect(() => {
    seen.value = new Set();
    lit.value = '';
    forgetReviewed();
    return keepLooking();
  }, []);
  useSignalEffect(() => {
    // The pages get their new size first.
    if (zoom.value >= 0) requestAnimationFrame(look);
  });
  // A value that the server refused is mended first, and what rules ask by now is looked at.
  useSignalEffect(() => {
    if (!isRefused.value && !mustLookAgain.value) return;
    mustLookAgain.value = false;
    leaveReview();
  });
  const due = new Set(unseen().map(({ name }) => name));
  return (
    <Screen
      title={w.reviewTitle}
      bar={
        <>
          <button type="button" class="quiet" onClick={leaveReview}>
            {w.back}
          </button>
          <ZoomTools />
          <MoreButton />
        </>
      }
      beside={
        <>
          <Acts left={due.size} />
          {isWide.value && (
            <section>
              <h2>{w.yourFields}</h2>
              <Values />
            </section>
          )}
        </>
      }
    >
      <About />
      <p>{byMeaning(w.reviewAbout, w.reviewApprove, w.reviewConfirm)}</p>
      <WrittenIn />
      {!isWide.value && own.value.length > 0 && (
        <details class="people-fold">
          <summary>{w.yourFields}</summary>
          <Values />
        </details>
      )}
      {/* Wider than the screen once zoomed: arrow keys move it. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls takes the focus, or keys can't scroll it */}
      <section class="pages" aria-label={quoted(envelope.value.name)} tabIndex={0}>
        <div style={{ width: `${zoom.value}%` }}>
          {pagesToReview().map((at) => (
            <ReviewedPage key={`${at.document.id} ${at.page}`} at={at} fields={fieldsOn(at)} due={due} onShown={look} />
          ))}
        </div>
      </section>
    </Screen>
  );
};

/** The signing, once each place has been seen, and the way from one to the next. */
const Acts = ({ left }: { left: number }) => {
  const names = { envelope: envelope.value.name, name: recipient.value.full_name };
  const label = <span class="clamp">{say(byMeaning(w.sign, w.approve, w.confirm), names)}</span>;
  return (
    <>
      <p role="status" class={left === 0 && !isWide.value ? 'unseen' : ''}>
        {left > 0 ? say(w.placesLeft, { count: left }) : w.placesSeen}
      </p>
      {saving.value !== 'saved' && <Saving />}
      <div class="row acts">
        {placesToSee().length > 0 && (
          <button type="button" class="other" onClick={goToNextPlace}>
            {w.nextPlace}
          </button>
        )}
        {left > 0 ? (
          // Pressed too early, it leads to what is to be seen before.
          <button type="button" aria-disabled="true" onClick={goToNextPlace}>
            {label}
          </button>
        ) : (
          <ActButton act={sign} doing={byMeaning(w.signing, w.approving, w.confirming)}>
            {label}
          </ActButton>
        )}
      </div>
    </>
  );
};

/** The locale that decides how dates and times are written on the documents. */
const WrittenIn = () => {
  if (!written.value) return null;
  const { locale, timezone } = written.value;
  return (
    <p class="soft">
      {say(w.writtenIn, {
        language: { trusted: languageName(locale) },
        zone: { trusted: (timezone ?? 'UTC').replaceAll('_', ' ') },
      })}
      {own.value.some(({ type, page }) => FIELD_KINDS[type].value === 'moment' && page > 0) && ` ${w.writtenNow}`}
      {own.value.some(formatOf) && ` ${say(w.writtenForm, { sender: sender.value })}`}
    </p>
  );
};

/** A locale's language in the words of the page; the locale itself where the browser has none. */
const languageName = (locale: string): string => {
  try {
    return new Intl.DisplayNames(spokenLocale(), { type: 'language' }).of(locale) ?? locale;
  } catch {
    return locale;
  }
};

/** The own values in short, each with the way to its place. */
const Values = () => (
  <ol class="to-do values">
    {onePerGroup(own.value).map((field) => {
      const chosen = choicesOf(field, own.value).find(({ value }) => value === 'true') ?? field;
      return (
        <li key={field.name}>
          <button type="button" class="row" disabled={chosen.page === 0} onClick={() => goToPlace(chosen)}>
            <span class="soft">
              <Label field={field} ofGroup place={placeInList(field, envelope.value, own.value)} />
            </span>
            <Value field={chosen} />
          </button>
        </li>
      );
    })}
  </ol>
);

const Value = ({ field }: { field: Field }) => {
  const { base64 } = field.settings;
  if (field.value && typeof base64 === 'string') return <img class="ink" src={base64} alt={textOnPage(field)} />;
  const isChosen = isExclusive(field) && field.value === 'true';
  const text = isChosen ? labelOf(field) : isExclusive(field) ? '' : textOnPage(field);
  return text ? <bdi class="own">{text}</bdi> : <span>{w.empty}</span>;
};
