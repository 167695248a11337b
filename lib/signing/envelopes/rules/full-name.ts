import type { RecipientItem } from '../../../storage/records/envelope.ts';

/** The recipient's name as people write it. */
export const fullName = ({ first_name, last_name }: Pick<RecipientItem, 'first_name' | 'last_name'>): string =>
  `${first_name} ${last_name}`.trim();
