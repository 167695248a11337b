import { useEffect } from 'preact/hooks';
import { MOST_HELD, useNearPages } from '../shared/near-pages.ts';
import { PageText } from '../shared/page-text.tsx';
import type { Contents, DraftDocument } from './draft.ts';
import { contents, edit } from './editor.ts';
import { inReadingOrder, moveFields, pageSize, placeField } from './edits.ts';
import { FieldBox, kindOf } from './field-box.tsx';
import { askAgain, pictureKey, pictures, wantPicture } from './page-pictures.ts';
import { accept, type Proposal, proposals } from './proposals.ts';
import { announcement, currentPage, placingFor, selected, selectNothing, selectOnly, tool } from './selection.ts';
import { say, w } from './words/index.ts';

interface Place {
  document: DraftDocument;
  page: number;
}

const placesOf = ({ documents }: Contents): Place[] =>
  [...documents]
    .sort((a, b) => a.order - b.order)
    .flatMap((document) => Array.from({ length: document.pages }, (_, index) => ({ document, page: index + 1 })));

/** All pages, with the fields upon them. Only those near the screen hold pictures. */
export const EditedPages = ({ shown, zoom }: { shown: Contents; zoom: number }) => {
  const places = placesOf(shown);
  const { near, list } = useNearPages(places.length, '50%');
  const held = new Set([...near.value].sort((a, b) => a - b).slice(0, MOST_HELD));
  const byPage = fieldsByPage(shown);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls takes the focus, or keys can't scroll it
    <section class={tool.value ? 'pages placing' : 'pages'} aria-label={w.pagesPlace} tabIndex={0}>
      <div ref={list} style={{ width: `${zoom}%` }}>
        {places.map((place, index) => (
          <EditedPage
            key={pictureKey(place.document.id, place.page)}
            {...place}
            index={index}
            isHeld={held.has(index)}
            shown={shown}
            fields={byPage.get(pictureKey(place.document.id, place.page)) ?? []}
          />
        ))}
      </div>
    </section>
  );
};

const fieldsByPage = (shown: Contents): Map<string, Contents['fields'][number][]> => {
  const groups = new Map<string, Contents['fields'][number][]>();
  for (const field of inReadingOrder(shown)) {
    const key = pictureKey(field.document_id, field.page);
    groups.set(key, [...(groups.get(key) ?? []), field]);
  }
  return groups;
};

interface Edited extends Place {
  index: number;
  isHeld: boolean;
  shown: Contents;
  fields: readonly Contents['fields'][number][];
}

/** Uses the tool at a point of a page, in points of the page. */
export const useToolAt = (document_id: string, page: number, x: number, y: number): void => {
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
    focusField(first.name);
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
  focusField(placed);
};

const focusField = (name: string): void => {
  requestAnimationFrame(() => document.getElementById(`field-${name}`)?.focus({ preventScroll: true }));
};

const EditedPage = ({ document, page, index, isHeld, shown, fields }: Edited) => {
  const size = pageSize(shown, { document_id: document.id, page });
  const known = pictures.value[pictureKey(document.id, page)];
  useEffect(() => {
    if (isHeld) void wantPicture(document.id, page);
  }, [isHeld, document.id, page]);
  const name = say(w.pageOf, { page, pages: document.pages, document: document.name });
  const press = (event: MouseEvent) => {
    currentPage.value = { document_id: document.id, page };
    if ((event.target as Element).closest('.box')) return;
    if (!tool.peek()) {
      selectNothing();
      return;
    }
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
    const scale = size.width / box.width;
    useToolAt(document.id, page, (event.clientX - box.left) * scale, (box.bottom - event.clientY) * scale);
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys place fields by the tools themselves
    // biome-ignore lint/a11y/noStaticElementInteractions: a press on the page places what a tool has chosen
    <div class="page" data-index={index} style={{ aspectRatio: `${size.width} / ${size.height}` }} onClick={press}>
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

/** A place for a field that one press accepts. */
const Proposed = ({ proposal, size }: { proposal: Proposal; size: { width: number; height: number } }) => {
  const { type, label, page, x, y, width, height } = proposal;
  const share = (part: number, whole: number): string => `${(part / whole) * 100}%`;
  const place = { left: share(x, size.width), bottom: share(y, size.height) };
  const kind = { bare: kindOf(type) };
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
