import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { hasLines, holdsFile, isExclusive, isTick, showsInk } from '../../../../fields/kinds.ts';
import type { Field } from '../../shared/answers.ts';
import { Sign } from '../../shared/kind-sign.tsx';
import { placeOf, type Size } from '../pages/page-size.ts';
import { drawnPage, type PageOf } from '../pages/page-source.ts';
import { hasMouse, isNarrow } from '../pages/width.ts';
import { isLargest } from '../pages/zoom.ts';
import {
  type Box,
  crowdsOf,
  holdsInput,
  holdsLabel,
  LABEL,
  sideForLabel,
  textSize,
  typedInput,
} from '../state/field-place.ts';
import { isOpen, labelOf, numberOf, shownValue, textOnPage } from '../state/fields.ts';
import { save } from '../state/queue.ts';
import { envelope, fieldProblems, own, recipient } from '../state/state.ts';
import { w } from '../words/index.ts';
import { CrowdButton } from './crowd.tsx';
import { groupName, isDue } from './due.ts';
import { pressField } from './field-sheet.tsx';
import { NumberedSign, TickBox } from './field-signs.tsx';
import { inputOf } from './inputs.tsx';
import { lit } from './lit-field.ts';

/** The fields on a page. `fillable`: the recipient's own can be filled there. */
export const FieldsOnPage = ({ at, size, fillable }: { at: PageOf; size: Size; fillable: boolean }) => {
  /** Pixels of the screen for a point; 0 until it is measured. */
  const scale = useSignal(0);
  const ruler = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const measure = () => {
      scale.value = (ruler.current?.getBoundingClientRect().width ?? 0) / size.width;
    };
    measure();
    const watch = new ResizeObserver(measure);
    if (ruler.current) watch.observe(ruler.current);
    return () => watch.disconnect();
  }, [size.width]);
  const fields = envelope.value.fields.filter(
    // The picture shows what was submitted.
    (field) => field.document_id === at.document.id && field.page === at.page && !isSubmitted(field.role_name),
  );
  const lines = drawnPage(at)?.text?.flatMap((block) => block.lines);
  const isMine = (field: Field): boolean => fillable && isOpen(field) && field.role_name === recipient.value.role_name;
  const crowds = crowdsOf(fields.filter(isMine), scale.value).filter((crowd) => crowd.fields.length > 1);
  const crowded = new Set(crowds.flatMap((crowd) => crowd.fields));
  // A mouse can press what stands close together. A finger gets nearer first.
  const isGathered = (field: Field): boolean => crowded.has(field) && !hasMouse() && !isLargest.value;
  return (
    <>
      <div class="ruler" ref={ruler} />
      {scale.value > 0 &&
        fields.map((field) =>
          isMine(field) && !isGathered(field) ? (
            <Spot
              key={field.name}
              field={field}
              size={size}
              scale={scale.value}
              isTight={crowded.has(field)}
              taken={lines && { lines, fields: fields.filter(({ name }) => name !== field.name) }}
            />
          ) : (
            (field.value || isMine(field)) && (
              <span
                key={field.name}
                class={`mark${isMine(field) ? ` far${stateOf(field)}` : ''}`}
                data-own={field.settings.form_field}
                style={placeOf(field, size)}
              >
                {field.value && <Mark field={field} scale={scale.value} />}
              </span>
            )
          ),
        )}
      {scale.value > 0 &&
        crowds
          .filter((crowd) => crowd.fields.every(isGathered))
          .map((crowd) => <CrowdButton key={crowd.fields[0]?.name} crowd={crowd} size={size} scale={scale.value} />)}
    </>
  );
};

const isSubmitted = (role_name: string): boolean =>
  envelope.value.recipients.find((one) => one.role_name === role_name)?.status === 'submitted';

/** Content of a field as it is stamped. */
const Mark = ({ field, scale }: { field: Field; scale: number }) => {
  const { base64 } = field.settings;
  if (showsInk(field) && typeof base64 === 'string') {
    return <img src={base64} alt={shownValue(field)} />;
  }
  if (isTick(field)) return <TickBox field={field} />;
  const text = textOnPage(field);
  return (
    <span
      class={hasLines(field) ? 'stamped lines' : 'stamped'}
      style={{ fontSize: `${textSize(field, text) * scale}px` }}
    >
      {text}
    </span>
  );
};

/**
 * Text that one types on a page is at least so large, in pixels; a browser on a phone zooms in on what is smaller than
 * 16.
 */
const leastSize = (): number => (matchMedia('(pointer: fine)').matches ? 9 : 16);

/** Places that a label must not cover. */
interface Taken {
  lines: readonly Box[];
  fields: readonly Box[];
}

interface At {
  field: Field;
  scale: number;
}

/** A field that the recipient can fill, at its place on the page. */
const Spot = ({
  field,
  size,
  scale,
  isTight,
  taken,
}: At & { size: Size; isTight: boolean; taken: Taken | undefined }) => {
  const label = labelOf(field);
  const fault = fieldProblems.value[field.name] ?? '';
  const typed = useSignal('');
  const isBox = isTick(field);
  const isTyped = !isNarrow() && holdsInput(field, scale, leastSize());
  const problem = typed.value || fault;
  const due = isDue(field);
  const state = problem ? ' bad' : due ? ' due' : '';
  const isLow = (size.height - field.y - field.height) * scale < ROOM;
  const side = isBox && taken && sideForLabel({ box: field, label, scale }, size, taken);
  const shared = { id: `page-${field.name}`, 'aria-describedby': problem ? `page-${field.name}-fault` : undefined };
  return (
    <div
      class={`spot ${isBox ? 'box' : isTyped ? 'typed' : ''}${state}${due && lit.value === field.name ? ' lit' : ''}${isTight ? ' tight' : ''}${isLow ? ' low' : ''}${field.x > size.width / 2 ? ' end' : ''}`}
      data-field={field.name}
      style={placeOf(field, size)}
      title={label}
    >
      {isBox ? (
        <Tick field={field} more={shared} />
      ) : isTyped ? (
        <Typed
          field={field}
          scale={scale}
          more={{ ...shared, 'aria-invalid': problem !== '' }}
          onFault={(text) => (typed.value = text)}
        />
      ) : (
        <Pressed field={field} scale={scale} more={shared} />
      )}
      {side ? (
        <span class={`caption ${side}`} aria-hidden="true">
          {label}
        </span>
      ) : (
        <span class="tip" aria-hidden="true">
          {label}
        </span>
      )}
      <p class="fault" id={`page-${field.name}-fault`} role="status">
        {problem}
      </p>
    </div>
  );
};

/** Pixels that a label or a fault needs above its field. */
const ROOM = 28;

/** The state in which a field looks from afar. */
const stateOf = (field: Field): string => (fieldProblems.value[field.name] ? ' bad' : isDue(field) ? ' due' : '');

const Tick = ({ field, more }: { field: Field; more: object }) => (
  <>
    <TickBox field={field} edge />
    <input
      {...more}
      type={isExclusive(field) ? 'radio' : 'checkbox'}
      name={isExclusive(field) ? `page ${groupName(field)}` : undefined}
      checked={field.value === 'true'}
      aria-label={labelOf(field)}
      onChange={(event) => save(field, isExclusive(field) || event.currentTarget.checked)}
    />
  </>
);

const Typed = ({
  field,
  scale,
  more,
  onFault,
}: At & {
  more: { id: string; 'aria-describedby': string | undefined; 'aria-invalid': boolean };
  onFault: (text: string) => void;
}) => {
  const label = labelOf(field);
  const shown = shownValue(field);
  const holds = holdsLabel(field, label, scale);
  const size = textSize(field, field.value ? shown : '') * scale;
  const typed = typedInput(field);
  const Control = inputOf(field)?.Control;
  if (!Control || !typed) return null;
  return (
    <>
      <Control
        field={field}
        more={{
          ...more,
          'aria-label': label,
          placeholder: holds ? label : ' ',
          style: {
            fontSize: `${typed.letters(field, size, scale)}px`,
            padding: `0 ${Math.min(2, field.width * 0.05) * scale}px`,
          },
        }}
        onFault={onFault}
      />
      {typed.isForeign && (
        <span class="over" aria-hidden="true" style={{ fontSize: `${shown ? size : LABEL}px` }}>
          {shown || (holds ? label : <NumberedSign type={field.type} number={numberOf(field, own.value)} />)}
        </span>
      )}
      {!holds && !typed.isForeign && <NumberedSign type={field.type} number={numberOf(field, own.value)} />}
    </>
  );
};

const Pressed = ({ field, scale, more }: At & { more: object }) => {
  const label = labelOf(field);
  const shown = shownValue(field);
  let content: ComponentChildren;
  if (holdsFile(field)) content = <Attached field={field} scale={scale} />;
  else if (field.value) content = <Mark field={field} scale={scale} />;
  else if (holdsLabel(field, label, scale)) {
    content = (
      <span class="hint">
        {holdsLabel(field, `${label}   `, scale) && <Sign type={field.type} />}
        {label}
      </span>
    );
  } else content = <NumberedSign type={field.type} number={numberOf(field, own.value)} />;
  return (
    <button {...more} type="button" onClick={() => pressField(field)} aria-label={`${label}: ${shown || w.empty}`}>
      {content}
    </button>
  );
};

/** A file that is there: its name where that has room. */
const Attached = ({ field, scale }: At) =>
  holdsLabel(field, textOnPage(field), scale) ? (
    <Mark field={field} scale={scale} />
  ) : (
    <span class="sign" aria-hidden="true">
      <Sign type={field.type} />
      <b>✓</b>
    </span>
  );
