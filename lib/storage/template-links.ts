import { changeRecord, collection, getItem } from './engine/client.ts';
import { commit, ifHeld, isMade, writeBatch } from './engine/commit.ts';
import {
  linkVisitKey,
  TEMPLATE_LINK_PREFIX,
  templateKey,
  templateLinkCountKey,
  templateLinkKey,
} from './engine/keys.ts';
import { type At, at } from './engine/read.ts';
import { ABSENT, allOf, is, PRESENT } from './engine/where.ts';
import type { Write } from './engine/write.ts';
import type { LinkCode, LinkVisitItem, TemplateLinkItem } from './records/template-link.ts';

export const templateLinkAt = (template_id: string, id: string): At<TemplateLinkItem> =>
  at(templateLinkKey(template_id, id));

export const findTemplateLink = (template_id: string, id: string): Promise<TemplateLinkItem | undefined> =>
  getItem<TemplateLinkItem>(templateLinkKey(template_id, id));

/** All links of a template, the oldest first. One query. */
export const templateLinksOf = (template_id: string): Promise<TemplateLinkItem[]> =>
  collection<TemplateLinkItem>(templateLinkKey(template_id, '').pk, TEMPLATE_LINK_PREFIX);

/**
 * Stores a new link. Answers `full` if the template has `most` of them, `gone` if there is no such template any more.
 */
export const addTemplateLink = (
  link: Omit<TemplateLinkItem, 'pk' | 'sk'>,
  most: number,
): Promise<'full' | 'gone' | undefined> =>
  commit<'full' | 'gone' | undefined>(
    [
      { put: { ...link, ...templateLinkKey(link.template_id, link.id) }, where: ABSENT },
      {
        change: templateLinkCountKey(link.template_id),
        add: { links: 1 },
        where: { links: is.eitherOf(is.missing, is.below(most)) },
      },
      { check: templateKey(link.template_id) },
    ],
    { refuse: (index) => (index === 1 ? 'full' : 'gone'), repeated: () => undefined },
  );

/** The write of a change by the link's owner: it holds while the owner's part is as it was read. */
export const changedLinkWrite = (link: TemplateLinkItem, set: Partial<TemplateLinkItem>): Write => ({
  change: templateLinkKey(link.template_id, link.id),
  set: { ...set, version: link.version + 1 },
  where: { version: link.version },
});

/** Removes a link; false if there is none. */
export const removeTemplateLink = ({
  template_id,
  id,
}: Pick<TemplateLinkItem, 'template_id' | 'id'>): Promise<boolean> =>
  isMade(async () => {
    await commit([
      { remove: templateLinkKey(template_id, id), where: PRESENT },
      { change: templateLinkCountKey(template_id), add: { links: -1 } },
    ]);
  });

/** Removes all links of a template that was removed: nobody can add one any more. */
export const removeTemplateLinks = async (template_id: string): Promise<void> => {
  const links = await templateLinksOf(template_id);
  if (links.length === 0) return;
  await writeBatch([templateLinkCountKey(template_id), ...links].map(({ pk, sk }): Write => ({ remove: { pk, sk } })));
};

/** Place of what a link knows of an address; `addressHash`: of both. */
export const linkVisitAt = (addressHash: string): At<LinkVisitItem> => at(linkVisitKey(addressHash));

/** The write that notes that a code is asked for; it holds while nobody else has asked since `known` was read. */
export const askedWrite = (
  place: At<LinkVisitItem>,
  known: LinkVisitItem | undefined,
  { ttl, ...asked }: Pick<LinkVisitItem, 'link_id' | 'asked_at' | 'mails' | 'ttl'>,
): Write => ({
  change: place,
  set: { ...asked, ttl: Math.max(known?.ttl ?? 0, ttl) },
  where: known ? { asked_at: known.asked_at } : ABSENT,
});

/** Stores the codes of a mail; false if they have changed since `known` was read. */
export const storeLinkCodes = (place: At<LinkVisitItem>, known: LinkVisitItem, codes: LinkCode[]): Promise<boolean> =>
  isMade(() => changeRecord(place, { set: { codes }, where: { asked_at: known.asked_at, codes: known.codes } }));

/** Counts an attempt at a typed code; undefined if no code was ever asked for. */
export const countLinkGuess = (place: At<LinkVisitItem>): Promise<LinkVisitItem | undefined> =>
  ifHeld(() => changeRecord<LinkVisitItem>(place, { add: { guesses: 1 }, where: PRESENT }));

/**
 * The writes of an envelope that is made through the link: they hold while the link is as it was read and has room, and
 * while the address has made no other envelope since.
 */
export const usedLinkWrites = (
  link: TemplateLinkItem,
  visit: LinkVisitItem,
  made: { envelope_id: string; profile_id: string; at: string; ttl: number },
): Write[] => [
  {
    change: templateLinkKey(link.template_id, link.id),
    set: { last_used_at: made.at },
    add: { count: 1 },
    where: allOf({ version: link.version }, link.cap === null ? undefined : { count: is.below(link.cap) }),
  },
  {
    change: visit,
    set: { envelope_id: made.envelope_id, profile_id: made.profile_id, ttl: made.ttl },
    where: allOf({ envelope_id: visit.envelope_id }, PRESENT),
  },
];
