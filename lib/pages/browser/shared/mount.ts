import { type ComponentType, h, render } from 'preact';

/** Puts the page's application in the place of what the server sent for browsers whose script isn't there yet. */
export const mount = (App: ComponentType): void => {
  const main = document.querySelector('main');
  if (!main) return;
  // Before the script is there, a press would lead nowhere. What is drawn now may take the focus at once.
  main.inert = false;
  main.replaceChildren();
  render(h(App, null), main);
};
