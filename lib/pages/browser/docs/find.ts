import { element } from './element.ts';
import { type Entry, findEntries } from './search.ts';

let loading: Promise<Entry[]> | undefined;

/** All that can be found, loaded when somebody begins to search; asked for again after a failure. */
const entries = (): Promise<Entry[]> => {
  loading ??= fetch('?index=true').then(async (answer) => {
    if (!answer.ok) throw new Error(String(answer.status));
    return (await answer.json()) as Entry[];
  });
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
};

/**
 * The search field: `/` leads there, results follow each letter, the arrows go through them, Escape closes them. Enter
 * without a chosen result sends the form, whose page shows all results.
 */
export const startFinding = (): void => {
  const field = document.querySelector<HTMLInputElement>('#q');
  const found = document.querySelector<HTMLElement>('#found');
  if (!field || !found) return;
  const links = () => [...found.querySelectorAll('a')];
  const close = () => {
    found.hidden = true;
  };
  const search = async () => {
    const query = field.value;
    if (query.trim() === '') return close();
    const all = await entries().catch(() => undefined);
    // Another letter was typed since.
    if (query !== field.value || !all) return;
    show(found, findEntries(all, query, 12));
  };
  field.addEventListener('input', search);
  field.addEventListener('focus', search);
  document.addEventListener('keydown', (event) => {
    const within = field.form?.contains(document.activeElement);
    if (event.key === '/' && !isWriting(document.activeElement)) {
      event.preventDefault();
      field.focus();
      field.select();
    }
    if (!within || found.hidden) return;
    if (event.key === 'Escape') {
      field.focus();
      close();
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const all: HTMLElement[] = [field, ...links()];
    const at = all.indexOf(document.activeElement as HTMLElement);
    all[(at + step + all.length) % all.length]?.focus();
  });
  found.addEventListener('click', (event) => {
    if ((event.target as Element).closest('a')) close();
  });
  document.addEventListener('focusin', () => {
    if (!field.form?.contains(document.activeElement)) close();
  });
};

const isWriting = (element: Element | null): boolean => element?.matches('input, textarea, select') ?? false;

const show = (found: HTMLElement, results: readonly Entry[]): void => {
  const list = document.createElement('ol');
  for (const { kind, title, about, page } of results) {
    const link = document.createElement('a');
    link.href = page;
    link.append(element('strong', title), element('span', `${kind} · ${about}`));
    const item = document.createElement('li');
    item.append(link);
    list.append(item);
  }
  found.replaceChildren(results.length > 0 ? list : element('p', 'Nothing was found.'));
  found.hidden = false;
};
