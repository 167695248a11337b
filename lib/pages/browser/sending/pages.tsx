import { useComputed, useSignalEffect } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { MOST_HELD, pagesIn, useNearPages } from '../shared/near-pages.ts';
import { PageText } from '../shared/page-text.tsx';
import type { Contents, DraftDocument } from './draft.ts';
import { followGuide, isDraggedOn } from './drag.ts';
import { contents, edit } from './editor.ts';
import { inReadingOrder, moveFields, pageSize, placeField, type Size } from './edits.ts';
import { FieldBox } from './field-box.tsx';
import { kindOf } from './kind-words.ts';
import { askAgain, pictureKey, pictures, wantPicture } from './page-pictures.ts';
import { pointAt } from './points.ts';
import { accept, type Proposal, proposals } from './proposals.ts';
import {
  announcement,
  currentPage,
  focusedPage,
  focusField,
  placingFor,
  selected,
  selectNothing,
  selectOnly,
  tool,
} from './selection.ts';
import { say, w } from './words/index.ts';
import { zoom, zoomBy } from './zoom.ts';

interface Place {
  document: DraftDocument;
  page: number;
}

const placesOf = ({ documents }: Contents): Place[] =>
  [...documents]
    .sort((a, b) => a.order - b.order)
    .flatMap((document) => Array.from({ length: document.pages }, (_, index) => ({ document, page: index + 1 })));

/**
 * All pages, with the fields upon them. Only those near the screen have content, and few hold pictures. Fields are
 * there, too, on the next page with any before and after: keys lead from field to field.
 */
export const EditedPages = ({ shown }: { shown: Contents }) => {
  const places = placesOf(shown);
  const { near, list } = useNearPages(places.length, '50%');
  const section = useRef<HTMLElement>(null);
  useLayoutEffect(() => (section.current ? zoomBy(section.current) : undefined), []);
  const byPage = fieldsByPage(shown);
  const fieldsOf = ({ document, page }: Place) => byPage.get(pictureKey(document.id, page)) ?? NO_FIELDS;
  const focused = focusedPage.value;
  const focusedIndex = places.findIndex(
    ({ document, page }) => document.id === focused?.document_id && page === focused.page,
  );
  const held = new Set([...near.value].sort((a, b) => a - b).slice(0, MOST_HELD));
  const filled = withNeighbours(
    focusedIndex < 0 ? near.value : new Set([...near.value, focusedIndex]),
    places.map((place) => fieldsOf(place).length > 0),
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls takes the focus, or keys can't scroll it
    <section ref={section} class={tool.value ? 'pages placing' : 'pages'} aria-label={w.pagesPlace} tabIndex={0}>
      <div ref={list} style={{ width: `${zoom.value}%` }}>
        {places.map((place, index) => {
          const { width, height } = pageSize(shown, { document_id: place.document.id, page: place.page });
          return (
            <div
              key={pictureKey(place.document.id, place.page)}
              class="page"
              data-index={index}
              style={{ aspectRatio: `${width} / ${height}` }}
            >
              {filled.has(index) && (
                <EditedPage {...place} isHeld={held.has(index)} shown={shown} fields={fieldsOf(place)} />
              )}
            </div>
          );
        })}
      </div>
    </section>
  );
};

type Fields = readonly Contents['fields'][number][];
const NO_FIELDS: Fields = [];

/** These pages, and of those with fields the next one before and after each. */
const withNeighbours = (pages: ReadonlySet<number>, haveFields: readonly boolean[]): ReadonlySet<number> => {
  const all = new Set(pages);
  for (const page of pages) {
    const before = haveFields.lastIndexOf(true, page - 1);
    if (page > 0 && before >= 0) all.add(before);
    const after = haveFields.indexOf(true, page + 1);
    if (after >= 0) all.add(after);
  }
  return all;
};

const fieldsByPage = (shown: Contents): Map<string, Contents['fields'][number][]> => {
  const groups = new Map<string, Contents['fields'][number][]>();
  for (const field of inReadingOrder(shown)) {
    const key = pictureKey(field.document_id, field.page);
    const group = groups.get(key);
    if (group) group.push(field);
    else groups.set(key, [field]);
  }
  return groups;
};

interface Edited extends Place {
  isHeld: boolean;
  shown: Contents;
  fields: Fields;
}

/** Uses the tool at a point of a page, in points of the page. */
const useToolAt = (document_id: string, page: number, x: number, y: number): void => {
  const kind = tool.peek();
  const all = contents.peek();
  if (!kind || !all) return;
  if (kind === 'move') {
    const names = selected.peek();
    const first = all.fields.find(({ name }) => names.has(name));
    if (!first) return;
    edit((now) => {
      const there = {
        ...now,
        fields: now.fields.map((one) => (names.has(one.name) ? { ...one, document_id, page } : one)),
      };
      return moveFields(there, names, { x: x - first.x - first.width / 2, y: y - first.y - first.height / 2 });
    });
    tool.value = null;
    focusField({ document_id, page, name: first.name });
    return;
  }
  const role = placingFor.peek();
  if (!role) return;
  let placed = '';
  edit((now) => {
    const made = placeField(now, { type: kind, role_name: role.name, document_id, page, x, y });
    placed = made.name;
    return made.contents;
  });
  tool.value = null;
  selectOnly(placed);
  focusField({ document_id, page, name: placed }, false);
};

/** Uses the tool in the middle of the page that is seen: keys have no place to press. */
export const useToolInView = (): void => {
  const all = contents.peek();
  const place = all && pageInView(placesOf(all));
  if (!place) return;
  const at = { document_id: place.document.id, page: place.page };
  const { width, height } = pageSize(all, at);
  useToolAt(at.document_id, at.page, width / 2, height / 2);
};

/** Moves the chosen fields to the place that is pressed next; by a key, to the page that is seen. */
export const moveSelected = (isKey: boolean): void => {
  tool.value = 'move';
  if (isKey) useToolInView();
};

/** The page that was pressed last if it can be seen, else the one that fills most of the screen. */
const pageInView = (places: readonly Place[]): Place | undefined => {
  const seen = [...pagesIn(document.querySelector('.pages'))].map((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    return Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0));
  });
  const pressed = currentPage.peek();
  const index = places.findIndex(({ document, page }) => document.id === pressed?.document_id && page === pressed.page);
  return places[(seen[index] ?? 0) > 0 ? index : seen.indexOf(Math.max(...seen))];
};

const EditedPage = ({ document, page, isHeld, shown, fields }: Edited) => {
  const size = pageSize(shown, { document_id: document.id, page });
  const known = pictures.value[pictureKey(document.id, page)];
  useEffect(() => {
    if (isHeld) void wantPicture(document.id, page);
  }, [isHeld, document.id, page]);
  const isDragged = useComputed(() => isDraggedOn(document.id, page)).value;
  const name = say(w.pageOf, { page, pages: document.pages, document: document.name });
  const press = (event: MouseEvent) => {
    currentPage.value = { document_id: document.id, page };
    if ((event.target as Element).closest('.box')) return;
    if (!tool.peek()) {
      selectNothing();
      return;
    }
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
    const { x, y } = pointAt(box, size, { x: event.clientX, y: event.clientY });
    useToolAt(document.id, page, x, y);
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys place fields by the tools themselves
    // biome-ignore lint/a11y/noStaticElementInteractions: a press on the page places what a tool has chosen
    <div class="place" onClick={press} onFocusCapture={() => (focusedPage.value = { document_id: document.id, page })}>
      {isHeld && known && known !== 'failed' && (
        <>
          <img src={known.picture} alt={name} onError={() => askAgain(document.id, page)} draggable={false} />
          <PageText text={known.text} size={size} />
        </>
      )}
      {known === 'failed' && (
        <p>
          {w.pageFailed}{' '}
          <button type="button" class="quiet" onClick={() => askAgain(document.id, page)}>
            {w.again}
          </button>
        </p>
      )}
      {isDragged && AXES.map((axis) => <Guide key={axis} axis={axis} size={size} />)}
      {fields.map((field) => (
        <FieldBox key={field.name} field={field} shown={shown} />
      ))}
      {proposals.value
        ?.filter((one) => one.document_id === document.id && one.page === page)
        .map((one) => (
          <Proposed key={one.key} proposal={one} size={size} />
        ))}
    </div>
  );
};

const AXES = ['x', 'y'] as const;

/** The line that the dragged field has snapped to. */
const Guide = ({ axis, size }: { axis: 'x' | 'y'; size: Size }) => {
  const line = useRef<HTMLSpanElement>(null);
  useSignalEffect(() => {
    if (line.current) followGuide(line.current, axis, size);
  });
  return <span ref={line} class={axis === 'x' ? 'guide across' : 'guide'} />;
};

/** A place for a field that one press accepts. */
const Proposed = ({ proposal, size }: { proposal: Proposal; size: Size }) => {
  const { type, label, page, x, y, width, height } = proposal;
  const share = (part: number, whole: number): string => `${(part / whole) * 100}%`;
  const place = { left: share(x, size.width), bottom: share(y, size.height) };
  const kind = { trusted: kindOf(type) };
  return (
    <button
      type="button"
      class="box proposed"
      style={{ ...place, width: share(width, size.width), height: share(height, size.height) }}
      aria-label={label ? say(w.proposedNamed, { kind, label, page }) : say(w.proposed, { kind, page })}
      onClick={() => accept([proposal])}
    />
  );
};

/** Says what was done, for those who don't see it. */
export const Announcer = () => (
  <p class="unseen" role="status">
    {announcement.value}
  </p>
);
