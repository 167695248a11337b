import { signal } from '@preact/signals';
import { normalEmail } from '../../../base/email-address.ts';
import type { EnvelopeList, Profile } from '../shared/answers.ts';
import { ask, onOtherProfile } from './session.ts';

/** People to propose while a name or an address is typed. */
export interface Known {
  full_name: string;
  email: string;
}

/** The proposed people; null until they are asked for. */
export const known = signal<readonly Known[] | null>(null);
onOtherProfile(() => {
  known.value = null;
});

/** The most people that are proposed: a longer list is no help. */
const MOST = 300;

/** People without a second entry for the same address: the first one stays. */
const eachOnce = (people: readonly Known[]): Known[] => {
  const byAddress = new Map<string, Known>();
  for (const one of people) {
    const address = normalEmail(one.email);
    if (address && !byAddress.has(address)) byAddress.set(address, one);
  }
  return [...byAddress.values()].slice(0, MOST);
};

const named = ({ first_name, last_name, email }: Pick<Profile, 'first_name' | 'last_name' | 'email'>): Known => ({
  full_name: `${first_name} ${last_name}`.trim(),
  email,
});

/** Recipients of the envelopes that were sent last. */
const lastRecipients = async (): Promise<Known[]> => {
  const { envelopes } = await ask<EnvelopeList>('GET', '/v2/envelopes?view=sent&rows=20');
  return envelopes
    .flatMap(({ recipients }) => recipients)
    .flatMap(({ full_name, email }) => (email ? [{ full_name, email }] : []));
};

/** Reads whom to propose, once: the last recipients, contacts and members. Without a permission, those are left out. */
export const readKnown = async (): Promise<void> => {
  if (known.peek()) return;
  known.value = [];
  const all = await Promise.all([
    lastRecipients().catch(() => []),
    readProfiles('/v2/organization-contacts'),
    readProfiles('/v2/organization-members'),
  ]);
  known.value = eachOnce(all.flat());
};

const readProfiles = (path: string): Promise<Known[]> =>
  ask<Profile[]>('GET', path).then(
    (read) => read.map(named),
    () => [],
  );
