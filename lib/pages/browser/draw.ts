import { mount } from './shared/mount.ts';
import { Draw } from './signing/draw.tsx';

mount(Draw);
