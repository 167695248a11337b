import { mount } from './shared/mount.ts';
import { App } from './verify/app.tsx';

mount(App);
