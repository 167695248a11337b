import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { keepReading } from '../shared/run.ts';
import { ask, me } from '../user/session.ts';
import { ClaimChoice } from './claim-choice.tsx';
import type { Role } from './draft.ts';
import { w } from './words/index.ts';

interface Provider {
  id: string;
  name: string;
}

/** The organization's identity providers for recipients, once somebody is to be verified at one. */
const providers = signal<readonly Provider[] | null>(null);

const read = async (): Promise<void> => {
  providers.value ??= await ask<Provider[]>(
    'GET',
    `/v2/organizations/${me.value?.organization_id}/recipient-providers`,
  );
};

/** The identity provider at which a person is verified. */
export const ProviderChoice = ({ role, change }: { role: Role; change: (to: Partial<Role>) => void }) => {
  useEffect(() => keepReading(read), []);
  const id = `provider-${role.name}`;
  if (providers.value === null) return null;
  if (providers.value.length === 0) return <p class="soft">{w.oidcNone}</p>;
  return (
    <>
      <label for={id}>{w.oidcProvider}</label>
      <select
        id={id}
        value={role.identity_provider ?? ''}
        onChange={({ currentTarget: { value } }) => change({ identity_provider: value || null })}
      >
        <option value="">{w.oidcChoose}</option>
        {providers.value.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
      </select>
      <ClaimChoice role={role} change={change} />
    </>
  );
};
