import { placeholdersOf, TEXT_EVENTS, textChannelsOf } from '../../../../notify/notifications/events.ts';
import { Link } from '../../account/link.tsx';
import { LANGUAGES } from '../../sending/languages.ts';
import { spokenLocale } from '../../shared/words/spoken.ts';
import { search } from '../../user/route.ts';
import { ask } from '../../user/session.ts';
import { w } from '../words/index.ts';
import { Shown, useAnswer } from './answer.tsx';
import type { OwnText } from './answers.ts';
import { Block } from './block.tsx';
import { type EventName, languageName, type Message, placeOf, type TextLanguage, textsOf, wordOf } from './messages.ts';
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
const named = (query: string): (Message & { language: TextLanguage }) | null => {
  const given = new URLSearchParams(query);
  const event_name = TEXT_EVENTS.find((one) => one === given.get('event'));
  const type = event_name && textChannelsOf(event_name).find((one) => one === given.get('channel'));
  const [language = null] = LANGUAGES.find(([code]) => code === given.get('language')) ?? [];
  return event_name && type ? { event_name, type, language } : null;
};

/** Texts of messages: what kinds there are, which the organization has changed, and one of them to change. */
export const Texts = () => {
  const texts = useAnswer(() => ask<OwnText[]>('GET', '/v2/notifications/templates'));
  const shown = named(search.value);
  return (
    <Shown of={texts}>
      {(own) =>
        shown ? (
          <TextEditor
            key={`${shown.event_name} ${shown.type}`}
            message={{ event_name: shown.event_name, type: shown.type }}
            language={shown.language}
            texts={textsOf(own, shown)}
            placeholders={placeholdersOf(shown.event_name, shown.type)}
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
                    languages={textsOf(own, { event_name, type }).map(({ locale }) => locale)}
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

const Kind = ({ message, languages }: { message: Message; languages: readonly TextLanguage[] }) => {
  const isForAll = languages.length === 1 && languages[0] === null;
  const names = new Intl.ListFormat(spokenLocale()).format(languages.map(languageName));
  return (
    <Link to={placeOf(message, languages[0] ?? null)} look="quiet">
      <span>
        {w[`channel_${message.type}`]}
        {languages.length > 0 && (
          <strong class="own-text">
            {' '}
            · {w.textIsOwn}
            {!isForAll && <bdi> ({names})</bdi>}
          </strong>
        )}
        <span class="unseen"> {w[`text_${wordOf(message.event_name)}`]}</span>
      </span>
    </Link>
  );
};
