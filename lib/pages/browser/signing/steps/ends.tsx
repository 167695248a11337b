import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { ActButton, Screen, TextScreen } from '../../shared/parts.tsx';
import { run } from '../../shared/run.ts';
import { askFreshLink, openByLink, refresh, wasOpened } from '../state/api.ts';
import {
  byMeaning,
  envelope,
  invitation,
  proving,
  recipient,
  type Screen as ScreenName,
  sender,
  sentBack,
} from '../state/state.ts';
import { quoted, say, w } from '../words/index.ts';
import { About, Message } from './about.tsx';
import { DisclosuresButton } from './disclosures.tsx';
import { Downloads } from './downloads.tsx';
import { AskButton } from './more.tsx';
import { People } from './people.tsx';

/** Before and after signing: each state has its page. */

/** True while the link is opened by itself, because a person has opened it here before. */
const isReopening = signal(wasOpened() || invitation.value?.known === true);

const reopen = async (): Promise<void> => {
  await run(openByLink);
  isReopening.value = false;
};

const ASKED = { sign: 'askSign', approve: 'askApprove', read: 'askRead' } as const;

/** The first screen: who sends what to whom. A person opens it by a press, which what scans mails doesn't make. */
export const Ask = () => {
  useEffect(() => {
    if (isReopening.value) void reopen();
  }, []);
  if (isReopening.value) {
    return (
      <Screen title={quoted(invitation.value?.envelope ?? '') || w.loading}>
        <p role="status">{w.loading}</p>
      </Screen>
    );
  }
  if (!invitation.value) {
    return (
      <TextScreen title={w.ask} about={w.askAbout}>
        <ActButton act={openByLink}>{w.open}</ActButton>
      </TextScreen>
    );
  }
  const { act, sender: from, envelope: subject, name, message } = invitation.value;
  if (act === 'wait') return <TextScreen title={w.copyLater} about={say(w.copyLaterAbout, { sender: from })} />;
  return (
    <Screen title={say(w[ASKED[act]], { sender: from, envelope: subject })}>
      {message && (
        <blockquote class="quote message" aria-label={say(w.messageFrom, { sender: from })}>
          {message}
        </blockquote>
      )}
      <p>{say(w.askFor, { name })}</p>
      <ActButton act={openByLink}>{w.open}</ActButton>
    </Screen>
  );
};

export const Expired = () => (
  <TextScreen title={w.expired} about={w.expiredAbout}>
    <ActButton act={askFreshLink}>{w.sendLink}</ActButton>
  </TextScreen>
);

export const Sent = () => <TextScreen title={w.sent} about={w.sentAbout} />;

export const Unknown = () => <TextScreen title={w.unknown} about={w.unknownAbout} />;

export const Waiting = () => (
  <TextScreen title={sentBack.value ? w.sentBackDone : w.waiting} about={w.waitingAbout}>
    <ActButton act={openByLink}>{w.again}</ActButton>
  </TextScreen>
);

const End = ({ title, about, children }: { title: string; about: string; children?: ComponentChildren }) => (
  <Screen title={title}>
    <About />
    <p>{about}</p>
    {children}
  </Screen>
);

/** The end of an envelope that nobody goes on with: what was sent can still be kept. */
const Over = (details: { title: string; about: string }) => (
  <End {...details}>
    {envelope.value.documents.some(({ pages }) => pages > 0) && (
      <>
        <p>{w.endKeep}</p>
        <Downloads />
      </>
    )}
  </End>
);

const LOOK_AGAIN = 5000;

/** Signed documents are shown on another device once the person is verified there, too. */
const ProveButton = () => (
  <>
    <p>{w.verifyToRead}</p>
    <button type="button" onClick={() => (proving.value = true)}>
      {w.verify}
    </button>
  </>
);

const Done = () => {
  const { status, signed } = envelope.value;
  const sealing = status === 'complete' && !signed;
  useEffect(() => {
    if (!sealing) return;
    const timer = setInterval(() => void refresh().catch(() => {}), LOOK_AGAIN);
    return () => clearInterval(timer);
  }, [sealing]);
  const about = sealing ? w.doneSealing : signed ? w.doneAll : w.doneWaiting;
  return (
    <End title={byMeaning(w.done, w.approved, w.confirmed)} about={about}>
      <p>{signed ? w.doneNext : w.waitNext}</p>
      {!signed && <People />}
      {recipient.value.auth_step ? <ProveButton /> : <Downloads isMain={signed} />}
      <DisclosuresButton />
    </End>
  );
};

const DeclinedBy = () => {
  const last = envelope.value.history_entries.filter(({ event }) => event === 'recipient:declined').at(-1);
  return <Over title={say(w.declinedBy, { name: last?.name ?? '' })} about={w.declinedByAbout} />;
};

/** The page of each state in which nothing is left to do. */
export const ENDS: Partial<Record<ScreenName, () => ComponentChildren>> = {
  done: Done,
  declined: () => <Over title={w.declined} about={say(w.declinedAbout, { sender: sender.value })} />,
  declinedBy: DeclinedBy,
  canceled: () =>
    envelope.value.replaced_by ? (
      <Over title={w.replaced} about={say(w.replacedAbout, { sender: sender.value })} />
    ) : (
      <Over title={w.canceled} about={say(w.canceledAbout, { sender: sender.value })} />
    ),
  released: () => <End title={w.released} about={w.releasedAbout} />,
  overdue: () => <Over title={w.overdue} about={say(w.overdueAbout, { sender: sender.value })} />,
  delegated: () => (
    <End title={w.delegated} about={say(w.delegatedAbout, { name: recipient.value.delegated_to ?? '' })} />
  ),
  failed: () => (
    <End title={w.failed} about={say(w.failedAbout, { sender: sender.value })}>
      <AskButton />
    </End>
  ),
  copy: () => (
    <End title={w.copy} about={envelope.value.signed ? w.copyAbout : w.copyEarly}>
      <Message />
      {!envelope.value.signed && <People />}
      <Downloads isMain={envelope.value.signed} />
    </End>
  ),
};
