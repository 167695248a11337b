import { mount } from './shared/mount.ts';
import { Start } from './start/app.tsx';

mount(Start);
