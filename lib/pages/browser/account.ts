import { App, places } from './account/app.tsx';
import { InScreen, later } from './shared/later.tsx';
import { mount } from './shared/mount.ts';
import { needsOf } from './shared/places.ts';

places.account = later(() => import('./personal/app.tsx').then((part) => part.Personal), InScreen, needsOf('personal'));
places.organization = later(
  () => import('./organization/app.tsx').then((part) => part.Organization),
  InScreen,
  needsOf('organization'),
);

mount(App);
