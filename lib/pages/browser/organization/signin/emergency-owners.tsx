import { Choice } from '../../shared/parts.tsx';
import { quoted } from '../../shared/words/spoken.ts';
import { ask } from '../../user/session.ts';
import { Shown, useAnswer } from '../company/answer.tsx';
import type { Member } from './answers.ts';

/** Owners who get in otherwise, to be chosen: the way back, if a provider fails or a network or a passkey is lost. */
export const EmergencyOwners = ({ title, chosen }: { title: string; chosen: readonly string[] }) => {
  const members = useAnswer(() => ask<Member[]>('GET', '/v2/organization-members'));
  return (
    <Shown of={members}>
      {(found) => (
        <fieldset class="setting">
          <legend>{title}</legend>
          {found
            .filter(({ roles }) => roles.includes('owner'))
            .map(({ id, first_name, last_name }) => (
              <Choice
                key={id}
                type="checkbox"
                name="emergency_profile_ids"
                value={id}
                defaultChecked={chosen.includes(id)}
              >
                {quoted(`${first_name} ${last_name}`)}
              </Choice>
            ))}
        </fieldset>
      )}
    </Shown>
  );
};
