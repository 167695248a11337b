import { networkOf } from '../../aws/net/network.ts';
import { epochSeconds, now, SECOND, timestamp } from '../../base/clock.ts';
import { domainOfEmail, normalEmail } from '../../base/email-address.ts';
import { fail, invalid, orFail } from '../../base/errors.ts';
import { sha256 } from '../../base/ids.ts';
import type { Origin } from '../../people/access/origin.ts';
import { countInWindow } from '../../people/attempts/attempts.ts';
import { isWithin } from '../../people/domains/name.ts';
import { commit } from '../../storage/engine/commit.ts';
import { type At, readTogether } from '../../storage/engine/read.ts';
import { outboxWrite } from '../../storage/outbox/outbox.ts';
import type { LinkVisitItem, TemplateLinkItem } from '../../storage/records/template-link.ts';
import { askedWrite, linkVisitAt, templateLinkAt } from '../../storage/template-links.ts';
import { findTemplate, templateAt } from '../../storage/templates/read.ts';
import { KNOWN_GAPS, LINK_ADDRESS, LINK_MAILS, LINK_NETWORK, QUIET, SHORTEST_LIFE, STRANGERS_GAPS } from './limits.ts';
import type { CodeRequest } from './link-input-schema.ts';
import type { LinkPath } from './link-schema.ts';
import { prefilledFields, readPrefill } from './prefill.ts';
import { demandOpenLink, statusOf } from './status.ts';

/** Place of what the link knows of an address. */
export const visitAt = (link_id: string, email: string): At<LinkVisitItem> =>
  linkVisitAt(sha256(`${link_id}#${normalEmail(email)}`));

/**
 * Has a code mailed to a visitor, who says an address. The answer is the same whether one is sent or not: to an address
 * that was asked for lately none is, because the last one works still. All limits are counted durably before anything
 * is sent, and what can't be counted isn't sent. Of the visitor nothing is stored but the times of mails, at a hash of
 * the address. Throws `template_link_not_found`, `template_link_ended`, `template_link_full`, `address_not_allowed`,
 * `too_many_requests`, and `invalid` for a value of the address that its field can't have.
 */
export const requestLinkCode = async (path: LinkPath, request: CodeRequest, origin: Origin): Promise<void> => {
  const { template_id, link_id } = path;
  await demandRoom('link-network', networkOf(origin.ip), LINK_NETWORK);
  const place = visitAt(link_id, request.email);
  const [found, visit] = await readTogether([templateLinkAt(template_id, link_id), place]);
  const link = orFail(found, 'template_link_not_found');
  demandAllowed(link, request.email);
  const prefilled = readPrefill(link, request.prefill);
  // A visitor who has begun by a link that is over goes on. Nobody learns from the answer who that is.
  const isOver = statusOf(link, timestamp()) !== 'open';
  if (isOver && !visit?.envelope_id) return;
  if (visit && isAskedLately(visit)) return;
  if (prefilled.length > 0) {
    const template = orFail(await findTemplate(template_id), 'template_link_not_found');
    prefilledFields(template, prefilled);
  } else {
    const [header] = await readTogether([templateAt(template_id)]);
    orFail(header, 'template_link_not_found');
  }
  await demandRoom('link-mails', link_id, LINK_MAILS);
  if ((await countInWindow('link-address', sha256(normalEmail(request.email)), LINK_ADDRESS)) > 0) return;
  const asked_at = timestamp();
  const mails = mailsBefore(visit) + 1;
  const life = (gapAfter({ mails, envelope_id: visit?.envelope_id }) + QUIET) / SECOND;
  await commit<void>(
    [
      askedWrite(place, visit, { link_id, asked_at, mails, ttl: epochSeconds() + Math.ceil(life) }),
      outboxWrite(link.organization_id, {
        message: {
          kind: 'link_code',
          template_id,
          link_id,
          email: request.email,
          asked_at,
          locale: request.locale ?? null,
          prefill: prefilled.length > 0 ? (request.prefill ?? null) : null,
        },
      }),
    ],
    // Somebody has asked for this address at the same moment: one mail is enough.
    { refuse: () => undefined, repeated: () => undefined },
  );
};

const demandRoom = async (kind: string, subject: string, limit: typeof LINK_NETWORK): Promise<void> => {
  const seconds = await countInWindow(kind, subject, limit);
  if (seconds > 0) fail('too_many_requests', { seconds });
};

/** Throws `address_not_allowed` unless the address is at one of the link's domains, if it has some. */
export const demandAllowed = ({ domains }: Pick<TemplateLinkItem, 'domains'>, email: string): void => {
  const own = domainOfEmail(email);
  if (domains.length > 0 && !domains.some((domain) => isWithin(own, domain))) {
    fail('address_not_allowed', { domains: domains.join(', ') });
  }
};

/** Throws unless the link makes an envelope for a visitor with this name now. */
export const demandVisitor = (
  link: TemplateLinkItem,
  { first_name, last_name }: Pick<CodeRequest, 'first_name' | 'last_name'>,
): void => {
  demandOpenLink(link, timestamp());
  if (!first_name && !last_name) invalid('first_name', 'a name is required');
};

const mailsBefore = (visit: LinkVisitItem | undefined): number =>
  visit && Date.parse(visit.asked_at) > now().getTime() - QUIET ? visit.mails : 0;

const gapAfter = ({ mails, envelope_id }: Pick<LinkVisitItem, 'mails' | 'envelope_id'>): number => {
  const gaps = envelope_id === undefined ? STRANGERS_GAPS : KNOWN_GAPS;
  return gaps[mails - 1] ?? gaps.at(-1) ?? 0;
};

const isAskedLately = (visit: LinkVisitItem): boolean => now().getTime() < Date.parse(visit.asked_at) + gapAfter(visit);

/** Time at which the code of the mail that was asked for last stops working. */
export const codeEnd = (visit: LinkVisitItem): string =>
  new Date(Date.parse(visit.asked_at) + Math.max(SHORTEST_LIFE, gapAfter(visit))).toISOString();
