import { useSignal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import type { FieldType } from '../../../fields/types.ts';
import { Sign } from '../shared/kind-sign.tsx';
import { ActButton } from '../shared/parts.tsx';
import { Sheet, showSheet } from '../shared/sheet.tsx';
import type { Contents } from './draft.ts';
import { canRedo, canUndo, contents, edit, redo, undo } from './editor.ts';
import { initialEveryPage, inOrder, misplacedFields } from './edits.ts';
import { colourOf, describe } from './field-box.tsx';
import { redoByKey, undoByKey } from './history-keys.ts';
import { kindOf } from './kind-words.ts';
import { TOOLS } from './kinds.ts';
import { Announcer, EditedPages, moveSelected, useToolInView } from './pages.tsx';
import { Properties } from './properties.tsx';
import { acceptAll, dismiss, findProposals, proposals } from './proposals.ts';
import {
  choosesSeveral,
  focusField,
  placeFor,
  placingFor,
  selected,
  selectNothing,
  selectOnly,
  tool,
} from './selection.ts';
import { Called } from './titles.tsx';
import { say, w } from './words/index.ts';
import { zoomStep } from './zoom.ts';

/** Keys of this step, each with what it does. */
const keys = (): (readonly [string, string])[] => [
  ['Tab', w.editNext],
  ['← ↑ → ↓', w.editMove],
  ['Shift + ←', w.editMoveFar],
  ['Ctrl + ←', w.editGuide],
  ['Alt + ←', w.editSize],
  ['Enter', w.properties],
  ['Delete', w.removeFields],
  ['Ctrl + D', w.duplicate],
  ['Ctrl + A', w.editPage],
  ['Ctrl + Shift + A', w.editAll],
  ['Ctrl + Z', w.undo],
  ['Ctrl + Y', w.redo],
  ['+', w.zoomIn],
  ['−', w.zoomOut],
  ['Escape', w.editStop],
  ['Ctrl + Enter', w.next],
  ['?', w.allKeys],
];

const Keys = () => (
  <Sheet title={w.allKeys}>
    <dl class="keys">
      {keys().map(([key, does]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  </Sheet>
);

/** Leads from the properties back to the field: Enter led from there to here. */
const backToField = (): void => {
  const field = contents.peek()?.fields.find(({ name }) => selected.peek().has(name));
  if (field) focusField(field, false);
};

/** Keys that work wherever the focus is in this step, but not while one types. */
const pressKey = (event: KeyboardEvent): void => {
  const target = event.target as Element;
  const isCommand = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  if (key === 'escape' && target.closest('.properties')) backToField();
  else if (target.closest('input, textarea, select, dialog')) return;
  else if (isCommand && key === 'z') (event.shiftKey ? redoByKey : undoByKey)();
  else if (isCommand && key === 'y') redoByKey();
  else if (key === 'escape') {
    tool.value = null;
    selectNothing();
  } else if (key === '?') showSheet(Keys);
  else if (!isCommand && (key === '+' || key === '=')) zoomStep(1);
  else if (!isCommand && key === '-') zoomStep(-1);
  else return;
  event.preventDefault();
};

/**
 * Chooses a tool. A key that chooses one places the field in the middle of the current page: keys have no place to
 * press.
 */
const chooseTool = (kind: FieldType, isKey: boolean): void => {
  // A key places what is chosen already.
  tool.value = tool.peek() === kind && !isKey ? null : kind;
  if (!isKey || !tool.peek()) return;
  useToolInView();
};

/** Shows all of a tool that keys lead to. Browsers don't scroll a row of which they see its edge. */
const showWhole = ({ target }: Event): void => {
  const one = target as Element;
  // Nothing moves under a pointer.
  if (one.matches(':focus-visible')) one.scrollIntoView({ block: 'nearest', inline: 'nearest' });
};

/** Puts initials of the person on each page, in one step that can be taken back. */
const placeInitials = (): void => {
  const role = placingFor.peek();
  if (role) edit((now) => initialEveryPage(now, role.name));
};

/** Asks the pages for places of fields, and accepts or leaves what they propose. */
const Proposals = () => {
  const found = proposals.value;
  const count = found?.length ?? 0;
  return (
    <section aria-label={w.proposals}>
      {count === 0 && (
        <ActButton other act={findProposals} doing={w.finding}>
          {w.findFields}
        </ActButton>
      )}
      <p class="soft" role="status">
        {found && (count > 0 ? say(w.foundFields, { count }) : w.foundNone)}
      </p>
      {found && count > 0 && (
        <>
          <button type="button" onClick={(event) => acceptAll(event.detail > 0)}>
            {w.acceptAll}
          </button>
          <button type="button" class="other" onClick={dismiss}>
            {w.dismissAll}
          </button>
        </>
      )}
    </section>
  );
};

/** Fields that no page shows: each is moved to a page, or removed. */
const Misplaced = ({ shown }: { shown: Contents }) => {
  const fields = misplacedFields(shown);
  if (fields.length === 0) return null;
  return (
    <section aria-labelledby="misplaced">
      <h2 id="misplaced">{w.misplaced}</h2>
      <ul class="list">
        {fields.map((field) => (
          <li key={field.name} class="row">
            <button
              type="button"
              class="row"
              aria-pressed={selected.value.has(field.name)}
              onClick={(event) => {
                selectOnly(field.name);
                moveSelected(event.detail === 0);
              }}
            >
              <Sign type={field.type} />
              {describe(field, shown)}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
};

/** The step of fields: the pages, with what is to be filled upon them. */
export const Fields = ({ shown }: { shown: Contents }) => {
  const isKeyed = useSignal(false);
  // Before anybody can press: what is pressed then has its meaning already.
  useLayoutEffect(() => {
    // The first field of all is a signature.
    if (shown.fields.length === 0) tool.value = 'signature';
    addEventListener('keydown', pressKey);
    return () => {
      removeEventListener('keydown', pressKey);
      tool.value = null;
      choosesSeveral.value = false;
      proposals.value = null;
    };
  }, []);
  const able = inOrder(shown.roles).filter(({ type }) => type !== 'cc');
  if (shown.documents.length === 0) return <p>{w.addDocumentFirst}</p>;
  if (able.length === 0) return <p>{w.addPersonFirst}</p>;
  return (
    <div class="editor">
      <div class="palette">
        <fieldset>
          <legend>{w.fieldFor}</legend>
          {able.map((role) => (
            <label key={role.name} class={`chip who-${colourOf(role.name, shown)}`}>
              <input
                type="radio"
                name="placing-for"
                checked={placingFor.value?.name === role.name}
                onChange={() => placeFor(role.name)}
              />
              <span>
                <Called role={role} roles={shown.roles} />
              </span>
            </label>
          ))}
        </fieldset>
        <div class="kinds" role="toolbar" aria-label={w.fieldKinds} aria-orientation="vertical" onFocusIn={showWhole}>
          {TOOLS.map((kind) => (
            <button
              key={kind}
              type="button"
              class="row"
              aria-pressed={tool.value === kind}
              {...(kind === 'signature' && shown.fields.length === 0 ? { 'data-begin': '' } : {})}
              onKeyDown={() => (isKeyed.value = true)}
              onPointerDown={() => (isKeyed.value = false)}
              onClick={(event) => chooseTool(kind, event.detail === 0 && isKeyed.value)}
            >
              <Sign type={kind} />
              {kindOf(kind)}
            </button>
          ))}
        </div>
        <p class="soft" role="status">
          {tool.value ? w.toolHint : ''}
        </p>
      </div>
      <div class="side">
        <div class="tools bar" role="toolbar" aria-label={w.editTools} onFocusIn={showWhole}>
          <button type="button" class="quiet" aria-disabled={!canUndo.value} onClick={undo}>
            {w.undo}
          </button>
          <button type="button" class="quiet" aria-disabled={!canRedo.value} onClick={redo}>
            {w.redo}
          </button>
          <button type="button" class="quiet" aria-label={w.zoomOut} onClick={() => zoomStep(-1)}>
            −
          </button>
          <button type="button" class="quiet" aria-label={w.zoomIn} onClick={() => zoomStep(1)}>
            +
          </button>
          <button
            type="button"
            class="quiet"
            aria-pressed={choosesSeveral.value}
            onClick={() => (choosesSeveral.value = !choosesSeveral.peek())}
          >
            {w.chooseSeveral}
          </button>
          <button type="button" class="quiet" onClick={() => showSheet(Keys)}>
            {w.allKeys}
          </button>
        </div>
        <div class="helps">
          <button type="button" class="row" onClick={placeInitials}>
            <Sign type="initial" />
            {w.initialsEveryPage}
          </button>
          <Proposals />
        </div>
        <div class="aside">
          <Misplaced shown={shown} />
          <Properties shown={shown} />
        </div>
      </div>
      <div class="sheetwork">
        <EditedPages shown={shown} />
      </div>
      <Announcer />
    </div>
  );
};
