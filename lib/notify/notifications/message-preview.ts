import { DAY, timestampIn } from '../../base/clock.ts';
import { config } from '../../base/config.ts';
import { chooseLanguage } from '../../base/languages.ts';
import type { UserCaller } from '../../people/access/caller.ts';
import { readBrandWith } from '../../people/brands/brand-store.ts';
import { mailBrand, snapshotOf } from '../../people/brands/snapshot.ts';
import { defaultBrandId, presentOrganization } from '../../people/organizations/organization.ts';
import { organizationAt } from '../../storage/organizations.ts';
import type { MessageContext, MessageData, MessageKind, SmsKind } from '../../storage/outbox/message-data.ts';
import type { Channel, EventName } from '../../storage/records/notification-template.ts';
import { compose, composeNotice, composeSms } from '../messages/compose.ts';
import type { OwnText } from '../messages/own-text.ts';
import type { NoticeKind } from '../messages/texts/kinds.ts';
import { kindOfEvent, placeholdersOf } from './events.ts';
import type { MessagePreview, MessageToPreview } from './notification-schema.ts';
import { demandUsed } from './notification-template-store.ts';
import { SAMPLE_PEOPLE, SAMPLES } from './preview-samples.ts';
import { checkedTexts } from './template-check.ts';

/** Time until the link of a sample invitation ends. */
const SAMPLE_LIFE = 30 * DAY;

/**
 * Composes a message as it would be sent, with sample names, and sends and stores nothing. Without a text it has the
 * platform's words; `look` stands for settings of the brand that aren't saved yet. Throws `invalid` for what couldn't
 * be stored as a text, and `brand_not_found`.
 */
export const previewMessage = async (
  caller: UserCaller,
  { type, event_name, locale, brand_id, look, html_template = null, text_template = null }: MessageToPreview,
): Promise<MessagePreview> => {
  demandUsed(event_name, type);
  const given = { html: html_template, text: text_template };
  const own = given.html === null && given.text === null ? undefined : checkedTexts(event_name, type, given);
  const { organization_id } = caller;
  const path = { organizationid: organization_id, brandid: brand_id ?? defaultBrandId(organization_id) };
  const [brand, item] = await readBrandWith(caller, path, organizationAt(organization_id));
  const organization = item ? { ...presentOrganization(item) } : {};
  const language = chooseLanguage(locale, brand.locale, item?.locale);
  const stated = Object.fromEntries(Object.entries(look ?? {}).filter(([, value]) => value !== undefined));
  const sample = {
    ...SAMPLE_PEOPLE,
    ...SAMPLES[language],
    organization_name: item?.name ?? '',
    code: '123456',
    minutes: 10,
    link: `${config.appUrl()}/sign/…`,
    expires_at: timestampIn(SAMPLE_LIFE),
  };
  // A message shows what its kind has and no more: a code, for example, is in messages with codes alone.
  const known = [...placeholdersOf(event_name, type), 'reason'];
  const data = {
    ...Object.fromEntries(Object.entries(sample).filter(([name]) => known.includes(name))),
    timezone: brand.timezone ?? item?.timezone ?? null,
    brand: mailBrand(snapshotOf({ ...brand, ...stated }), organization, SAMPLE_PEOPLE.sender_name),
  };
  return composed(type, event_name, language, data, own);
};

type SampleData = MessageContext & Record<string, unknown>;

const composed = (
  type: Channel,
  event_name: EventName,
  language: string,
  data: SampleData,
  own: OwnText | undefined,
): MessagePreview => {
  if (type === 'app') {
    const names = Object.fromEntries(
      Object.entries({ ...data, brand_name: data.brand.name }).filter(([, value]) => typeof value === 'string'),
    ) as Record<string, string>;
    return { subject: null, html: null, text: composeNotice(event_name as NoticeKind, language, names, own) };
  }
  // The sample has the data of every kind that has texts.
  const filled = data as unknown as MessageData[MessageKind] & MessageContext;
  const kind = kindOfEvent(event_name);
  if (type === 'email') return compose(kind, language, filled, own);
  const sms = filled as MessageData[SmsKind] & MessageContext;
  return { subject: null, html: null, text: composeSms(kind as SmsKind, language, sms, own) };
};
