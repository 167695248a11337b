import { isWide } from '../pages/width.ts';
import { envelope, recipient, sender } from '../state/state.ts';
import { quoted, say, w } from '../words/index.ts';
import { People } from './people.tsx';

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

/** The comment of whoever sent the envelope back to this recipient. */
const SentBack = () => {
  const { sent_back } = recipient.value;
  return sent_back ? (
    <div role="note">
      <p>
        <strong>{say(w.sentBackBy, { name: sent_back.name })}</strong>
      </p>
      <blockquote class="quote message">{sent_back.reason}</blockquote>
      <p class="soft">{w.sentBackAbout}</p>
    </div>
  ) : null;
};

/** The introduction to the documents: the sender's words, and who takes part where that doesn't stand beside them. */
export const Opening = () => (
  <>
    <SentBack />
    <Message />
    {!isWide.value && <People />}
  </>
);
