import { useEffect } from 'preact/hooks';
import type { Field } from '../../shared/answers.ts';
import { closeSheet, Sheet, showSheet } from '../../shared/sheet.tsx';
import { labelOf, ownLabel } from '../state/fields.ts';
import { own } from '../state/state.ts';
import { quoted, w } from '../words/index.ts';
import { FieldInput } from './field-input.tsx';
import { inputOf } from './inputs.tsx';

/**
 * Fills a field that was pressed on a page: at once if the press itself is the value, else on a sheet with room to
 * type.
 */
export const pressField = (field: Field): void => {
  if (!inputOf(field)?.press?.(field)) showSheet(() => <FieldSheet name={field.name} />);
};

const FieldSheet = ({ name }: { name: string }) => {
  const field = own.value.find((one) => one.name === name);
  // A rule may have hidden it meanwhile.
  useEffect(() => {
    if (!field) closeSheet();
  }, [field]);
  if (!field) return null;
  return (
    <Sheet title={quoted(ownLabel(field)) || labelOf(field)} typing>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          // Leaving the input saves it.
          if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
          closeSheet();
        }}
      >
        <FieldInput field={field} at="sheet" />
        <button type="submit">{w.fieldDone}</button>
      </form>
    </Sheet>
  );
};
