import { newId } from '../../base/ids.ts';
import type { UserCaller } from '../../people/access/caller.ts';
import type { Origin } from '../../people/access/origin.ts';
import type { Write } from '../../storage/engine/write.ts';
import type { BatchItem } from '../../storage/records/batch.ts';
import type { EnvelopeState } from '../../storage/records/envelope.ts';
import type { ProfileItem } from '../../storage/records/profile.ts';
import type { Template } from '../../storage/records/template.ts';
import { copyDrawnPage } from '../envelopes/acts/copy-drawn-page.ts';
import {
  makeEnvelope,
  ofTemplate,
  ownedBy,
  readSender,
  type Sender,
  templateOwner,
} from '../envelopes/acts/make-envelope.ts';
import type { NewEnvelope } from '../envelopes/envelope-schema.ts';
import { newEnvelopeState } from '../envelopes/rules/new-envelope.ts';
import { usedTemplate } from '../templates/template-store.ts';

/** Things that the envelopes of a batch have in common, read once for a piece of them. */
export interface Common {
  caller: UserCaller;
  template: Template;
  sender: Sender;
  /** The template's owner, if the envelopes are the owner's. */
  owner: ProfileItem | undefined;
}

/** Reads what the envelopes of a batch have in common. Throws `template_not_sendable`, and `invalid` for its brand. */
export const readCommon = async (
  caller: UserCaller,
  template: Template,
  { settings }: Pick<BatchItem, 'settings'>,
): Promise<Common> => {
  const [sender, owner] = await Promise.all([
    // The batch itself holds back what is too much for a day.
    readSender(caller, { brand_key: settings.brand_key, no_contact: true }),
    templateOwner(caller, template.header),
  ]);
  return { caller, template, sender, owner };
};

/** Makes the envelope of a row without storing anything. Throws what sending it would throw. */
export const buildRow = ({ caller, template, sender, owner }: Common, request: NewEnvelope): EnvelopeState => {
  const id = newId();
  const { sources } = ofTemplate(caller, id, request, template, copyDrawnPage);
  return newEnvelopeState(id, request, { owner: caller, ...sender, ...(owner ? ownedBy(owner) : {}), ...sources });
};

/**
 * Sends the envelope of a row. `end` makes the write that ends the row, in the transaction that makes the envelope: if
 * it doesn't hold, `refuse` is called and there is no envelope.
 */
export const sendRow = (
  { caller, template, sender, owner }: Common,
  request: NewEnvelope,
  origin: Origin,
  { end, refuse }: { end: (envelope_id: string) => Write; refuse: () => never },
): Promise<EnvelopeState> =>
  makeEnvelope(
    caller,
    request,
    origin,
    async (id) => ({
      ...ofTemplate(caller, id, request, template, copyDrawnPage),
      owner,
      also: [...usedTemplate(template.header), end(id)],
      refuse,
    }),
    sender,
  );
