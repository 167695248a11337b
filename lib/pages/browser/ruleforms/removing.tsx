import { contents, edit } from '../sending/editor.ts';
import type { RemovingProps } from '../sending/rule-forms.ts';
import { Called } from '../sending/titles.tsx';
import { closeSheet, Sheet } from '../shared/sheet.tsx';
import { conditionSentence, fieldName, ruleSentences } from './sentences.ts';
import { conditionedOn, rulesOf, usersOf, withoutUseIn } from './without.ts';
import { w } from './words/index.ts';

/**
 * Says which rules, and which people's conditions, use what is to be removed, and adapts them. One step of undo takes
 * all of it back.
 */
export const Removing = ({ names, remove, onDone, person }: RemovingProps) => {
  const all = contents.value;
  if (!all) return null;
  const go = () => {
    edit((now) => withoutUseIn(remove(now), names));
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
        {conditionedOn(all.roles, names).map(
          (role) =>
            role.only_if &&
            role.name !== person && (
              <li key={`role ${role.name}`}>
                <Called role={role} roles={all.roles} />
                <p class="soft">{conditionSentence(role.only_if, all)}</p>
              </li>
            ),
        )}
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
