/** Query of the page that is shown, or asked for. */
let shown = location.search;
/** Number of the newest page asked for: answers to earlier requests come too late. */
let newest = 0;

/**
 * Shows further pages of the reference without loading a document, so that a token which was typed stays in the page's
 * memory. `prepare` runs for each.
 */
export const startGoing = (prepare: () => void): void => {
  document.addEventListener('click', (event) => {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    const link = (event.target as Element).closest?.('a');
    const to = link && new URL(link.href, location.href);
    if (!to || to.origin !== location.origin || to.pathname !== location.pathname || to.search === location.search)
      return;
    event.preventDefault();
    history.pushState(null, '', to);
    void show(prepare);
  });
  addEventListener('popstate', () => {
    // Another anchor of the same page is the browser's own affair.
    if (location.search !== shown) void show(prepare);
  });
};

const show = async (prepare: () => void): Promise<void> => {
  const turn = ++newest;
  shown = location.search;
  const at = location.href;
  let text: string | undefined;
  try {
    const answer = await fetch(at);
    text = answer.ok ? await answer.text() : undefined;
  } catch {
    text = undefined;
  }
  if (turn !== newest) return;
  const page = text === undefined ? undefined : new DOMParser().parseFromString(text, 'text/html');
  const main = page?.querySelector('main');
  const present = document.querySelector('main');
  if (!page || !main || !present) return location.reload();
  document.title = page.title;
  present.replaceWith(document.adoptNode(main));
  const menu = document.querySelector<HTMLInputElement>('#menu');
  if (menu) menu.checked = false;
  prepare();
  const target = location.hash ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null;
  const heading = document.querySelector<HTMLElement>('main h1');
  if (target) target.scrollIntoView();
  else scrollTo(0, 0);
  heading?.setAttribute('tabindex', '-1');
  heading?.focus({ preventScroll: true });
};

/** Marks the page among the links to all pages, and opens its area. */
export const markCurrent = (): void => {
  const search = location.search || '?page=start';
  for (const link of document.querySelectorAll<HTMLAnchorElement>('nav a')) {
    const isHere = link.getAttribute('href') === search;
    if (isHere) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
    const area = isHere ? link.closest('details') : null;
    if (area) area.open = true;
  }
};
