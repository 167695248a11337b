import type { SignerCaller } from '../../people/access/caller.ts';
import type { Origin } from '../../people/access/origin.ts';
import { shownBy } from '../disclosures/shown.ts';
import { actorOf } from '../envelopes/rules/actor.ts';
import { agree, both, open } from '../envelopes/rules/lifecycle.ts';
import { demandOwnTurn } from '../envelopes/rules/may-act.ts';
import type { Decide, SignerLocale } from './act-as-recipient.ts';

/** The signer accepts the disclosures. Accepting them again changes nothing. */
export const decideAgreement =
  (
    caller: SignerCaller,
    { disclosures, locale, timezone }: SignerLocale & { disclosures?: string | null },
    origin: Origin,
  ): Decide =>
  (state, recipient, at) => {
    demandOwnTurn(state.envelope, recipient, caller, at);
    if (recipient.agreed) return null;
    const details = {
      disclosures: disclosures ?? null,
      shown_by: disclosures ? shownBy(disclosures, state) : null,
      locale: locale ?? null,
      timezone: timezone ?? null,
    };
    const actor = actorOf(caller, origin);
    const agreed = agree(recipient, details, actor, at);
    // A host's token of `createInPersonLink` can agree without having followed the link.
    return recipient.status === 'invited' ? both(open(state, recipient, caller.key_type, actor, at), agreed) : agreed;
  };
