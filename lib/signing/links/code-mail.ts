import { randomInt } from 'node:crypto';
import { timestamp } from '../../base/clock.ts';
import { hashSecret, isHashOf, newSecret } from '../../base/ids.ts';
import { mailBrand, messageOrigin } from '../../people/brands/snapshot.ts';
import { type At, readAt, readTogether } from '../../storage/engine/read.ts';
import type { LinkCodeRequest } from '../../storage/outbox/message-request.ts';
import type { OutgoingMessage } from '../../storage/outbox/outgoing.ts';
import type { LinkCode, LinkVisitItem } from '../../storage/records/template-link.ts';
import { countLinkGuess, storeLinkCodes, templateLinkAt } from '../../storage/template-links.ts';
import { linkAddress } from './address.ts';
import { GUESSES_PER_CODE } from './limits.ts';
import { codeEnd, visitAt } from './visit.ts';

/** Mails can arrive twice and out of order, so the latest few codes all work. */
const KEPT = 3;

const DIGITS = 8;

/**
 * The mail with a visitor's code, made now. None if the link is gone, or if a later mail was asked for. Nothing that
 * the visitor wrote stands in it, because its reader may be somebody else.
 */
export const linkCodeMessage = async (request: LinkCodeRequest): Promise<OutgoingMessage[]> => {
  const { template_id, link_id, email, asked_at, locale, prefill } = request;
  const place = visitAt(link_id, email);
  const [link, visit] = await readTogether([templateLinkAt(template_id, link_id), place]);
  if (!link || visit?.asked_at !== asked_at) return [];
  const issued = await issueCode(place, visit);
  if (!issued) return [];
  const { sender, pages } = await messageOrigin(link.brand, link.organization, '');
  const { code, secret, expires_at } = issued;
  // In the fragment, which browsers send to nobody: the secret reaches no log and no Referer header.
  const fragment = new URLSearchParams({ email, code: secret });
  return [
    {
      channel: 'email',
      kind: 'link_code',
      locale: locale ?? link.locale ?? link.organization.locale ?? null,
      to: { name: '', address: email },
      from: sender,
      code,
      data: {
        name: '',
        code,
        expires_at,
        timezone: link.organization.timezone ?? null,
        link: `${linkAddress(link, pages)}${prefill ? `?${prefill}` : ''}#${fragment}`,
        brand: mailBrand(link.brand, link.organization, ''),
      },
    },
  ];
};

/** Makes a code and stores its hash; undefined if another mail was asked for meanwhile. */
const issueCode = async (
  place: At<LinkVisitItem>,
  visit: LinkVisitItem,
): Promise<{ code: string; secret: string; expires_at: string } | undefined> => {
  const [code, secret] = [String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0'), newSecret()];
  const added: LinkCode = {
    typed_hash: hashSecret(code),
    secret_hash: hashSecret(secret),
    expires_at: codeEnd(visit),
    made_at: visit.guesses ?? 0,
  };
  const codes = [...(visit.codes ?? []).filter(isLive), added].slice(-KEPT);
  return (await storeLinkCodes(place, visit, codes)) ? { code, secret, expires_at: added.expires_at } : undefined;
};

const isLive = ({ expires_at }: LinkCode): boolean => expires_at > timestamp();

/**
 * Returns the link's record of the address if the code is right; else undefined. A typed code is counted before it is
 * checked, so that guesses from anywhere at the same moment all count. A right code works until it ends: a lost answer
 * or a second tab asks with it again, and gets the same envelope.
 */
export const tryLinkCode = async (
  link_id: string,
  email: string,
  given: string,
): Promise<LinkVisitItem | undefined> => {
  const place = visitAt(link_id, email);
  const code = given.replace(/\s/g, '');
  if (code.length > DIGITS) {
    const visit = await readAt(place);
    return visit?.codes?.some((one) => isLive(one) && isHashOf(one.secret_hash, code)) ? visit : undefined;
  }
  const visit = await countLinkGuess(place);
  const made = visit?.guesses ?? 0;
  const works = (one: LinkCode): boolean =>
    isLive(one) && made - one.made_at <= GUESSES_PER_CODE && isHashOf(one.typed_hash, code);
  return visit?.codes?.some(works) ? visit : undefined;
};
