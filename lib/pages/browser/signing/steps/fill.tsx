import { signal, useSignalEffect } from '@preact/signals';
import { choicesOf } from '../../../../fields/kinds.ts';
import type { Field } from '../../shared/answers.ts';
import { returnedHere } from '../../shared/at-provider.ts';
import { Icon } from '../../shared/icons.tsx';
import { openLayer } from '../../shared/layers.ts';
import { ActButton, Choice, Screen } from '../../shared/parts.tsx';
import { busy, run } from '../../shared/run.ts';
import { FieldInput } from '../fields/field-input.tsx';
import { Label } from '../fields/label.tsx';
import { lit } from '../fields/lit-field.ts';
import { goToField, goToNext } from '../fields/next-field.ts';
import { RuleChanges } from '../fields/rule-changes.tsx';
import { isRuled, isRulingLate, Ruling } from '../fields/ruling.ts';
import { isNarrow, isWide } from '../pages/width.ts';
import { isOpen, onePerGroup, placeInList } from '../state/fields.ts';
import { saving } from '../state/queue.ts';
import { byMeaning, envelope, missing, own, recipient, screen, step } from '../state/state.ts';
import { certificatePart } from '../submit/certificate-part.ts';
import { submit } from '../submit/submit.ts';
import { say, w } from '../words/index.ts';
import { About, Opening } from './about.tsx';
import { MoreButton } from './more.tsx';
import { Pages, PageTools } from './pages.tsx';
import { People } from './people.tsx';

type View = 'form' | 'pages';
const view = signal<View>(isNarrow() ? 'form' : 'pages');

/** Reading and filling: the fields as a form, or on the pages. Either can do all. */
export const Fill = () => {
  useSignalEffect(() => {
    // The page may still be busy with the press that has opened the link.
    const isBack = !busy.value && screen.value === 'fill' && returnedHere()?.signing;
    if (isBack) void run(async () => (await certificatePart()).resumeSignature());
  });
  const hasFields = own.value.length > 0;
  const asForm = hasFields && view.value === 'form';
  const choice = hasFields && <ViewChoice />;
  return (
    <Screen
      title={byMeaning(w.fill, w.read, w.readConfirm)}
      bar={
        <>
          {isWide.value && choice}
          {!asForm && <PageTools />}
          <MoreButton />
        </>
      }
      beside={<Left />}
    >
      <About />
      <Opening />
      {!isWide.value && choice}
      {asForm ? <FieldList /> : <Pages fillable />}
      {isRuled.value && !isRulingLate.value && <RuleChanges onPages={!asForm} />}
    </Screen>
  );
};

const ViewChoice = () => (
  <fieldset class="ways">
    <legend>{w.view}</legend>
    {(['form', 'pages'] as const).map((one) => (
      <Choice key={one} type="radio" name="view" checked={view.value === one} onChange={() => (view.value = one)}>
        {one === 'form' ? w.asForm : w.asPages}
      </Choice>
    ))}
  </fieldset>
);

/** The fields by their pages, which are named once; numbered through, as on the pages. */
const FieldList = () => {
  const all = onePerGroup(own.value);
  const begins = all.flatMap((field, at) => (isBeside(field, all[at - 1]) ? [] : [at]));
  return (
    <>
      {begins.map((first, index) => (
        <FieldsOf key={first} fields={all.slice(first, begins[index + 1])} first={first + 1} />
      ))}
    </>
  );
};

const isBeside = (field: Field, before?: Field): boolean =>
  field.document_id === before?.document_id && field.page === before.page;

const FieldsOf = ({ fields, first }: { fields: Field[]; first: number }) => {
  const { document_id, page } = fields[0] as Field;
  const document = envelope.value.documents.find(({ id }) => id === document_id);
  return (
    <section class="fields">
      {page > 0 && <h2>{say(w.onPage, { document: document?.name ?? '', page })}</h2>}
      <ol start={first}>
        {fields.map((field) => (
          <li key={field.name} class={lit.value === field.name ? 'lit' : ''}>
            <FieldInput field={field} at="form" />
          </li>
        ))}
      </ol>
    </section>
  );
};

/** State of changes with the server. */
export const Saving = () => (
  <p class={saving.value === 'unsaved' ? 'bad saving' : 'soft saving'} role="status">
    {w[saving.value]}
  </p>
);

const review = (): void => {
  step.value = 'review';
  closeReview = openLayer(() => (step.value = 'fill'), reviewAgain);
};

/** The browser's Forward after Back. What was filled in may have changed meanwhile. */
const reviewAgain = (): boolean => {
  if (screen.value !== 'fill' || missing.value.length > 0) return false;
  step.value = 'review';
  return true;
};

let closeReview = (): void => {};

export const leaveReview = (): void => {
  closeReview();
  step.value = 'fill';
};

/** The acts that are left, and the one that comes next. */
const Left = () => {
  if (isRulingLate.value) return <Ruling />;
  const left = missing.value.length;
  const hasFields = own.value.length > 0;
  return (
    <>
      <div class="row">
        <div>
          <p role="status">{left > 0 ? say(w.left, { count: left }) : hasFields ? w.noneLeft : w.nothingToFill}</p>
          {hasFields && <Saving />}
        </div>
        {left > 0 ? (
          <button type="button" onClick={goToNext}>
            {w.nextField}
          </button>
        ) : !hasFields ? (
          // Nothing is to be reviewed but the documents, which stand beside.
          <ActButton act={submit} doing={byMeaning(w.signing, w.approving, w.confirming)}>
            {say(byMeaning(w.sign, w.approve, w.confirm), {
              envelope: envelope.value.name,
              name: recipient.value.full_name,
            })}
          </ActButton>
        ) : (
          <button type="button" onClick={review}>
            {w.review}
          </button>
        )}
      </div>
      {isWide.value && hasFields && <ListOfFields />}
      {isWide.value && <People />}
    </>
  );
};

/** The own fields, each with whether something is left to do there. */
const ListOfFields = () => (
  <section>
    <h2>{w.yourFields}</h2>
    <ol class="to-do">
      {onePerGroup(own.value).map((field) => {
        const isDue = missing.value.some(({ name, group }) => name === field.name || (group && group === field.group));
        const isFree = !isDue && isOpen(field) && !choicesOf(field, own.value).some(({ value }) => value);
        return (
          <li key={field.name}>
            <button type="button" class="row" onClick={() => goToField(field)}>
              <Icon sign={isDue ? 'due' : isFree ? 'free' : 'done'} />
              <Label field={field} ofGroup place={placeInList(field, envelope.value, own.value)} />
              <span class="unseen">{isDue ? w.fieldDue : isFree ? w.optional : w.fieldFilled}</span>
            </button>
          </li>
        );
      })}
    </ol>
  </section>
);
