import { fail } from '../../base/errors.ts';
import type { TemplateLinkItem } from '../../storage/records/template-link.ts';
import type { LinkStatus } from './link-schema.ts';

/** The link's state at `at`. */
export const statusOf = (
  { ended_at, ends_at, cap, count }: Pick<TemplateLinkItem, 'ended_at' | 'ends_at' | 'cap' | 'count'>,
  at: string,
): LinkStatus => {
  if (ended_at !== null || (ends_at !== null && ends_at <= at)) return 'ended';
  return cap !== null && count >= cap ? 'full' : 'open';
};

/** Throws `template_link_ended` or `template_link_full` unless the link makes envelopes at `at`. */
export const demandOpenLink = (link: TemplateLinkItem, at: string): void => {
  const status = statusOf(link, at);
  if (status === 'ended') fail('template_link_ended');
  if (status === 'full') fail('template_link_full');
};
