import { envelope, sender } from './state.ts';
import { say, w } from './words/index.ts';

/** Subject, below a heading. */
export const About = () => (
  <p class="soft">
    {envelope.value.name} · {say(w.from, { sender: sender.value })}
  </p>
);
