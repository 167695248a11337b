import { fileKeys } from '../aws/files/file-keys.ts';
import { deleteFiles, listFiles } from '../aws/files/file-store.ts';
import { DAY } from '../base/clock.ts';
import { endRequestWrite, isWantedByOthers, releaseClaim } from '../people/domains/claim.ts';
import { deleteIdentity } from '../people/domains/identity.ts';
import { profileRemoval, readLeaver, userRemoval } from '../people/profiles/removal.ts';
import { changeEnvelope } from '../signing/envelopes/acts/commit.ts';
import { findWholeEnvelope } from '../signing/envelopes/reading/read-envelope.ts';
import { SYSTEM } from '../signing/envelopes/rules/chain.ts';
import { end, isOpen } from '../signing/envelopes/rules/lifecycle.ts';
import { removeDocumentFiles } from '../signing/templates/document-files.ts';
import { removeTemplateFor } from '../signing/templates/template-store.ts';
import { removeBatch, removeBatchParts, someBatchesOf } from '../storage/batches.ts';
import { brandsOf } from '../storage/brands.ts';
import { commit, isOvertaken } from '../storage/engine/commit.ts';
import { organizationList, VISIBILITIES } from '../storage/envelopes/entries.ts';
import { removeEnvelope } from '../storage/envelopes/write.ts';
import { signInDomainsOf } from '../storage/identity-providers.ts';
import { LAST_REQUEST, PER_PIECE, type Piece, stepThrough } from '../storage/jobs/phases.ts';
import { draftsList, LIST_PARTS, listEntries, templatesList } from '../storage/lists/list-entries.ts';
import { profilesOf } from '../storage/memberships.ts';
import {
  hasEnvelope,
  removeCountsOf,
  removeKeysOf,
  removePiece,
  removeRecordsOf,
  removeWebhooksOf,
} from '../storage/organization-removal.ts';
import type { EnvelopeItem } from '../storage/records/envelope.ts';
import type { TemplateItem } from '../storage/records/template.ts';
import { asCreator, unlessGone } from './hand-over.ts';

/**
 * Steps of the deletion of an organization, each of which can be repeated. Completed envelopes stay with their
 * evidence: the chain of events, the recipients, the sent and the sealed documents, and the certificate. Their
 * recipients can still open them.
 */

/** Webhooks are retried for three days. */
const LAST_WEBHOOK = 4 * DAY;

/** Removes members; a user without another organization loses the account too. */
const removeMembers: Piece = async ({ organization_id }) => {
  const members = (await profilesOf(organization_id)).slice(0, PER_PIECE);
  for (const profile of members) {
    const left = await readLeaver(profile, profile.user_id ?? '');
    await unlessChanged(() => commit([...profileRemoval(left, { hands_over: false }), ...userRemoval(left)]));
  }
  return members.length > 0 ? 'more' : undefined;
};

/** Handles the organization's envelopes one after the other. */
const ofEnvelopes =
  (act: (id: string) => Promise<void>) =>
  (visibility: EnvelopeItem['visibility']): Piece =>
  async ({ organization_id }, next) => {
    const page = await listEntries(organizationList(organization_id, visibility), { after: next, limit: PER_PIECE });
    for (const { id } of page.items) await act(id);
    return page.next;
  };

/** Notifies the recipients of the cancellation. */
const cancelEnvelopes = ofEnvelopes((id) =>
  unlessGone(() =>
    changeEnvelope(id, (state, at) => (isOpen(state.envelope) ? end(state, 'envelope:canceled', SYSTEM, at) : null)),
  ),
);

/** Removes every envelope that isn't completed. */
const removeEnvelopes = ofEnvelopes(async (id) => {
  const state = await findWholeEnvelope(id);
  if (state && state.envelope.status !== 'complete') await removeEnvelope(state);
});

const removeTemplates: Piece = async ({ organization_id }, next) => {
  const page = await listEntries<Pick<TemplateItem, 'id' | 'profile_id'>>(templatesList(organization_id), {
    after: next,
    limit: PER_PIECE,
  });
  for (const { id, profile_id } of page.items) {
    await unlessGone(async () => {
      const { documents } = await removeTemplateFor(asCreator({ profile_id, organization_id }), id);
      await removeDocumentFiles(documents);
    });
  }
  return page.next;
};

/** Removes the records under the organization's own key except webhooks, which still report the deletion. */
const removeRecords = async (organization_id: string): Promise<void> => {
  const brands = await brandsOf(organization_id);
  for (const { id: brand_id, email_domain, app_domain } of brands) {
    const holder = { organization_id, brand_id };
    if (email_domain) {
      await commit([endRequestWrite(email_domain, holder)]);
      await releaseClaim('email', email_domain, holder);
      // SES keeps it if a brand of another organization uses it.
      if (!(await isWantedByOthers(email_domain, holder))) await deleteIdentity(email_domain);
    }
    if (app_domain) await releaseClaim('app', app_domain, holder);
  }
  for (const { domain } of await signInDomainsOf(organization_id)) {
    await releaseClaim('sign_in', domain, { organization_id, brand_id: organization_id });
  }
  await removeRecordsOf(organization_id);
};

/** Removes what the organization has of one kind, until `remove` says that there is no more. */
const removeAll =
  (remove: (organization_id: string) => Promise<unknown>): Piece =>
  async ({ organization_id }) =>
    (await remove(organization_id)) === true ? 'more' : undefined;

/** Removes batches with their rows; what they have sent is canceled as all other envelopes are. */
const removeBatches = async (organization_id: string): Promise<boolean> => {
  const { items: batches } = await someBatchesOf(organization_id, PER_PIECE);
  for (const batch of batches) {
    await removeBatch(batch);
    while (await removeBatchParts(batch.id)) {
      // There are more.
    }
  }
  return batches.length > 0;
};

const removeCounts = (organization_id: string): Promise<void> => {
  const envelopes = VISIBILITIES.map((visibility) => organizationList(organization_id, visibility));
  return removeCountsOf([
    ...envelopes.map((list) => ({ list, parts: LIST_PARTS })),
    { list: templatesList(organization_id) },
    { list: draftsList(organization_id) },
  ]);
};

/** Removes every file except those of completed envelopes. */
const removeFiles: Piece = async ({ organization_id }, after) => {
  const keys = await listFiles(fileKeys.organization(organization_id), after as string | undefined);
  const kept = new Map<string, Promise<boolean>>();
  const isKept = (key: string): Promise<boolean> => {
    const [, envelope_id] = KEPT_FILE.exec(key.slice(fileKeys.organization(organization_id).length)) ?? [];
    if (!envelope_id) return Promise.resolve(false);
    const known = kept.get(envelope_id) ?? hasEnvelope(envelope_id);
    kept.set(envelope_id, known);
    return known;
  };
  const unwanted: string[] = [];
  for (const key of keys) if (!(await isKept(key))) unwanted.push(key);
  await deleteFiles(unwanted);
  return keys.at(-1);
};

/** Sent and sealed documents of an envelope, and attachments; no page images. */
const KEPT_FILE = /^envelopes\/([0-9a-f-]{36})\/(?:attachments\/.+|[^/]+\/(?:original|sealed-[^/]+)\.pdf)$/;

/** An item that changed meanwhile is found again: by the next piece, or by the second pass. */
const unlessChanged = async (change: () => Promise<unknown>): Promise<void> => {
  try {
    await change();
  } catch (error) {
    if (!isOvertaken(error)) throw error;
  }
};

const removeLists = [
  ...VISIBILITIES.map((visibility) => ({
    run: removeAll((id) => removePiece.ofList(organizationList(id, visibility))),
  })),
  { run: removeAll((id) => removePiece.ofList(templatesList(id))) },
  { run: removeAll((id) => removePiece.ofList(draftsList(id))) },
  { run: removeAll(removeCounts) },
];

/** At once: sessions and keys end, open envelopes are canceled. Later, in two passes, everything else. */
export const deleteStep = stepThrough([
  { run: removeMembers },
  { run: removeAll(removeKeysOf) },
  { run: removeAll(removeBatches) },
  ...VISIBILITIES.map((visibility) => ({ run: cancelEnvelopes(visibility) })),
  { run: removeMembers, after: LAST_REQUEST },
  { run: removeAll(removeKeysOf) },
  { run: removeTemplates },
  { run: removeAll(removeBatches) },
  ...VISIBILITIES.map((visibility) => ({ run: removeEnvelopes(visibility) })),
  ...removeLists,
  { run: removeAll(removePiece.ofContacts) },
  { run: removeAll(removePiece.ofUsage) },
  { run: removeAll(removeRecords) },
  { run: removeFiles },
  { run: removeAll(removePiece.ofDeliveries), after: LAST_WEBHOOK },
  // The lists follow the removal of their envelopes, and may have done so after they were removed themselves.
  ...removeLists,
  // By now the head of their chain is in the log of evidence, so an export from before the end can be proven.
  { run: removeAll(removePiece.ofEvents) },
  { run: removeAll(removeWebhooksOf) },
]);
