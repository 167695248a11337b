import type { Field } from '../../shared/answers.ts';
import { placeOf, type Size } from '../pages/page-size.ts';
import type { Crowd } from '../state/field-place.ts';
import { numberOf } from '../state/fields.ts';
import { own } from '../state/state.ts';
import { say, w } from '../words/index.ts';
import { isDue } from './due.ts';
import { goNear } from './next-field.ts';

/**
 * Fields that stand too close together for a finger: a press brings them nearer, and leads to the one that was pressed.
 */
export const CrowdButton = ({ crowd, size, scale }: { crowd: Crowd<Field>; size: Size; scale: number }) => {
  const { fields, box } = crowd;
  const numbers = fields.map((field) => numberOf(field, own.value));
  const [first, last] = [Math.min(...numbers), Math.max(...numbers)];
  /** The field nearest to a point of the button; a key has none. */
  const pressed = (event: MouseEvent): Field | undefined => {
    const inOrder = [...fields].sort((a, b) => numberOf(a, own.value) - numberOf(b, own.value));
    if (event.detail === 0) return inOrder.find(isDue) ?? inOrder[0];
    const at = { x: box.x + event.offsetX / scale, y: box.y + box.height - event.offsetY / scale };
    const far = (field: Field): number =>
      Math.hypot(
        Math.max(field.x - at.x, 0, at.x - field.x - field.width),
        Math.max(field.y - at.y, 0, at.y - field.y - field.height),
      );
    return inOrder.sort((a, b) => far(a) - far(b))[0];
  };
  return (
    <button
      type="button"
      class={fields.some(isDue) ? 'crowd due' : 'crowd'}
      style={placeOf(box, size)}
      aria-label={say(w.crowd, { first, last })}
      onClick={(event) => {
        const field = pressed(event);
        if (field) goNear(field);
      }}
    >
      <b aria-hidden="true">+ {first === last ? first : `${first}–${last}`}</b>
    </button>
  );
};
