import { mount } from './shared/mount.ts';
import { App } from './signing/app.tsx';
import { ruling } from './signing/state/ruled.ts';

ruling.load = () => import('./rules/evaluate.ts');

mount(App);
