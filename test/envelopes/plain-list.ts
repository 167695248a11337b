import type { UserCaller } from '../../lib/people/access/caller.ts';
import type { ListQuery } from '../../lib/signing/envelopes/envelope-list-schema.ts';
import type { EnvelopeItem, EnvelopeStatus, Party } from '../../lib/storage/records/envelope.ts';

const isOpen = (status: EnvelopeStatus) => status === 'pending' || status === 'in progress';
const words = (text: string): string[] =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .match(/[\p{L}\p{N}]+|\p{Extended_Pictographic}/gu) ?? [];

const isDigit = (character = ''): boolean => /\p{N}/u.test(character);
const isDense = (character = ''): boolean => /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]/u.test(character);

/** The word, and its ends from every place where a search may begin. */
const ends = (word: string): string[] =>
  [...word].flatMap((character, at, all) =>
    at === 0 || isDense(character) || isDigit(character) !== isDigit(all[at - 1]) ? [all.slice(at).join('')] : [],
  );

/** The expected rows of a list, by the simplest rule: filter everything, and sort. */
export const expected = (
  all: readonly EnvelopeItem[],
  caller: UserCaller,
  asked: ReturnType<typeof ListQuery.parse>,
) => {
  const { view, status, q, template_id, person, created_after, created_before, sort_by } = asked;
  const mine = ({ parties }: EnvelopeItem, is: (party: Party) => boolean) =>
    parties.some((party) => party.email.toLowerCase() === caller.email.toLowerCase() && is(party));
  const turn = (one: EnvelopeItem) => isOpen(one.status) && mine(one, (party) => party.status === 'invited');
  const sent = ({ profile_id }: EnvelopeItem) => profile_id === caller.profile_id;
  const received = (one: EnvelopeItem) => mine(one, (party) => party.status !== 'pending');
  const ofOrganization = (one: EnvelopeItem): boolean => {
    const inside = asked.include_org && one.organization_id === caller.organization_id;
    return inside && (caller.permissions.has('envelope:org:view') || one.visibility === 'shared');
  };
  const isToAct = view === 'inbox' || view === 'action';
  const seen = (one: EnvelopeItem): boolean => {
    if (isToAct) return turn(one);
    if (view === 'sent') return sent(one);
    return sent(one) || received(one) || ofOrganization(one);
  };
  const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
  const isTo = (one: EnvelopeItem, person: string) => one.parties.some(({ email }) => same(email, person));
  const isWith = (one: EnvelopeItem, person: string): boolean =>
    (received(one) && same(one.owner_email, person)) ||
    (!isToAct && (sent(one) || ofOrganization(one)) && isTo(one, person));
  const time = (text: string) => new Date(text).getTime();
  const found = all.filter(
    (one) =>
      seen(one) &&
      (view !== 'waiting' || isOpen(one.status)) &&
      (view !== 'completed' || one.status === 'complete') &&
      (!status?.length || status.includes(one.status)) &&
      (!q?.trim() || words(q).length > 0) &&
      words(q ?? '').every((word) =>
        words(one.name)
          .flatMap(ends)
          .some((end) => end.startsWith(word)),
      ) &&
      (!template_id || one.template_id === template_id) &&
      (!person || isWith(one, person)) &&
      (!created_after || time(one.created_at) >= time(created_after)) &&
      (!created_before || time(one.created_at) < time(created_before)),
  );
  const direction = (asked.ascending ?? (sort_by === 'name' || sort_by === 'status')) ? 1 : -1;
  const keys: Record<typeof sort_by, (one: EnvelopeItem) => string[]> = {
    name: (one) => [one.name.toLowerCase(), one.id],
    created_at: ({ id }) => [id],
    updated_at: ({ updated_at, id }) => [updated_at, id],
    status: (one) => [one.status, one.id],
    canceled_at: (one) => (one.status === 'canceled' ? ['~', one.updated_at, one.id] : [one.status, one.id]),
  };
  const compare = (one: EnvelopeItem, other: EnvelopeItem): number => {
    const [these, those] = [keys[sort_by](one), keys[sort_by](other)];
    const at = these.findIndex((key, index) => key !== those[index]);
    return direction * Buffer.compare(Buffer.from(these[at] ?? ''), Buffer.from(those[at] ?? ''));
  };
  return found.sort(compare);
};
