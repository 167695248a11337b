import type { Api } from './api.ts';
import { detail } from './say.ts';

/** A message of the local platform's mailbox. */
export interface Mail {
  subject: string;
  links: string[];
  code: string | null;
}

/** Waits until the platform is idle, and returns the newest mail to `address`. */
export const newestMail = async (api: Api, address: string): Promise<Mail> => {
  await api.call('POST', '/local/settle');
  const { content } = await api.call<Mail[]>('GET', `/local/messages?to=${encodeURIComponent(address)}`);
  const [mail] = content;
  if (!mail) throw new Error(`No mail came to ${address}`);
  detail(`mail to ${address}: “${mail.subject}”`);
  return mail;
};
