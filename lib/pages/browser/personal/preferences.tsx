import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Skeleton } from '../account/list-parts.tsx';
import type { NotificationPreferences } from '../shared/answers.ts';
import { ActForm, Choice, SendButton } from '../shared/parts.tsx';
import { keepReading, readsFailed } from '../shared/run.ts';
import { closeSheet, Sheet } from '../shared/sheet.tsx';
import { ask } from '../user/session.ts';
import { w } from './words/index.ts';

const PATH = '/v2/notifications/preferences';

/** The person's choice as it is saved; null until it is read. */
const saved = signal<NotificationPreferences | null>(null);

type Channel = keyof NotificationPreferences;
type Kind = keyof NotificationPreferences['app'] | keyof NotificationPreferences['email'];

/** Kinds in the order in which they are shown. Of some one hears as a sender and as a recipient. */
const SENT = ['recipient:opened', 'recipient:submitted', 'recipient:delegated'] as const;
const RECEIVED = [
  'recipient:invited',
  'recipient:reminder',
  'delegate:requested',
  'delegate:send_confirmed',
  'envelope:cc',
  'envelope:canceled',
] as const;
const BOTH = ['envelope:completed', 'envelope:declined', 'envelope:expired'] as const;
const ADMINISTRATION = ['member:waiting'] as const;

const wordsOf = (kind: Kind): string => w[`notice_${kind.replace(':', '_') as Underlined<Kind>}`];
type Underlined<Kind extends string> = Kind extends `${infer Object}:${infer Verb}` ? `${Object}_${Verb}` : never;

/** Kinds of one channel that the form switches: those that are not as they are saved. */
const changesOf = (given: FormData, channel: Channel): Record<string, boolean> =>
  Object.fromEntries(
    Object.entries(saved.peek()?.[channel] ?? {})
      .map(([kind, was]) => [kind, given.has(`${channel} ${kind}`), was] as const)
      .filter(([, is, was]) => is !== was)
      .map(([kind, is]) => [kind, is]),
  );

/** Lets the person choose which notifications come. `done` is called once the choice is saved. */
export const Preferences = ({ done }: { done: () => void }) => {
  useEffect(() => {
    saved.value = null;
    return keepReading(async () => {
      saved.value = await ask<NotificationPreferences>('GET', PATH);
    });
  }, []);
  const keep = async (given: FormData): Promise<void> => {
    await ask('PATCH', PATH, { app: changesOf(given, 'app'), email: changesOf(given, 'email') });
    closeSheet();
    done();
  };
  return (
    <Sheet title={w.noticesChoose}>
      <p>{w.noticesChooseAbout}</p>
      {!saved.value && !readsFailed.value && <Skeleton />}
      {saved.value && (
        <ActForm act={keep}>
          <Kinds channel="app" title={w.noticesSent} kinds={SENT} of={saved.value} />
          <Kinds channel="app" title={w.noticesReceived} kinds={RECEIVED} of={saved.value} />
          <Kinds channel="app" title={w.noticesBoth} kinds={BOTH} of={saved.value} />
          <Kinds channel="email" title={w.noticesMails} kinds={BOTH} of={saved.value} />
          <Kinds channel="email" title={w.noticesAdministration} kinds={ADMINISTRATION} of={saved.value} />
          <SendButton>{w.save}</SendButton>
        </ActForm>
      )}
    </Sheet>
  );
};

const Kinds = ({
  channel,
  title,
  kinds,
  of,
}: {
  channel: Channel;
  title: string;
  kinds: readonly Kind[];
  of: NotificationPreferences;
}) => (
  <fieldset>
    <legend>{title}</legend>
    {kinds.map((kind) => (
      <Choice
        key={kind}
        type="checkbox"
        name={`${channel} ${kind}`}
        defaultChecked={(of[channel] as Partial<Record<Kind, boolean>>)[kind] === true}
      >
        {wordsOf(kind)}
      </Choice>
    ))}
  </fieldset>
);
