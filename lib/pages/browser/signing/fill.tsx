import { signal } from '@preact/signals';
import { openLayer } from '../shared/layers.ts';
import { Choice, Screen } from '../shared/parts.tsx';
import { About } from './about.tsx';
import { FieldInput } from './field-input.tsx';
import { onePerGroup } from './fields.ts';
import { MoreButton } from './more.tsx';
import { allPages, Pages, zoomToFill } from './pages.tsx';
import { saving } from './queue.ts';
import { envelope, isApprover, missing, own, step } from './state.ts';
import { say, w } from './words/index.ts';

/** Below this width fields on a page are too small to be the way to begin with. */
const NARROW = 600;

type View = 'form' | 'pages';
const view = signal<View>(innerWidth < NARROW ? 'form' : 'pages');

/** Reading and filling: the fields as a form, or on the pages. Either can do all. */
export const Fill = () => {
  const hasFields = own.value.length > 0;
  return (
    <Screen title={isApprover.value ? w.read : w.fill} wide>
      <div class="row">
        <About />
        <MoreButton />
      </div>
      {hasFields && <ViewChoice />}
      {hasFields && view.value === 'form' ? <FieldList /> : <Pages fillable />}
      <Bar />
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

const FieldList = () => (
  <ol class="fields">
    {onePerGroup(own.value).map((field) => {
      const document = envelope.value.documents.find(({ id }) => id === field.document_id);
      return (
        <li key={field.name}>
          <FieldInput field={field} at="form" />
          {field.page > 0 && <p class="soft">{say(w.onPage, { document: document?.name ?? '', page: field.page })}</p>}
        </li>
      );
    })}
  </ol>
);

/** State of changes with the server. */
export const Saving = () => (
  <p class={saving.value === 'unsaved' ? 'bad saving' : 'soft saving'} role="status">
    {w[saving.value]}
  </p>
);

const review = (): void => {
  step.value = 'review';
  closeReview = openLayer(() => (step.value = 'fill'));
};

let closeReview = (): void => {};

export const leaveReview = (): void => {
  closeReview();
  step.value = 'fill';
};

/** Moves to the next field that is due, and puts the focus there. */
const goToNext = (): void => {
  const [next] = missing.value;
  if (!next) return;
  zoomToFill();
  const place = document.querySelector<HTMLElement>(`main [data-field="${CSS.escape(next.name)}"]`);
  const index = allPages().findIndex((at) => at.document.id === next.document_id && at.page === next.page);
  const page = document.querySelectorAll('.page')[index];
  // Fields of pages that are far away aren't there before the page comes near.
  if (!place) {
    page?.scrollIntoView({ block: 'center' });
    if (page) setTimeout(goToNext, 300);
    return;
  }
  place.scrollIntoView({ block: 'center' });
  const target = place.matches('button') ? place : place.querySelector<HTMLElement>('input, select, textarea, button');
  target?.focus({ preventScroll: true });
};

const Bar = () => {
  const left = missing.value.length;
  return (
    <div class="bar">
      <div class="row">
        <div>
          <p role="status">
            {left > 0 ? say(w.left, { count: left }) : own.value.length > 0 ? w.noneLeft : w.nothingToFill}
          </p>
          {own.value.length > 0 && <Saving />}
        </div>
        {left > 0 ? (
          <button type="button" onClick={goToNext}>
            {w.nextField}
          </button>
        ) : (
          <button type="button" onClick={review}>
            {w.review}
          </button>
        )}
      </div>
    </div>
  );
};
