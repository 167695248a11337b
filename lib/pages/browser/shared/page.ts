/** The element with this id. Throws where the page has none: page and script don't belong together then. */
export const byId = (id: string): HTMLElement => {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no #${id}`);
  return found;
};

/** The input field with this id. */
export const inputById = (id: string): HTMLInputElement => {
  const found = byId(id);
  if (!(found instanceof HTMLInputElement)) throw new Error(`#${id} is no input field`);
  return found;
};

/** Part of the page's address after the `#`, which no server sees. */
export const givenInLink = (): URLSearchParams => new URLSearchParams(location.hash.slice(1));

/** Shows this part of the page alone, and moves the focus into it. */
export const show = (id: string): void => {
  for (const part of document.querySelectorAll<HTMLElement>('main > section')) part.hidden = part.id !== id;
  const title = byId(id).querySelector('h1');
  if (title) title.tabIndex = -1;
  // The focus goes to what can be typed in, else to the heading, which a screen reader then reads first.
  (byId(id).querySelector('input') ?? title)?.focus();
};

/** Shows an error's message below the page's content; an empty one takes it away. */
export const showError = (message: string): void => {
  const line = byId('error');
  line.textContent = message;
  line.hidden = message === '';
};

/**
 * Carries `act` out when the event comes, in the place of what the browser would do. Until it is done no button can be pressed, and what
 * it throws is shown.
 */
export const on = (element: HTMLElement, event: 'submit' | 'click' | 'change', act: () => Promise<void>): void => {
  element.addEventListener(event, async (happened) => {
    happened.preventDefault();
    const buttons = [...document.querySelectorAll('button')];
    for (const button of buttons) button.disabled = true;
    showError('');
    await act().catch((error: Error) => showError(error.message));
    for (const button of buttons) button.disabled = false;
  });
};

/** Opens the page for use. Before its script is there, a press would lead nowhere. */
export const ready = (): void => {
  const main = document.querySelector('main');
  if (main) main.inert = false;
};
