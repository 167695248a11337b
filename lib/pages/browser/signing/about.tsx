import { People } from './people.tsx';
import { envelope, recipient, sender } from './state.ts';
import { isWide } from './width.ts';
import { quoted, say, w } from './words/index.ts';

/** Subject, below a heading. */
export const About = () => (
  <p class="soft">
    {quoted(envelope.value.name)} · {say(w.from, { sender: sender.value })}
  </p>
);

/** The sender's message to this recipient. */
export const Message = () =>
  recipient.value.message ? (
    <blockquote class="quote message" aria-label={say(w.messageFrom, { sender: sender.value })}>
      {recipient.value.message}
    </blockquote>
  ) : null;

/** The introduction to the documents: the sender's words, and who takes part where that doesn't stand beside them. */
export const Opening = () => (
  <>
    <Message />
    {!isWide.value && <People />}
  </>
);
