import { App, places } from './account/app.tsx';
import { Waiting } from './account/waiting.tsx';
import { publicLinks } from './sending/public-links.ts';
import { ruleForms } from './sending/rule-forms.ts';
import { later } from './shared/later.tsx';
import { mount } from './shared/mount.ts';
import { needsOf } from './shared/places.ts';

places.account = later(() => import('./personal/app.tsx').then((part) => part.Personal), Waiting, needsOf('personal'));
places.organization = later(
  () => import('./organization/app.tsx').then((part) => part.Organization),
  Waiting,
  needsOf('organization'),
);

places.batches = later(() => import('./batches/app.tsx').then((part) => part.Batches), Waiting, needsOf('batches'));

publicLinks.load = () => import('./publiclinks/links.tsx');
ruleForms.load = () => import('./ruleforms/forms.ts');

mount(App);
