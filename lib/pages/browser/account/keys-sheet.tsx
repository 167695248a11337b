import { Sheet } from '../shared/sheet.tsx';
import { isOn, turn } from './keys-state.ts';
import { w } from './words/index.ts';

/** The keys of the list, and a way to turn them off. */
export const Keys = () => (
  <Sheet title={w.keys}>
    <dl class="keys">
      {(
        [
          ['/', w.search],
          ['j', w.keyNext],
          ['k', w.keyBefore],
          ['Enter', w.keyOpen],
          ['x', w.keyChoose],
          ['n', w.newEnvelope],
          ['?', w.keys],
        ] as const
      ).map(([key, words]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{words}</dd>
        </div>
      ))}
    </dl>
    <label class="check">
      <input type="checkbox" checked={isOn.value} onChange={({ currentTarget }) => turn(currentTarget.checked)} />
      {w.keysOn}
    </label>
  </Sheet>
);
