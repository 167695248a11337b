import { type ComponentType, h, render } from 'preact';
import { ready } from './page.ts';

/** Puts the page's application in the place of what the server sent for browsers whose script isn't there yet. */
export const mount = (App: ComponentType): void => {
  const main = document.querySelector('main');
  if (main) {
    main.replaceChildren();
    render(h(App, null), main);
  }
  ready();
};
