import { useComputed, useSignalEffect } from '@preact/signals';
import type { KeyboardEvent } from 'preact/compat';
import { useRef } from 'preact/hooks';
import { Sign } from '../shared/kind-sign.tsx';
import type { Contents, PlacedField } from './draft.ts';
import { followMove, sizing, startDrag } from './drag.ts';
import { contents, edit } from './editor.ts';
import { duplicateFields, inOrder, moveFields, numberInOrder, pageSize, resizeFields } from './edits.ts';
import { guidesOf, wantGuides } from './guides.ts';
import { kindOf } from './kind-words.ts';
import { removeNamed } from './removal.tsx';
import { announcement, choosesSeveral, selectAlso, selected, selectOnly, tool } from './selection.ts';
import { toNextGuide } from './snap.ts';
import { calledInWords } from './titles.tsx';
import { say, w } from './words/index.ts';

/** Words for a field: its kind, whose it is, and where it stands among all. */
export const describe = (field: PlacedField, all: Contents): string => {
  const role = all.roles.find(({ name }) => name === field.role_name);
  const words = say(w.fieldIs, {
    kind: { trusted: kindOf(field.type) },
    person: role ? calledInWords(role, all.roles) : field.role_name,
    page: field.page,
    index: numberInOrder(all, field.name),
    count: all.fields.length,
  });
  return field.settings.rules ? `${words}, ${w.fieldRuled}` : words;
};

/** Number of a person's colour. */
export const colourOf = (role_name: string, { roles }: Contents): number =>
  Math.max(
    0,
    inOrder(roles).findIndex(({ name }) => name === role_name),
  ) % 8;

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
    removeNamed(names);
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

/** The sign of a field that has rules. */
const RuleSign = () => (
  <svg class="ruled" viewBox="0 0 16 16" aria-hidden="true">
    <path d="M3 3v10M3 8h5l4-4M8 8l4 4M9.5 4H12v2.5M12 9.5V12H9.5" />
  </svg>
);

/** A field on its page: a press chooses it, dragging moves it, keys do both. */
export const FieldBox = ({ field, shown }: { field: PlacedField; shown: Contents }) => {
  const { name } = field;
  const size = pageSize(shown, field);
  const box = useRef<HTMLDivElement>(null);
  useSignalEffect(() => {
    if (box.current) followMove(box.current, name, size);
  });
  const isSelected = useComputed(() => selected.value.has(name)).value;
  const hasGrip = useComputed(() => selected.value.size === 1 && selected.value.has(name) && tool.value === null).value;
  const { x, y, width, height } = useComputed(() => sizing(name)).value?.(field) ?? field;
  const place = {
    left: `${(x / size.width) * 100}%`,
    bottom: `${(y / size.height) * 100}%`,
    width: `${(width / size.width) * 100}%`,
    height: `${(height / size.height) * 100}%`,
  };
  return (
    <div ref={box} class={`box who-${colourOf(field.role_name, shown)}${isSelected ? ' selected' : ''}`} style={place}>
      <button
        type="button"
        id={`field-${field.name}`}
        aria-label={describe(field, shown)}
        aria-pressed={isSelected}
        onPointerDown={(event) => startDrag(event, field, 'move', size)}
        onClick={(event) => {
          // A key's press: the pointer has chosen already.
          if (event.detail === 0) (choosesSeveral.peek() ? selectAlso : selectOnly)(field.name);
          // On a phone the properties of what is chosen come up from below.
          else event.currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' });
        }}
        onKeyDown={(event) => pressKey(event, field)}
      >
        <Sign type={field.type} />
        <span aria-hidden="true">{field.label ?? kindOf(field.type)}</span>
        {!!field.settings.rules && <RuleSign />}
      </button>
      {hasGrip && (
        <span
          class="grip"
          aria-hidden="true"
          onPointerDown={(event) => startDrag(event, field, 'size', size)}
          // The field keeps the focus: keys go on where the pointer ends.
          onMouseDown={(event) => event.preventDefault()}
        />
      )}
    </div>
  );
};
