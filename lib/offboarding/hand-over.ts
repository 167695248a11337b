import * as z from 'zod';
import { deleteFile } from '../aws/files/file-store.ts';
import { sameEmail } from '../base/email-address.ts';
import { isFailure } from '../base/errors.ts';
import type { UserCaller } from '../people/access/caller.ts';
import { effectivePermissions } from '../people/access/permissions.ts';
import { identityHash } from '../people/identity-providers/identity.ts';
import { isActive } from '../people/profiles/profile-store.ts';
import { isOwnerProfile } from '../people/profiles/removal.ts';
import { endSessionsAs } from '../people/sessions/session-store.ts';
import { changeEnvelope } from '../signing/envelopes/acts/commit.ts';
import { SYSTEM } from '../signing/envelopes/rules/chain.ts';
import { isOpen } from '../signing/envelopes/rules/lifecycle.ts';
import { senderProfile } from '../signing/envelopes/rules/sender.ts';
import { changeTemplate } from '../signing/templates/template-store.ts';
import { batchesOf, giveBatch } from '../storage/batches.ts';
import { ifHeld, single } from '../storage/engine/commit.ts';
import { sentList } from '../storage/envelopes/entries.ts';
import { LAST_REQUEST, PER_PIECE, type Piece, stepThrough } from '../storage/jobs/phases.ts';
import type { JobItem } from '../storage/jobs/record.ts';
import { listEntries, ownDraftsList, ownTemplatesList } from '../storage/lists/list-entries.ts';
import { profilesOf } from '../storage/memberships.ts';
import { removeBesideAccount } from '../storage/organization-removal.ts';
import type { EnvelopeItem } from '../storage/records/envelope.ts';
import type { ProfileItem } from '../storage/records/profile.ts';
import { removeMarksAt } from '../storage/remembered-marks.ts';
import { findBlocks, removeBlocks } from '../storage/signatures.ts';
import { socialIdentityWrites } from '../storage/social-identities.ts';

/** The member who left. */
const Details = z.object({
  profile_id: z.string(),
  user_id: z.string(),
  email: z.string(),
  hands_over: z.boolean(),
  /** The member who gets what the leaver owned; absent: an owner. */
  heir_id: z.string().optional(),
  /** People at providers for everybody as whom the account signed in, if it is gone. */
  identities: z.array(z.object({ issuer: z.string(), subject: z.string() })).optional(),
  /** True if the member is locked alone, and may come back: then what is the person's own stays. */
  stays: z.boolean().optional(),
});
type Left = z.output<typeof Details> & { organization_id: string };

const leftBy = (job: JobItem): Left => ({ ...Details.parse(job.details), organization_id: job.organization_id });

/**
 * Removes the person's own records: sessions, signature blocks with their pictures, and the records beside a deleted
 * account, with its connections with providers for everybody.
 */
const removeOwn: Piece = async (job) => {
  const { profile_id, user_id, email, stays, identities = [] } = leftBy(job);
  await endSessionsAs(user_id, profile_id);
  if (stays) return;
  const { signatures, initials } = await findBlocks(profile_id);
  const blocks = [...signatures, ...initials];
  await Promise.all(blocks.map(({ file }) => deleteFile(file)));
  await removeBlocks(blocks);
  await removeMarksAt(email);
  if (!(await removeBesideAccount(user_id))) return;
  // On condition: another account may be connected with the same person by now.
  for (const one of identities)
    await ifHeld(() => single([socialIdentityWrites.disconnect(identityHash(one), user_id)]));
};

/**
 * The member who gets the items: the one who was chosen, or an owner if there is none, or that one is out by now. None
 * if the organization is being deleted with everything in it.
 */
const heir = async ({ hands_over, organization_id, heir_id }: Left): Promise<ProfileItem | undefined> => {
  if (!hands_over) return undefined;
  const profiles = await profilesOf(organization_id);
  return profiles.find((one) => one.id === heir_id && isActive(one)) ?? profiles.find(isOwnerProfile);
};

/** Gives whatever is in one of the person's lists to the new owner. */
const handOverAll =
  (listOf: (profile_id: string) => string, give: Give): Piece =>
  async (job, next) => {
    const left = leftBy(job);
    const owner = await heir(left);
    if (!owner) return undefined;
    const page = await listEntries(listOf(left.profile_id), { after: next, limit: PER_PIECE });
    for (const { id } of page.items) await unlessGone(() => give(id, left, owner));
    return page.next;
  };

type Give = (id: string, left: Left, owner: ProfileItem) => Promise<unknown>;

/** Gives the envelope to its new owner; while it is open, nothing more is mailed to the former sender. */
const giveEnvelope: Give = (envelope_id, left, owner) =>
  changeEnvelope(envelope_id, ({ envelope }) => {
    if (envelope.profile_id !== left.profile_id) return null;
    return {
      envelope: { ...owned(owner), ...(isOpen(envelope) ? sender(envelope, left, owner) : {}) },
      events: [
        {
          event: 'envelope:updated',
          actor: SYSTEM,
          data: { changed: ['profile_id'], from: left.profile_id, to: owner.id },
        },
      ],
    };
  });

const owned = (owner: ProfileItem): Partial<EnvelopeItem> => ({
  profile_id: owner.id,
  owner_email: owner.email,
  profile: senderProfile(owner),
});

const sender = (envelope: EnvelopeItem, left: Left, owner: ProfileItem): Partial<EnvelopeItem> =>
  sameEmail(envelope.sender_email, left.email)
    ? { sender_email: owner.email, sender_name: `${owner.first_name} ${owner.last_name}` }
    : {};

const giveTemplate: Give = (template_id, left, owner) =>
  changeTemplate(asCreator(left), template_id, (template) => {
    const { header } = template;
    return header.profile_id === left.profile_id
      ? { ...template, header: { ...header, profile_id: owner.id } }
      : template;
  });

/** The caller as the template's creator, who may change it: it is handed over in the creator's name. */
export const asCreator = ({
  profile_id,
  organization_id,
}: Pick<UserCaller, 'profile_id' | 'organization_id'>): UserCaller => ({
  kind: 'user',
  user_id: '',
  profile_id,
  organization_id,
  email: '',
  email_verified: true,
  first_name: '',
  last_name: '',
  session_id: '',
  client: null,
  scopes: null,
  roles: ['member'],
  permissions: effectivePermissions(['member']),
  global_admin: false,
  preconditions: [],
});

/** An item that was found can have been deleted, or handed over, since. */
export const unlessGone = async (change: () => Promise<unknown>): Promise<void> => {
  try {
    await change();
  } catch (error) {
    if (!isFailure(error, 'envelope_not_found', 'template_not_found')) throw error;
  }
};

/** Gives the person's batches to the new owner. */
const handOverBatches: Piece = async (job) => {
  const left = leftBy(job);
  const owner = await heir(left);
  if (!owner) return undefined;
  const batches = await batchesOf(left, { rows: PER_PIECE });
  for (const batch of batches) await giveBatch(batch, owner.id);
  return batches.length === PER_PIECE ? 'more' : undefined;
};

const handOverEnvelopes = handOverAll(sentList, giveEnvelope);
const handOverTemplates = handOverAll(ownTemplatesList, giveTemplate);
const handOverDrafts = handOverAll(ownDraftsList, giveTemplate);

/**
 * Steps after a member has left: sessions and signature blocks are removed, envelopes, templates and drafts go to the
 * heir. An item that was handed over isn't found again, so every step can be repeated.
 */
export const handOver = stepThrough([
  { run: removeOwn },
  { run: handOverEnvelopes },
  { run: handOverTemplates },
  { run: handOverEnvelopes, after: LAST_REQUEST },
  { run: handOverTemplates },
  { run: handOverDrafts },
  { run: handOverBatches },
]);
