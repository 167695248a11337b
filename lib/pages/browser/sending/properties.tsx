import { isExclusive } from '../../../fields/kinds.ts';
import { later } from '../shared/later.tsx';
import { Choice } from '../shared/parts.tsx';
import { needsOf } from '../shared/places.ts';
import type { Contents, PlacedField } from './draft.ts';
import { edit } from './editor.ts';
import {
  alignFields,
  changeFields,
  copyToPages,
  distributeFields,
  inOrder,
  resizeFields,
  type Side,
  type Size,
} from './edits.ts';
import { duplicate } from './field-box.tsx';
import { kindOf } from './kind-words.ts';
import { canBeRequired, hasDefaultText, hasOptions } from './kinds.ts';
import { moveSelected } from './pages.tsx';
import { removeNamed } from './removal.tsx';
import { ruleForms } from './rule-forms.ts';
import { selected } from './selection.ts';
import { called } from './titles.tsx';
import { TypedInput, TypedText } from './typed.tsx';
import { say, w } from './words/index.ts';

const RuleSection = later(() => ruleForms.load().then((part) => part.RuleSection), undefined, needsOf('ruleforms'));

const STEPS: readonly (readonly ['wider' | 'narrower' | 'higher' | 'lower', string, Size])[] = [
  ['narrower', '←', { width: -5, height: 0 }],
  ['wider', '→', { width: 5, height: 0 }],
  ['higher', '↑', { width: 0, height: 5 }],
  ['lower', '↓', { width: 0, height: -5 }],
];

const SIDES: readonly (readonly [Side, 'alignLeft' | 'alignRight' | 'alignTop' | 'alignBottom'])[] = [
  ['left', 'alignLeft'],
  ['right', 'alignRight'],
  ['top', 'alignTop'],
  ['bottom', 'alignBottom'],
];

/** Properties of the chosen fields. Everything that dragging does, presses do here, too. */
export const Properties = ({ shown }: { shown: Contents }) => {
  const names = selected.value;
  const fields = shown.fields.filter(({ name }) => names.has(name));
  const [first] = fields;
  if (!first) return <p class="soft">{w.nothingSelected}</p>;
  const change = (how: (field: PlacedField) => PlacedField) => edit((now) => changeFields(now, names, how));
  const pagesOf = (document_id: string): number[] =>
    Array.from({ length: shown.documents.find(({ id }) => id === document_id)?.pages ?? 0 }, (_, index) => index + 1);
  return (
    <section class="properties" aria-label={w.properties}>
      <h2>{fields.length === 1 ? kindOf(first.type) : say(w.selectedCount, { count: fields.length })}</h2>
      <label for="belongs-to">{w.belongsTo}</label>
      <select
        id="belongs-to"
        value={first.role_name}
        onChange={({ currentTarget: { value } }) => change((field) => ({ ...field, role_name: value }))}
      >
        {inOrder(shown.roles)
          .filter(({ type }) => type !== 'cc')
          .map((role) => (
            <option key={role.name} value={role.name}>
              {called(role, shown.roles)}
            </option>
          ))}
      </select>
      {canBeRequired(first.type) && (
        <Choice
          type="checkbox"
          checked={fields.every(({ required }) => required)}
          onChange={({ currentTarget: { checked } }) => change((field) => ({ ...field, required: checked }))}
        >
          {w.fieldRequired}
        </Choice>
      )}
      {fields.length === 1 && <Details field={first} change={change} />}
      <RuleSection fields={fields} shown={shown} change={change} />
      <div class="tools">
        {STEPS.map(([word, sign, by]) => (
          <button
            key={word}
            type="button"
            class="quiet"
            aria-label={w[word]}
            title={w[word]}
            onClick={() => edit((now) => resizeFields(now, names, by))}
          >
            {sign}
          </button>
        ))}
      </div>
      {fields.length > 1 && (
        <div class="tools">
          {SIDES.map(([side, word]) => (
            <button key={side} type="button" class="quiet" onClick={() => edit((now) => alignFields(now, names, side))}>
              {w[word]}
            </button>
          ))}
          <button type="button" class="quiet" onClick={() => edit((now) => distributeFields(now, names, 'x'))}>
            {w.distributeAcross}
          </button>
          <button type="button" class="quiet" onClick={() => edit((now) => distributeFields(now, names, 'y'))}>
            {w.distributeDown}
          </button>
        </div>
      )}
      <button type="button" class="row" onClick={(event) => moveSelected(event.detail === 0)}>
        {w.moveHere}
      </button>
      <button type="button" class="row" onClick={() => duplicate(names)}>
        {w.duplicate}
      </button>
      <button type="button" class="row" onClick={() => edit((now) => copyToPages(now, names, pagesOf))}>
        {w.copyAllPages}
      </button>
      <button type="button" class="row bad" onClick={() => removeNamed(names)}>
        {w.removeFields}
      </button>
    </section>
  );
};

type Change = (how: (field: PlacedField) => PlacedField) => void;

const Details = ({ field, change }: { field: PlacedField; change: Change }) => {
  return (
    <>
      <label for="property-label">{w.fieldLabel}</label>
      <TypedInput
        id="property-label"
        value={field.label ?? ''}
        maxLength={500}
        onTyped={({ value }) => change((one) => ({ ...one, label: value.trim() || null }))}
      />
      {hasDefaultText(field.type) && !isComputed(field) && (
        <>
          <label for="property-default">{w.fieldDefault}</label>
          <TypedInput
            id="property-default"
            value={field.default ?? ''}
            maxLength={10_000}
            onTyped={({ value }) => change((one) => ({ ...one, default: value || null }))}
          />
        </>
      )}
      {isExclusive(field) && (
        <>
          <label for="property-group">{w.fieldGroup}</label>
          <TypedInput
            id="property-group"
            value={field.group ?? ''}
            maxLength={200}
            onTyped={({ value }) => change((one) => ({ ...one, group: value.trim() || null }))}
          />
        </>
      )}
      {hasOptions(field.type) && (
        <>
          <label for="property-options">{w.fieldOptions}</label>
          <TypedText
            id="property-options"
            rows={4}
            value={field.options.map(({ label }) => label).join('\n')}
            onTyped={({ value }) => change((one) => ({ ...one, options: optionsOf(value) }))}
          />
        </>
      )}
    </>
  );
};

/** True if a rule computes the field's value: then it has none beforehand. */
const isComputed = ({ settings: { rules } }: PlacedField): boolean =>
  typeof rules === 'object' && rules !== null && 'value' in rules;

/** Options of a list, a line each; the same line twice is one option. */
const optionsOf = (text: string): { id: string; label: string }[] =>
  [...new Set(text.split('\n').map((line) => line.trim()))]
    .filter((line) => line)
    .map((label) => ({ id: label.slice(0, 200), label }));
