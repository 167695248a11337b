import { App } from './account/app.tsx';
import { mount } from './shared/mount.ts';

mount(App);
