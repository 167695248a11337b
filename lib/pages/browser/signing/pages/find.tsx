import { effect, signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { DocumentText } from '../../shared/answers.ts';
import { closeLayers } from '../../shared/layers.ts';
import { run } from '../../shared/run.ts';
import { closeSheet, Sheet } from '../../shared/sheet.tsx';
import { ask } from '../state/api.ts';
import { session } from '../state/state.ts';
import { say, w } from '../words/index.ts';
import { allPages } from './all-pages.ts';
import { findAll, textOf } from './find-text.ts';
import { goToPage } from './page-position.ts';

/** Search in the documents' text, and their outlines. */

interface Entry {
  title: string;
  level: number;
  /** Index among all pages. */
  index: number;
}

/** Texts read so far, of pages in their order; kept as long as the session. */
const texts = signal<readonly { index: number; text: string }[]>([]);
const outline = signal<readonly Entry[]>([]);

effect(() => {
  if (session.value) return;
  texts.value = [];
  outline.value = [];
});

let reading: Promise<void> | undefined;

/** Reads what isn't read yet. A sheet that is opened again goes on with the same reading. */
const readAll = (): Promise<void> => {
  reading ??= readFrom(texts.peek().length).finally(() => {
    reading = undefined;
  });
  return reading;
};

const readFrom = async (begun: number): Promise<void> => {
  const pages = allPages();
  for (let next = begun; next < pages.length; ) {
    const { document, page: from } = pages[next] as (typeof pages)[number];
    const first = next - from + 1;
    const path = `/v2/envelope-documents/${document.id}/text/filled?from=${from}`;
    const answer = await ask<DocumentText>('GET', path);
    if (answer.pages.length === 0) return;
    const entries = (answer.outline ?? []).map(({ title, level, page }) => ({ title, level, index: first + page - 1 }));
    outline.value = [...outline.value, ...entries];
    texts.value = [
      ...texts.value,
      ...answer.pages.map(({ page, text }) => ({ index: first + page - 1, text: textOf(text) })),
    ];
    next += answer.pages.length;
  }
};

/** The most places that are listed: nobody reads more. */
const MOST = 100;

/** Goes to a page once the sheet is closed: the browser's step back would undo it before. */
const go = async (index: number): Promise<void> => {
  closeSheet();
  await closeLayers();
  requestAnimationFrame(() => goToPage(index));
};

/** The sheet in which the documents' text is searched, and their outline leads to pages. */
export const Find = () => {
  const query = useSignal('');
  useEffect(() => {
    void run(readAll);
  }, []);
  const pages = allPages().length;
  const isRead = texts.value.length >= pages;
  const found = findAll(texts.value, query.value);
  const isPicture = isRead && texts.value.every(({ text }) => text === '');
  const state = !isRead
    ? say(w.findReading, { done: texts.value.length, pages })
    : isPicture
      ? w.findNoText
      : query.value.trim() === ''
        ? ''
        : say(w.findCount, { count: found.length });
  return (
    <Sheet title={w.find} typing>
      <label for="find">{w.findLabel}</label>
      <input
        id="find"
        type="search"
        autoComplete="off"
        value={query.value}
        onInput={({ currentTarget }) => (query.value = currentTarget.value)}
      />
      <p class="soft" role="status">
        {state}
      </p>
      {found.length > 0 && (
        <ol class="found">
          {found.slice(0, MOST).map(({ index, before, match, after }, at) => (
            <li key={at}>
              <button type="button" class="row" onClick={() => void go(index)}>
                <span class="soft">{say(w.findPage, { page: index + 1 })}</span>
                <bdi class="own">
                  {before}
                  <mark>{match}</mark>
                  {after}
                </bdi>
              </button>
            </li>
          ))}
        </ol>
      )}
      {query.value.trim() === '' && outline.value.length > 0 && (
        <nav aria-labelledby="outline">
          <h3 id="outline">{w.outline}</h3>
          <ol class="found">
            {outline.value.map(({ title, level, index }, at) => (
              <li key={at} style={{ paddingInlineStart: `${(level - 1) * 16}px` }}>
                <button type="button" class="row" onClick={() => void go(index)}>
                  <bdi class="own">{title}</bdi>
                  <span class="soft">{say(w.findPage, { page: index + 1 })}</span>
                </button>
              </li>
            ))}
          </ol>
        </nav>
      )}
    </Sheet>
  );
};
