import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { effectivePermissions } from '../../../../people/access/permissions.ts';
import type { Member, MemberHoldings } from '../../shared/answers.ts';
import { textIn } from '../../shared/parts.tsx';
import { keepReading } from '../../shared/run.ts';
import { closeSheet } from '../../shared/sheet.tsx';
import { ask } from '../../user/session.ts';
import { tell } from '../parts/notice.tsx';
import { Setting } from '../parts/settings-form.tsx';
import { TypedConfirm } from '../parts/typed-confirm.tsx';
import { say, w } from '../words/index.ts';

/** Holdings of the member of the open sheet; null until it is read. */
const holdings = signal<MemberHoldings | null>(null);

const nameOf = ({ first_name, last_name }: Member): string => `${first_name} ${last_name}`;

/** True for a member who may own what others have sent. Permissions of groups aren't in a profile. */
const mayOwn = ({ roles, permissions, locked, second_factor }: Member): boolean =>
  !locked && second_factor !== null && effectivePermissions(roles, permissions).has('envelope:create');

/**
 * Asks before a member is removed: says what is handed over, and to whom. `others` are the members from whom the heir
 * is chosen; `remove` removes the member for this heir, or for an owner.
 */
export const RemoveMember = ({
  member,
  others,
  remove,
}: {
  member: Member;
  others: readonly Member[];
  remove: (heir_id: string) => Promise<void>;
}) => {
  const name = nameOf(member);
  const heirs = others.filter((one) => one.id !== member.id && mayOwn(one));
  useEffect(() => {
    holdings.value = null;
    return keepReading(async () => {
      holdings.value = await ask<MemberHoldings>('GET', `/v2/organization-members/${member.id}/holdings`);
    });
  }, []);
  const act = async (given: FormData): Promise<void> => {
    const heir_id = textIn(given, 'heir_id');
    await remove(heir_id);
    closeSheet();
    const heir = heirs.find(({ id }) => id === heir_id);
    tell(heir ? say(w.memberRemovedTo, { name, heir: nameOf(heir) }) : say(w.memberRemoved, { name }));
  };
  return (
    <TypedConfirm title={say(w.memberRemoveAsk, { name })} word={member.email} words={w.memberRemove} act={act}>
      <p>{w.memberRemoveAbout}</p>
      <h3>{w.memberOwns}</h3>
      <Holdings of={holdings.value} />
      <p class="soft">{w.memberStays}</p>
      <Setting name="heir_id" label={w.memberHeir} about={w.memberHeirAbout}>
        {(control) => (
          <select {...control}>
            <option value="">{w.memberHeirOwner}</option>
            {heirs.map((one) => (
              <option key={one.id} value={one.id}>
                {`${nameOf(one)} (${one.email})`}
              </option>
            ))}
          </select>
        )}
      </Setting>
    </TypedConfirm>
  );
};

const Holdings = ({ of }: { of: MemberHoldings | null }) => {
  if (!of) return <p class="soft">{w.loading}</p>;
  const { envelopes, open_envelopes, templates, drafts, api_keys, applications } = of;
  const open = open_envelopes > 0 ? `, ${say(w.ownsOpen, { count: open_envelopes })}` : '';
  const given = [
    envelopes > 0 && say(w.ownsEnvelopes, { count: envelopes }) + open,
    templates > 0 && say(w.ownsTemplates, { count: templates }),
    drafts > 0 && say(w.ownsDrafts, { count: drafts }),
  ].filter((line) => line !== false);
  return (
    <>
      {given.length === 0 && <p>{w.memberOwnsNothing}</p>}
      {given.length > 0 && (
        <ul>
          {given.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {api_keys > 0 && <p>{say(w.ownsKeys, { count: api_keys })}</p>}
      {applications > 0 && <p>{say(w.ownsApplications, { count: applications })}</p>}
    </>
  );
};
