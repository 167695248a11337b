import { h, render } from 'preact';
import { ready } from './shared/page.ts';
import { App } from './signing/app.tsx';

const main = document.querySelector('main');
if (main) {
  // The server sent this for browsers whose script isn't there yet.
  main.replaceChildren();
  render(h(App, null), main);
}
ready();
