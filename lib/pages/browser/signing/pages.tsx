import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Field, SignedDocument } from '../shared/answers.ts';
import { ask } from './api.ts';
import { pressField } from './field-sheet.tsx';
import { isOpen, labelOf, shownValue } from './fields.ts';
import { envelope, fieldProblems, missing, own, recipient } from './state.ts';
import { say, w } from './words/index.ts';

/** The documents as the server's pictures of their pages, with the fields on them. */

interface PageOf {
  document: SignedDocument;
  page: number;
}

/** All pages of what is to be signed, in order. */
const allPages = (): PageOf[] =>
  [...envelope.value.documents]
    .sort((a, b) => a.order - b.order)
    .filter(({ type }) => type === 'attachment')
    .flatMap((document) => Array.from({ length: document.pages }, (_, index) => ({ document, page: index + 1 })));

const ZOOMS = [100, 150, 200, 300];

/** CSS pixels that a target has at least each way (WCAG 2.2, 2.5.8), and what stands beside the pages. */
const TARGET = 24;
const MARGINS = 34;
const WIDEST = 960;

/** The smallest zoom at which fields that can be pressed don't cover each other. */
const zoomToFill = (): number => {
  const shown = Math.min(innerWidth, WIDEST) - MARGINS;
  const found = ZOOMS.findIndex((zoom) => !areCrowded((shown * zoom) / 100));
  return found < 0 ? ZOOMS.length - 1 : found;
};

const areCrowded = (shown: number): boolean => {
  const boxes = own.value
    .filter((field) => isOpen(field) && field.page > 0)
    .map((field) => {
      const { page_sizes } = envelope.value.documents.find(({ id }) => id === field.document_id) ?? {};
      const scale = shown / (page_sizes?.[String(field.page)]?.width ?? 612);
      const [width, height] = [field.width, field.height].map((one) => Math.max(one * scale, TARGET)) as [
        number,
        number,
      ];
      return { page: `${field.document_id} ${field.page}`, x: field.x * scale, y: field.y * scale, width, height };
    });
  return boxes.some((a, index) =>
    boxes.some(
      (b, other) =>
        other > index &&
        a.page === b.page &&
        a.x < b.x + b.width &&
        b.x < a.x + a.width &&
        a.y < b.y + b.height &&
        b.y < a.y + a.height,
    ),
  );
};

/** The pages, of which only those near the screen hold a picture. `fillable`: the recipient's fields can be pressed. */
export const Pages = ({ onFirstShown, fillable }: { onFirstShown?: () => void; fillable?: boolean }) => {
  const zoom = useSignal(fillable ? zoomToFill() : 0);
  const change = (by: number) => () => {
    zoom.value = Math.min(ZOOMS.length - 1, Math.max(0, zoom.value + by));
  };
  return (
    <>
      <div class="zoom">
        <button type="button" class="quiet" aria-label={w.zoomOut} onClick={change(-1)}>
          −
        </button>
        <button type="button" class="quiet" aria-label={w.zoomIn} onClick={change(1)}>
          +
        </button>
      </div>
      {/* Wider than the screen once zoomed: arrow keys move it. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls takes the focus, or keys can't scroll it */}
      <section class="pages" aria-label={envelope.value.name} tabIndex={0}>
        <div style={{ width: `${ZOOMS[zoom.value]}%` }}>
          {allPages().map((one, index) => (
            <PagePicture
              key={`${one.document.id} ${one.page}`}
              {...one}
              fillable={fillable === true}
              onShown={index === 0 ? onFirstShown : undefined}
            />
          ))}
        </div>
      </section>
    </>
  );
};

const PagePicture = ({
  document: { id, name, pages, page_sizes },
  page,
  fillable,
  onShown,
}: PageOf & { fillable: boolean; onShown?: (() => void) | undefined }) => {
  const place = useRef<HTMLDivElement>(null);
  const near = useSignal(false);
  const source = useSignal('');
  const failed = useSignal(false);
  const { width, height } = page_sizes[String(page)] ?? { width: 612, height: 792 };

  useEffect(() => {
    // Two screens ahead: pictures of other pages cost memory that phones don't have.
    const watch = new IntersectionObserver(([seen]) => (near.value = seen?.isIntersecting ?? false), {
      rootMargin: '100% 0px',
    });
    if (place.current) watch.observe(place.current);
    return () => watch.disconnect();
  }, [near]);

  const load = async (): Promise<void> => {
    failed.value = false;
    source.value = await ask<string>('GET', `/v2/envelope-documents/page-image/${id}/filled/${page}`);
  };
  const fail = () => {
    source.value = '';
    failed.value = true;
  };
  useEffect(() => {
    if (near.value && !source.value && !failed.value) load().catch(fail);
  }, [near.value]);

  const label = say(w.page, { page, pages, document: name });
  return (
    <div class="page" ref={place} style={{ aspectRatio: `${width} / ${height}` }}>
      {near.value && source.value && <img src={source.value} alt={label} onLoad={onShown} onError={fail} />}
      {failed.value && (
        <p>
          {w.pageFailed}{' '}
          <button type="button" class="quiet" onClick={() => load().catch(fail)}>
            {w.again}
          </button>
        </p>
      )}
      {near.value &&
        envelope.value.fields
          .filter((field) => field.document_id === id && field.page === page)
          .map((field) => <FieldOnPage key={field.name} field={field} size={{ width, height }} fillable={fillable} />)}
    </div>
  );
};

const isSubmitted = (role_name: string): boolean =>
  envelope.value.recipients.find((one) => one.role_name === role_name)?.status === 'submitted';

const BOXES = ['checkbox', 'radio'] as const;

const FieldOnPage = ({
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
