import { batch, signal } from '@preact/signals';
import type { Contents, PlacedField } from './draft.ts';
import { contents, edit } from './editor.ts';
import { LEAST, moveFields, resizeFields, type Size } from './edits.ts';
import { guidesOf, wantGuides } from './guides.ts';
import { movedBy } from './points.ts';
import { choosesSeveral, selectAlso, selected, selectOnly } from './selection.ts';
import { type Guides, type Snapped, type Snapping, snapsOf } from './snap.ts';

/**
 * The movement or the change of size that the pointer is making: an edit when the pointer is lifted. A frame of it
 * draws no field anew. What moves is moved by the browser's compositor, which neither lays out nor paints.
 */

interface Drag {
  kind: 'move' | 'size';
  names: ReadonlySet<string>;
  /** The page on which it happens. */
  on: Pick<PlacedField, 'document_id' | 'page'>;
}

const drag = signal<Drag | null>(null);

/** By how much, in points. */
const movement = signal<Snapped['by']>({ x: 0, y: 0 });

/** The places of the page that it has snapped to. */
const snappedTo = signal<Snapped['at']>({ x: null, y: null });

/** Pixels that the pointer may tremble before it drags. */
const TREMBLE = 4;

/** Follows the pointer that was pressed on a field, until it is lifted. */
export const startDrag = (event: PointerEvent, field: PlacedField, kind: Drag['kind'], size: Size): void => {
  const target = event.currentTarget as HTMLElement;
  const page = target.closest('.page');
  if (event.button !== 0 || !page) return;
  const sheet = page.getBoundingClientRect();
  const [left, top] = [event.clientX, event.clientY];
  const isAlso = event.shiftKey || event.ctrlKey || event.metaKey || choosesSeveral.peek();
  if (kind === 'move' && isAlso) selectAlso(field.name);
  else if (!selected.peek().has(field.name)) selectOnly(field.name);
  const names = selected.peek();
  const { document_id, page: number } = field;
  void wantGuides(document_id, number);
  const snap = snapping(field, names);
  // At once: the first movement may be beyond the field already.
  target.setPointerCapture(event.pointerId);
  let isDragging = false;
  const move = (now: PointerEvent) => {
    const [across, down] = [now.clientX - left, now.clientY - top];
    if (!isDragging && Math.hypot(across, down) < TREMBLE) return;
    isDragging = true;
    const by = movedBy(sheet, size, { x: across, y: down });
    const place = kind === 'move' && !now.altKey ? snap(by) : { by, at: { x: null, y: null } };
    batch(() => {
      movement.value = place.by;
      snappedTo.value = place.at;
      if (!drag.peek()) drag.value = { kind, names, on: { document_id, page: number } };
    });
  };
  const end = (last: PointerEvent) => {
    target.removeEventListener('pointermove', move);
    target.removeEventListener('pointerup', end);
    target.removeEventListener('pointercancel', end);
    drag.value = null;
    if (!isDragging || last.type === 'pointercancel') return;
    const { x, y } = movement.peek();
    edit((now) =>
      kind === 'move' ? moveFields(now, names, { x, y }) : resizeFields(now, names, { width: x, height: -y }),
    );
  };
  target.addEventListener('pointermove', move);
  target.addEventListener('pointerup', end);
  target.addEventListener('pointercancel', end);
};

/** Snaps the movements of a field: the places are gathered again only when the page's guides come or fields change. */
const snapping = ({ name, document_id, page }: PlacedField, names: ReadonlySet<string>): Snapping => {
  let known: { all: Contents; guides: Guides | undefined; snap: Snapping } | undefined;
  return (by) => {
    const all = contents.peek();
    const field = all?.fields.find((one) => one.name === name);
    if (!all || !field) return { by, at: { x: null, y: null } };
    const guides = guidesOf(document_id, page);
    if (known?.all !== all || known.guides !== guides) {
      known = { all, guides, snap: snapsOf(all, names, field, guides) };
    }
    return known.snap(by);
  };
};

/** A movement in points, for the style of an element of a page of this size, whatever the zoom. */
const shift = ({ x, y }: Snapped['by'], { width }: Size): string => `${(x / width) * 100}cqw ${(-y / width) * 100}cqw`;

/** Lets a field's element go with the drag that moves it. Run as an effect. */
export const followMove = ({ style }: HTMLElement, name: string, size: Size): void => {
  const now = drag.value;
  if (now?.kind === 'move' && now.names.has(name)) {
    style.willChange = 'translate';
    style.translate = shift(movement.value, size);
  } else if (style.translate) {
    style.willChange = '';
    style.translate = '';
  }
};

/** Gives a field of this name the size that the drag gives it; null unless the drag does. Run as a computed signal. */
export const sizing = (name: string): ((field: PlacedField) => PlacedField) | null => {
  const now = drag.value;
  if (now?.kind !== 'size' || !now.names.has(name)) return null;
  const { x, y } = movement.value;
  return (field) => {
    const height = Math.max(LEAST, field.height - y);
    return { ...field, width: Math.max(LEAST, field.width + x), height, y: field.y + field.height - height };
  };
};

/** True while something is moved or changed on this page. */
export const isDraggedOn = (document_id: string, page: number): boolean => {
  const on = drag.value?.on;
  return on?.document_id === document_id && on.page === page;
};

/** Puts a guide's element on the place that was snapped to, or beside the page. Run as an effect. */
export const followGuide = ({ style }: HTMLElement, axis: 'x' | 'y', size: Size): void => {
  const at = snappedTo.value[axis] ?? OUTSIDE;
  style.translate = shift(axis === 'x' ? { x: at, y: 0 } : { x: 0, y: at }, size);
};

/** Points at which a page shows nothing. */
const OUTSIDE = -20;
