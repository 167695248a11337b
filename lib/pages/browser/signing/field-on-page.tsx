import type { Field } from '../shared/answers.ts';
import { pressField } from './field-sheet.tsx';
import { isOpen, labelOf, shownValue } from './fields.ts';
import { envelope, fieldProblems, missing, recipient } from './state.ts';
import { w } from './words/index.ts';

const isSubmitted = (role_name: string): boolean =>
  envelope.value.recipients.find((one) => one.role_name === role_name)?.status === 'submitted';

const BOXES = ['checkbox', 'radio'] as const;

/** A field where it stands on its page. `fillable`: the recipient's own can be pressed. */
export const FieldOnPage = ({
  field,
  size,
  fillable,
}: {
  field: Field;
  size: { width: number; height: number };
  fillable: boolean;
}) => {
  // The picture shows what was submitted.
  if (isSubmitted(field.role_name) || field.type === 'payment') return null;
  const style = {
    left: `${(field.x / size.width) * 100}%`,
    bottom: `${(field.y / size.height) * 100}%`,
    width: `${(field.width / size.width) * 100}%`,
    height: `${(field.height / size.height) * 100}%`,
  };
  const lines = field.type === 'textarea' || field.multiline ? ' lines' : '';
  const isOwn = field.role_name === recipient.value.role_name;
  if (!isOwn || !fillable || !isOpen(field)) {
    return field.value ? (
      <span class={`mark${lines}`} style={style}>
        <Mark field={field} />
      </span>
    ) : null;
  }
  const box = BOXES.find((type) => type === field.type);
  const shown = shownValue(field, envelope.value.locale);
  const due = missing.value.some(({ name }) => name === field.name);
  const state = fieldProblems.value[field.name] ? ' bad' : due ? ' due' : '';
  return (
    <button
      type="button"
      class={`mark own${lines}${state}`}
      data-field={field.name}
      style={style}
      onClick={() => pressField(field)}
      {...(box ? { role: box, 'aria-checked': field.value === 'true' } : {})}
      aria-label={box ? labelOf(field) : `${labelOf(field)}: ${shown || w.empty}`}
    >
      {field.value ? <Mark field={field} /> : <span class="hint">{labelOf(field)}</span>}
    </button>
  );
};

/** Content of a field on the page. */
const Mark = ({ field }: { field: Field }) => {
  const { base64 } = field.settings;
  if ((field.type === 'signature' || field.type === 'initial') && typeof base64 === 'string') {
    return <img src={base64} alt={shownValue(field, null)} />;
  }
  if (field.type === 'checkbox') return <>{field.value === 'true' ? '✓' : ''}</>;
  if (field.type === 'radio') return <>{field.value === 'true' ? '●' : ''}</>;
  return <>{shownValue(field, envelope.value.locale)}</>;
};
