import { putRecord } from './client.ts';
import { ifHeld } from './commit.ts';
import { askedMailsKey } from './keys.ts';
import { type At, at } from './read.ts';
import type { AskedMails } from './records/asked-mails.ts';
import { ABSENT } from './where.ts';
import type { Write } from './write.ts';

/** When mails of one kind were sent to an address because of those who ask from one network. */
export const askedMailsAt = (email: string, kind: string, network: string): At<AskedMails> =>
  at(askedMailsKey(email, kind, network));

/** Stores that one more goes out, while the latest is the one that was read; false where another goes out at this moment. */
export const storeAskedMails = async (
  place: At<AskedMails>,
  known: AskedMails | undefined,
  mails: Omit<AskedMails, 'pk' | 'sk'>,
): Promise<boolean> => {
  const stored = await ifHeld(async () => {
    await putRecord({ pk: place.pk, sk: place.sk, ...mails }, known ? { event_id: known.event_id } : ABSENT);
    return true;
  });
  return stored ?? false;
};

/** Lets mails be asked for as if there had been none. */
export const forgettingMails = (place: At<AskedMails>): Write => ({ remove: place });
