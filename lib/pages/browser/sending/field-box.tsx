import { signal, useComputed } from '@preact/signals';
import type { KeyboardEvent } from 'preact/compat';
import type { FieldType } from '../../../fields/types.ts';
import { Sign } from '../shared/kind-sign.tsx';
import type { Contents, PlacedField } from './draft.ts';
import { contents, edit } from './editor.ts';
import {
  duplicateFields,
  inOrder,
  LEAST,
  moveFields,
  numberInOrder,
  pageSize,
  removeFields,
  resizeFields,
  type Size,
} from './edits.ts';
import { guidesOf, wantGuides } from './guides.ts';
import { wordOf } from './kinds.ts';
import { movedBy } from './points.ts';
import { announcement, selectAlso, selected, selectNothing, selectOnly, tool } from './selection.ts';
import { type Snapped, snapped, toNextGuide } from './snap.ts';
import { calledInWords } from './titles.tsx';
import { say, w } from './words/index.ts';

/**
 * The movement or the change of size that the pointer is making, in points: it is an edit when the pointer is lifted.
 */
interface Drag {
  kind: 'move' | 'size';
  names: ReadonlySet<string>;
  by: { x: number; y: number };
  /** The page on which it happens, and the places that it has snapped to. */
  guides: Pick<PlacedField, 'document_id' | 'page'> & Snapped['at'];
}
const drag = signal<Drag | null>(null);

const preview = (field: PlacedField, now: Drag | null): PlacedField => {
  if (!now) return field;
  const { x, y } = now.by;
  if (now.kind === 'move') return { ...field, x: field.x + x, y: field.y + y };
  const height = Math.max(LEAST, field.height - y);
  return { ...field, width: Math.max(LEAST, field.width + x), height, y: field.y + field.height - height };
};

/** Words for a field: its kind, whose it is, and where it stands among all. */
export const describe = (field: PlacedField, all: Contents): string => {
  const role = all.roles.find(({ name }) => name === field.role_name);
  return say(w.fieldIs, {
    kind: { trusted: kindOf(field.type) },
    person: role ? calledInWords(role, all.roles) : field.role_name,
    page: field.page,
    index: numberInOrder(all, field.name),
    count: all.fields.length,
  });
};

export const kindOf = (type: FieldType): string => {
  const word = wordOf(type);
  return word ? w[word] : type;
};

/** Number of a person's colour. */
export const colourOf = (role_name: string, { roles }: Contents): number =>
  Math.max(
    0,
    inOrder(roles).findIndex(({ name }) => name === role_name),
  ) % 8;

/** Pixels that the pointer may tremble before it drags. */
const TREMBLE = 4;

const startDrag = (event: PointerEvent, field: PlacedField, kind: Drag['kind'], size: Size): void => {
  const page = (event.currentTarget as HTMLElement).closest('.page');
  const target = event.currentTarget as HTMLElement;
  if (event.button !== 0 || !page) return;
  const sheet = page.getBoundingClientRect();
  const [left, top] = [event.clientX, event.clientY];
  const isAlso = event.shiftKey || event.ctrlKey || event.metaKey;
  if (kind === 'move' && isAlso) selectAlso(field.name);
  else if (!selected.peek().has(field.name)) selectOnly(field.name);
  const names = selected.peek();
  void wantGuides(field.document_id, field.page);
  let isDragging = false;
  const move = (now: PointerEvent) => {
    const [across, down] = [now.clientX - left, now.clientY - top];
    if (!isDragging && Math.hypot(across, down) < TREMBLE) return;
    if (!isDragging) target.setPointerCapture(event.pointerId);
    isDragging = true;
    const by = movedBy(sheet, size, { x: across, y: down });
    const all = contents.peek();
    const snaps = kind === 'move' && all && !now.altKey;
    const { document_id, page } = field;
    const free = { by, at: { x: null, y: null } };
    const place = snaps ? snapped(all, names, field, by, guidesOf(document_id, page)) : free;
    drag.value = { kind, names, by: place.by, guides: { document_id, page, ...place.at } };
  };
  const end = (last: PointerEvent) => {
    target.removeEventListener('pointermove', move);
    target.removeEventListener('pointerup', end);
    target.removeEventListener('pointercancel', end);
    const done = drag.peek();
    drag.value = null;
    if (!done || last.type === 'pointercancel') return;
    const { x, y } = done.by;
    edit((now) =>
      done.kind === 'move'
        ? moveFields(now, done.names, done.by)
        : resizeFields(now, done.names, { width: x, height: -y }),
    );
  };
  target.addEventListener('pointermove', move);
  target.addEventListener('pointerup', end);
  target.addEventListener('pointercancel', end);
};

const ARROWS: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: 1 },
  ArrowDown: { x: 0, y: -1 },
};

/** Keys of a field that has the focus. */
const pressKey = (event: KeyboardEvent<HTMLElement>, field: PlacedField): void => {
  const names = selected.peek().has(field.name) ? selected.peek() : new Set([field.name]);
  const arrow = ARROWS[event.key];
  const isCommand = event.ctrlKey || event.metaKey;
  if (arrow && !isCommand) {
    const step = event.shiftKey ? 10 : 1;
    const by = { x: arrow.x * step, y: arrow.y * step };
    edit((now) =>
      event.altKey ? resizeFields(now, names, { width: by.x, height: -by.y }) : moveFields(now, names, by),
    );
    announce(field.name);
  } else if (arrow && isCommand) {
    void moveToGuide(field, names, arrow);
  } else if (event.key === 'Delete' || event.key === 'Backspace') {
    edit((now) => removeFields(now, names));
    selectNothing();
  } else if (event.key === 'Enter') {
    selectOnly(field.name);
    requestAnimationFrame(() => document.querySelector<HTMLElement>('.properties select, .properties input')?.focus());
  } else if (isCommand && event.key.toLowerCase() === 'd') {
    duplicate(names);
  } else if (isCommand && event.key.toLowerCase() === 'a') {
    const { document_id, page } = field;
    const isOnPage = (one: PlacedField) => one.document_id === document_id && one.page === page;
    const all = contents.peek()?.fields ?? [];
    selected.value = new Set(all.filter((one) => event.shiftKey || isOnPage(one)).map(({ name }) => name));
  } else return;
  event.preventDefault();
};

/** Moves fields to the next guide in a direction: the same as a drag that snaps. */
const moveToGuide = async (
  field: PlacedField,
  names: ReadonlySet<string>,
  direction: { x: number; y: number },
): Promise<void> => {
  const { document_id, page, name } = field;
  await wantGuides(document_id, page);
  edit((now) => {
    const current = now.fields.find((one) => one.name === name) ?? field;
    return moveFields(now, names, toNextGuide(now, names, current, direction, guidesOf(document_id, page)));
  });
  announce(name);
};

/** The lines of a page that the dragged field has snapped to. */
export const ShownGuides = ({
  document_id,
  page,
  size,
}: Pick<PlacedField, 'document_id' | 'page'> & { size: Size }) => {
  const at = useComputed(() => {
    const guides = drag.value?.guides;
    return guides?.document_id === document_id && guides.page === page ? guides : null;
  }).value;
  return (
    <>
      {at?.x != null && <span class="guide across" style={{ left: `${(at.x / size.width) * 100}%` }} />}
      {at?.y != null && <span class="guide" style={{ bottom: `${(at.y / size.height) * 100}%` }} />}
    </>
  );
};

const announce = (name: string): void => {
  const all = contents.peek();
  const field = all?.fields.find((one) => one.name === name);
  if (all && field) announcement.value = `${describe(field, all)}, ${Math.round(field.x)}, ${Math.round(field.y)}`;
};

/** Makes copies of fields, and chooses these. */
export const duplicate = (names: ReadonlySet<string>): void => {
  let copies = new Set<string>();
  edit((now) => {
    const made = duplicateFields(now, names);
    copies = made.names;
    return made.contents;
  });
  selected.value = copies;
};

/** A field on its page: a press chooses it, dragging moves it, keys do both. */
export const FieldBox = ({ field, shown }: { field: PlacedField; shown: Contents }) => {
  const { name } = field;
  // A drag changes with every frame, and draws anew the fields that it moves alone.
  const dragged = useComputed(() => (drag.value?.names.has(name) ? drag.value : null)).value;
  const isSelected = useComputed(() => selected.value.has(name)).value;
  const hasGrip = useComputed(() => selected.value.size === 1 && selected.value.has(name) && tool.value === null).value;
  const { x, y, width, height } = preview(field, dragged);
  const size = pageSize(shown, field);
  const place = {
    left: `${(x / size.width) * 100}%`,
    bottom: `${(y / size.height) * 100}%`,
    width: `${(width / size.width) * 100}%`,
    height: `${(height / size.height) * 100}%`,
  };
  return (
    <div class={`box who-${colourOf(field.role_name, shown)}${isSelected ? ' selected' : ''}`} style={place}>
      <button
        type="button"
        id={`field-${field.name}`}
        aria-label={describe(field, shown)}
        aria-pressed={isSelected}
        onPointerDown={(event) => startDrag(event, field, 'move', size)}
        onClick={(event) => {
          // A key's press: the pointer has chosen already.
          if (event.detail === 0) selectOnly(field.name);
        }}
        onKeyDown={(event) => pressKey(event, field)}
      >
        <Sign type={field.type} />
        <span aria-hidden="true">{field.label ?? kindOf(field.type)}</span>
      </button>
      {hasGrip && (
        <span class="grip" aria-hidden="true" onPointerDown={(event) => startDrag(event, field, 'size', size)} />
      )}
    </div>
  );
};
