import { putRecord } from './engine/client.ts';
import { isMade } from './engine/commit.ts';
import { askedMailsKey } from './engine/keys.ts';
import { type At, at } from './engine/read.ts';
import { ABSENT } from './engine/where.ts';
import type { Write } from './engine/write.ts';
import type { AskedMails } from './records/asked-mails.ts';

/** Place of the times at which mails of one kind were sent to an address at the request of one network. */
export const askedMailsAt = (email: string, kind: string, network: string): At<AskedMails> =>
  at(askedMailsKey(email, kind, network));

/**
 * Records one more mail, if the latest is still the one that was read; false if another is being sent at this moment.
 */
export const storeAskedMails = (
  place: At<AskedMails>,
  known: AskedMails | undefined,
  mails: Omit<AskedMails, 'pk' | 'sk'>,
): Promise<boolean> =>
  isMade(() => putRecord({ pk: place.pk, sk: place.sk, ...mails }, known ? { event_id: known.event_id } : ABSENT));

/** The write that forgets earlier mails. */
export const forgetMailsWrite = (place: At<AskedMails>): Write => ({ remove: place });
