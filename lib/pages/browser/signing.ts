import { h, render } from 'preact';
import { ready } from './shared/page.ts';
import { App } from './signing/app.tsx';

const main = document.querySelector('main');
if (main) {
  // What the server sent for browsers before their script is there.
  main.replaceChildren();
  render(h(App, null), main);
}
ready();
