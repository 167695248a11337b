import { contents, edit } from '../sending/editor.ts';
import type { RemovingProps } from '../sending/rule-forms.ts';
import { closeSheet, Sheet } from '../shared/sheet.tsx';
import { fieldName, ruleSentences } from './sentences.ts';
import { rulesOf, usersOf, withoutUse } from './without.ts';
import { w } from './words/index.ts';

/** Says which rules use what is to be removed, and adapts them. One step of undo takes all of it back. */
export const Removing = ({ names, remove, onDone }: RemovingProps) => {
  const all = contents.value;
  if (!all) return null;
  const go = () => {
    edit((now) => {
      const after = remove(now);
      return { ...after, fields: withoutUse(after.fields, names) };
    });
    closeSheet();
    onDone();
  };
  return (
    <Sheet title={w.usedTitle}>
      <p>{w.usedAbout}</p>
      <ul class="list">
        {usersOf(all.fields, names).map((field) => (
          <li key={field.name}>
            {fieldName(field.name, all)}
            <p class="soft">{ruleSentences(rulesOf(field) ?? {}, all).join(' ')}</p>
          </li>
        ))}
      </ul>
      <div class="pair">
        <button type="button" class="other" onClick={closeSheet}>
          {w.cancel}
        </button>
        <button type="button" class="danger" onClick={go}>
          {w.usedGo}
        </button>
      </div>
    </Sheet>
  );
};
