import { mount } from './shared/mount.ts';
import { Draw } from './signing/marks/draw.tsx';

mount(Draw);
