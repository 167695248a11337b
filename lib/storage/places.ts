import { emailKey, templateKey } from './keys.ts';
import { type At, at } from './read.ts';
import type { EmailItem } from './records/user.ts';

/** Where it stands whose an e-mail address is. */
export const emailAt = (address: string): At<EmailItem> => at(emailKey(address));

export const templateAt = (template_id: string): At<{ organization_id: string }> => at(templateKey(template_id));
