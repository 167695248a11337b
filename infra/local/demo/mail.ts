import type { Caller, Mail } from '../story/caller.ts';
import { detail } from './say.ts';

/** Waits until the platform is idle, prints the subject of the newest mail to `address`, and returns it. */
export const newestMail = async (caller: Caller, address: string): Promise<Mail> => {
  await caller.settle();
  const [mail] = await caller.messages(address);
  if (!mail) throw new Error(`No mail came to ${address}`);
  detail(`mail to ${address}: “${mail.subject}”`);
  return mail;
};
