import { mount } from './shared/mount.ts';
import { App } from './signing/app.tsx';

mount(App);
