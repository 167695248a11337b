import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { keepReading } from '../shared/run.ts';
import { ask, me } from '../user/session.ts';
import type { Role } from './draft.ts';
import { w } from './words/index.ts';

interface Service {
  id: string;
  name: string;
}

/** The trust services of the organization and of the platform, once somebody is to sign at one. */
const services = signal<readonly Service[] | null>(null);

const read = async (): Promise<void> => {
  services.value ??= await ask<Service[]>('GET', `/v2/organizations/${me.value?.organization_id}/trust-services`);
};

/** The trust service at which a person signs with an own certificate. */
export const ServiceChoice = ({ role, change }: { role: Role; change: (to: Partial<Role>) => void }) => {
  useEffect(() => keepReading(read), []);
  const id = `service-${role.name}`;
  const { trust_service: chosen } = role;
  if (services.value === null) return null;
  const isGone = chosen !== null && services.value.every((one) => one.id !== chosen);
  if (services.value.length === 0 && !isGone) return <p class="soft">{w.cscNone}</p>;
  return (
    <>
      <label for={id}>{w.cscService}</label>
      <select
        id={id}
        value={isGone ? '' : (chosen ?? '')}
        aria-describedby={`${id}-about`}
        onChange={({ currentTarget: { value } }) => change({ trust_service: value || null })}
      >
        <option value="">{w.oidcChoose}</option>
        {services.value.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
      </select>
      {isGone && <p class="bad">{w.cscGone}</p>}
      <p class="soft" id={`${id}-about`}>
        {w.cscAbout}
      </p>
    </>
  );
};
