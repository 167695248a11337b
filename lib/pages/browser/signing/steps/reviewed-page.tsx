import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Field } from '../../shared/answers.ts';
import { PageText } from '../../shared/page-text.tsx';
import { lit } from '../fields/lit-field.ts';
import { placeOf, type Size, sizeOf } from '../pages/page-size.ts';
import type { Failure, PageOf } from '../pages/page-source.ts';
import { labelOf, leavesMark, textOnPage } from '../state/fields.ts';
import { say, w } from '../words/index.ts';
import { reviewedPage, wantReviewed } from './review-source.ts';

/**
 * A page as it would be sealed, with a frame around each of the signer's own values. `due`: places that nobody has seen
 * yet.
 */
export const ReviewedPage = ({
  at,
  fields,
  due,
  onShown,
}: {
  at: PageOf;
  fields: readonly Field[];
  due: ReadonlySet<string>;
  onShown: () => void;
}) => {
  const isNear = useSignal(false);
  const failure = useSignal<Failure | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const size = sizeOf(at);
  const shown = reviewedPage(at);
  useEffect(() => {
    const watch = new IntersectionObserver(
      ([seen]) => {
        isNear.value = seen?.isIntersecting === true;
      },
      { rootMargin: '50% 0px' },
    );
    if (place.current) watch.observe(place.current);
    return () => watch.disconnect();
  }, []);
  useEffect(() => (isNear.value ? wantReviewed({ at, failure }) : undefined), [isNear.value]);
  const { document, page } = at;
  return (
    <>
      <h2>{say(w.onPage, { document: document.name, page })}</h2>
      <div class="page" ref={place} style={{ aspectRatio: `${size.width} / ${size.height}` }}>
        {shown ? (
          <>
            <img
              src={shown.picture}
              alt={say(w.reviewPage, { page, pages: document.pages, document: document.name })}
              onLoad={onShown}
            />
            <PageText text={shown.text} size={size} />
          </>
        ) : (
          <Missing failure={failure.value} again={() => (failure.value = null)} />
        )}
        {fields.map((field) => (
          <Place key={field.name} field={field} size={size} isDue={due.has(field.name)} />
        ))}
      </div>
    </>
  );
};

const Missing = ({ failure, again }: { failure: Failure | null; again: () => void }) =>
  failure ? (
    <p role="status">
      {failure === 'cutOff' ? w.pageCutOff : w.pageFailed}{' '}
      <button type="button" class="quiet" onClick={again}>
        {w.again}
      </button>
    </p>
  ) : (
    <p role="status">{w.loading}</p>
  );

/** The frame of a value, which the list leads to. */
const Place = ({ field, size, isDue }: { field: Field; size: Size; isDue: boolean }) => (
  <div
    class={`place${leavesMark(field) ? '' : ' none'}${isDue ? ' due' : ''}${lit.value === field.name ? ' lit' : ''}`}
    data-field={field.name}
    tabIndex={-1}
    role="img"
    aria-label={`${labelOf(field)}: ${textOnPage(field) || w.empty}`}
    style={placeOf(field, size)}
  />
);
