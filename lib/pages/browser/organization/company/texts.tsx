import { placeholdersOf, TEXT_EVENTS, textChannelsOf } from '../../../../notify/notifications/events.ts';
import { Link } from '../../account/link.tsx';
import { search } from '../../user/route.ts';
import { ask } from '../../user/session.ts';
import { w } from '../words/index.ts';
import { Shown, useAnswer } from './answer.tsx';
import type { OwnText } from './answers.ts';
import { Block } from './block.tsx';
import { type EventName, type Message, wordOf } from './messages.ts';
import { TextEditor } from './text-editor.tsx';

/** Events by who reads their messages. */
const READERS: readonly (readonly [reader: 'recipients' | 'senders' | 'members', events: readonly EventName[]])[] = [
  [
    'recipients',
    TEXT_EVENTS.filter((event) => !['recipient:question', 'envelope:declined', 'user:invited'].includes(event)),
  ],
  ['senders', ['recipient:question', 'envelope:declined']],
  ['members', ['user:invited']],
];

/** The message that the address names. */
const named = (query: string): Message | null => {
  const given = new URLSearchParams(query);
  const event_name = TEXT_EVENTS.find((one) => one === given.get('event'));
  const type = event_name && textChannelsOf(event_name).find((one) => one === given.get('channel'));
  return event_name && type ? { event_name, type } : null;
};

/** Texts of messages: what kinds there are, which the organization has changed, and one of them to change. */
export const Texts = () => {
  const texts = useAnswer(() => ask<OwnText[]>('GET', '/v2/notifications/templates'));
  const message = named(search.value);
  return (
    <Shown of={texts}>
      {(own) =>
        message ? (
          <TextEditor
            key={`${message.event_name} ${message.type}`}
            message={message}
            own={own.find((one) => one.event_name === message.event_name && one.type === message.type) ?? null}
            placeholders={placeholdersOf(message.event_name, message.type)}
            changed={texts.again}
          />
        ) : (
          <Kinds own={own} />
        )
      }
    </Shown>
  );
};

const Kinds = ({ own }: { own: readonly OwnText[] }) => (
  <>
    <p>{w.textsLanguages}</p>
    {READERS.map(([reader, events]) => (
      <Block key={reader} title={w[`textsFor_${reader}`]}>
        <ul class="list entries">
          {events.map((event_name) => (
            <li key={event_name}>
              <div class="which">
                <p class="name">{w[`text_${wordOf(event_name)}`]}</p>
              </div>
              <div class="entry-more acts">
                {textChannelsOf(event_name).map((type) => (
                  <Kind
                    key={type}
                    message={{ event_name, type }}
                    isOwn={own.some((one) => one.event_name === event_name && one.type === type)}
                  />
                ))}
              </div>
            </li>
          ))}
        </ul>
      </Block>
    ))}
  </>
);

const Kind = ({ message, isOwn }: { message: Message; isOwn: boolean }) => {
  const query = new URLSearchParams({ event: message.event_name, channel: message.type });
  return (
    <Link to={`/organization/texts?${query}`} look="quiet">
      <span>
        {w[`channel_${message.type}`]}
        {isOwn && <strong class="own-text"> · {w.textIsOwn}</strong>}
        <span class="unseen"> {w[`text_${wordOf(message.event_name)}`]}</span>
      </span>
    </Link>
  );
};
