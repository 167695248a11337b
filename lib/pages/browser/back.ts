import { keepReturned } from './shared/at-provider.ts';

/** Goes on to the signing page with what an identity provider says, at the origin of that page. */
const { pages = '', broken = '' } = document.body.dataset;

const say = (text: string): void => {
  document.querySelector('main')?.removeAttribute('inert');
  const error = document.querySelector<HTMLElement>('#error');
  if (!error) return;
  error.textContent = text;
  error.hidden = false;
};

if (pages !== location.origin) location.replace(`${pages}${location.pathname}${location.search}`);
else {
  const link = keepReturned();
  if (link) {
    // The page there opens the link at once, as after a reload. Another origin's address is refused by the browser.
    history.replaceState({ opened: true }, '', link);
    location.reload();
  } else say(broken);
}
