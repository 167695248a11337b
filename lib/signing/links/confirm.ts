import { networkOf } from '../../aws/net/network.ts';
import { epochSeconds, SECOND, timestamp } from '../../base/clock.ts';
import { fail, isFailure, orFail } from '../../base/errors.ts';
import { log } from '../../base/log.ts';
import type { Origin } from '../../people/access/origin.ts';
import { countInWindow, giveBack } from '../../people/attempts/attempts.ts';
import { readAt } from '../../storage/engine/read.ts';
import { addAccessKey } from '../../storage/envelopes/write.ts';
import type { AccessKeyItem, EnvelopeState, RecipientItem } from '../../storage/records/envelope.ts';
import type { LinkVisitItem, TemplateLinkItem } from '../../storage/records/template-link.ts';
import { findTemplateLink, usedLinkWrites } from '../../storage/template-links.ts';
import { findTemplate } from '../../storage/templates/read.ts';
import { changeEnvelope } from '../envelopes/acts/commit.ts';
import { createEnvelopeForVisitor } from '../envelopes/acts/create-envelope.ts';
import { findWholeEnvelope } from '../envelopes/reading/read-envelope.ts';
import { claimedRole, visitorActor } from '../envelopes/rules/claimed-role.ts';
import { isActing, isOpen } from '../envelopes/rules/lifecycle.ts';
import { LINK_LIFE, newAccessKey, signingLink } from '../sessions/link.ts';
import { pagesOfLink } from './address.ts';
import { tryLinkCode } from './code-mail.ts';
import { requestOfLink, withFreeRole } from './envelope-of-link.ts';
import { LINK_GUESSES, LINK_MAILS, LINK_NETWORK, REMEMBERED } from './limits.ts';
import type { LinkConfirmation } from './link-input-schema.ts';
import type { ConfirmedLink, LinkPath } from './link-schema.ts';
import { readPrefill } from './prefill.ts';
import { senderOfLink } from './sender.ts';
import { demandAllowed, demandVisitor } from './visit.ts';

/** Tries of making an envelope while the link or what it knows of the address changes. */
const TRIES = 4;

/**
 * Confirms a visitor's address by the mailed code, and leads to the signing: of the envelope that the address has begun
 * by this link, on whatever device, else of a new one. Of doubles, from two tabs or by a repeated request, one makes
 * the envelope and all get it: the transaction that makes it also notes it for the address and counts it for the link.
 * Throws `code_wrong` for all wrong, used up and expired codes, and what the link or the sender's organization refuses.
 */
export const confirmLink = async (
  { template_id, link_id }: LinkPath,
  given: LinkConfirmation,
  origin: Origin,
): Promise<ConfirmedLink> => {
  const network = networkOf(origin.ip);
  const seconds = await countInWindow('link-guess', network, LINK_GUESSES);
  if (seconds > 0) return fail('too_many_requests', { seconds });
  let link = orFail(await findTemplateLink(template_id, link_id), 'template_link_not_found');
  let visit = (await tryLinkCode(link_id, given.email, given.code)) ?? fail('code_wrong');
  for (let tries = 1; ; tries++) {
    const resumed = await resume(link, visit, origin);
    if (resumed) return resumed;
    try {
      const made = await create(link, visit, given, origin);
      await Promise.all([giveBack('link-network', network, LINK_NETWORK), giveBack('link-mails', link_id, LINK_MAILS)]);
      return made;
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error;
      if (tries >= TRIES) return fail('unavailable');
    }
    link = orFail(await findTemplateLink(template_id, link_id), 'template_link_not_found');
    visit = orFail(await readAt<LinkVisitItem>(visit), 'code_wrong');
  }
};

/** The link, or what it knows of the address, has changed since it was read. */
class Overtaken extends Error {}

/**
 * The way to the envelope that the address has made. Undefined if it has none yet, or has finished it and gets another
 * one. Throws `template_link_used` if it gets no other one and its envelope is gone, or belongs to somebody else by
 * now.
 */
const resume = async (
  link: TemplateLinkItem,
  { envelope_id, profile_id }: LinkVisitItem,
  origin: Origin,
): Promise<ConfirmedLink | undefined> => {
  if (envelope_id === undefined) return undefined;
  const state = await findWholeEnvelope(envelope_id);
  const recipient = state?.recipients.find((one) => one.profile_id === profile_id);
  if (!state || !recipient) return link.once_per_address ? fail('template_link_used') : undefined;
  const acts = isOpen(state.envelope) && isActing(recipient);
  if (!acts && !link.once_per_address) return undefined;
  const { item, key } = newAccessKey(recipient, 'email', LINK_LIFE);
  await addAccessKey(item);
  if (acts) await noteReturn(state, recipient, { link_id: link.id, key_id: item.id }, origin);
  return answer(link, recipient, key, true);
};

/** The trail says where from the person came back, with the address confirmed again. */
const noteReturn = (
  state: EnvelopeState,
  { profile_id }: RecipientItem,
  { link_id, key_id }: { link_id: string; key_id: string },
  origin: Origin,
): Promise<EnvelopeState> =>
  changeEnvelope(
    state.envelope.id,
    (current, at) => {
      const person = current.recipients.find((one) => one.profile_id === profile_id);
      if (!person || !isOpen(current.envelope) || !isActing(person)) return null;
      return { events: [claimedRole(person, { id: link_id }, visitorActor(person, key_id, origin), at)] };
    },
    state,
  );

const create = async (
  link: TemplateLinkItem,
  visit: LinkVisitItem,
  given: LinkConfirmation,
  origin: Origin,
): Promise<ConfirmedLink> => {
  demandVisitor(link, given);
  demandAllowed(link, given.email);
  const template = orFail(await findTemplate(link.template_id), 'template_link_not_found');
  const caller = await senderOfLink(link, template.header);
  const prefilled = readPrefill(link, given.prefill);
  const visitor = {
    first_name: given.first_name ?? '',
    last_name: given.last_name ?? '',
    email: given.email,
    locale: given.locale ?? null,
    timezone: given.timezone ?? null,
  };
  const request = requestOfLink(link, template, visitor, prefilled);
  let made: { item: AccessKeyItem; key: string } | undefined;
  const fields = prefilled.map(({ name }) => name);
  try {
    const state = await createEnvelopeForVisitor(caller, request, origin, {
      template: withFreeRole(template, link.role_name),
      role_name: link.role_name,
      newKey: (recipient) => {
        made = newAccessKey(recipient, 'email', LINK_LIFE);
        return made.item;
      },
      link: { id: link.id, ...(fields.length > 0 ? { fields, signed: link.fields_signed } : {}) },
      also: ({ envelope, recipients }) =>
        usedLinkWrites(link, visit, {
          envelope_id: envelope.id,
          profile_id: recipients.find((one) => one.role_name === link.role_name)?.profile_id ?? '',
          at: timestamp(),
          ttl: Math.max(visit.ttl, epochSeconds() + REMEMBERED / SECOND),
        }),
      refuse: () => {
        throw new Overtaken();
      },
    });
    const recipient = state.recipients.find((one) => one.role_name === link.role_name);
    if (!recipient || !made) return fail('unavailable');
    return answer(link, recipient, made.key, false);
  } catch (error) {
    if (isFailure(error, 'recipient_outside') && error.details.recipient === given.email)
      return fail('recipient_not_allowed', { recipient: given.email });
    // The template or the policy was changed since the link was checked. Its owner can help, the visitor can't.
    if (!isFailure(error, 'invalid', 'template_not_sendable', 'recipient_outside')) throw error;
    log().warn('A link of a template makes no envelope', { link_id: link.id, error });
    return fail('template_link_unavailable');
  }
};

const answer = async (
  link: TemplateLinkItem,
  { envelope_id, role_name }: Pick<RecipientItem, 'envelope_id' | 'role_name'>,
  key: string,
  resumed: boolean,
): Promise<ConfirmedLink> => ({
  envelope_id,
  role_name,
  link: signingLink(envelope_id, role_name, key, await pagesOfLink(link)),
  resumed,
});
