import type { Permission } from '../../../../people/access/permissions.ts';
import type { Group } from '../../shared/answers.ts';
import { ActForm, Choice, Input, SendButton, textIn } from '../../shared/parts.tsx';
import { closeSheet, Sheet, showSheet } from '../../shared/sheet.tsx';
import { List } from '../parts/list.tsx';
import { tell } from '../parts/notice.tsx';
import { mayGive } from '../parts/rights.ts';
import { Press, RowActs } from '../parts/row-acts.tsx';
import { say, w } from '../words/index.ts';
import { ALL_BUNDLES, BUNDLES, type Bundle, bundlesOf, permissionsOf } from './bundles.ts';
import { DeleteGroup, GroupMembers } from './group-members.tsx';
import { changeGroup, type Details, groups, makeGroup, mayManage, mayName } from './groups-state.ts';

/** The groups, and what each gives its members. */
export const Groups = () => (
  <>
    <div class="tools">
      {mayName() && (
        <button type="button" class="main" onClick={() => showSheet(Make)}>
          {w.groupMake}
        </button>
      )}
    </div>
    <List of={groups} label={w.groupsTitle} empty={<p>{w.groupsEmpty}</p>}>
      {(group) => <Row key={group.id} group={group} />}
    </List>
  </>
);

const Row = ({ group }: { group: Group }) => (
  <li>
    <div class="entry-main">
      <p>
        <bdi class="own">{group.name}</bdi>
      </p>
    </div>
    <div class="entry-more">
      <Given permissions={group.permissions} />
    </div>
    <RowActs of={group.name}>
      <Press act={() => showSheet(() => <GroupMembers group={group} />)}>{w.groupMembers}</Press>
      {mayName() && <Press act={() => showSheet(() => <Change group={group} />)}>{w.orgChange}</Press>}
      {mayManage(group) && (
        <Press act={() => showSheet(() => <DeleteGroup group={group} />)} danger>
          {w.groupDelete}
        </Press>
      )}
    </RowActs>
  </li>
);

/** Permissions in words. Those that are in no whole bundle have their names of the API. */
const Given = ({ permissions }: { permissions: readonly Permission[] }) => {
  const { whole, others } = bundlesOf(permissions);
  if (permissions.length === 0) return <p class="soft">{w.groupGivesNothing}</p>;
  return (
    <>
      {whole.map((bundle) => (
        <p key={bundle} class="soft">
          {w[`gives_${bundle}`]}
        </p>
      ))}
      {others.map((one) => (
        <p key={one}>
          <code>{one}</code>
        </p>
      ))}
    </>
  );
};

const Inputs = ({ name = '', permissions = [] }: Details) => {
  const { whole, others } = bundlesOf(permissions);
  return (
    <>
      <Input name="name" label={w.groupName} value={name} maxLength={100} />
      {mayGive(permissions) && (
        <fieldset class="choices">
          <legend>{w.groupGives}</legend>
          <p class="soft">{w.groupGivesAbout}</p>
          {ALL_BUNDLES.filter((one) => mayGive(BUNDLES[one])).map((one) => (
            <Choice key={one} type="checkbox" name="gives" value={one} defaultChecked={whole.includes(one)}>
              {w[`gives_${one}`]}
            </Choice>
          ))}
          {others.length > 0 && <Given permissions={others} />}
        </fieldset>
      )}
    </>
  );
};

const chosen = (given: FormData): Permission[] => permissionsOf(given.getAll('gives') as Bundle[]);

const Make = () => {
  const make = async (given: FormData): Promise<void> => {
    const name = textIn(given, 'name');
    const made = await makeGroup({ name, permissions: chosen(given) });
    tell(say(w.groupMade, { name }));
    showSheet(() => <GroupMembers group={made} />);
  };
  return (
    <Sheet title={w.groupMake} typing>
      <ActForm act={make}>
        <Inputs />
        <SendButton>{w.groupMake}</SendButton>
      </ActForm>
    </Sheet>
  );
};

const Change = ({ group }: { group: Group }) => {
  const { name, permissions } = group;
  const isManaged = mayManage(group);
  const save = async (given: FormData): Promise<void> => {
    // Permissions that were given one by one stay.
    const all = new Set([...bundlesOf(permissions).others, ...chosen(given)]);
    await changeGroup(group, { name: textIn(given, 'name'), ...(isManaged ? { permissions: [...all] } : {}) });
    closeSheet();
    tell(say(w.groupChanged, { name }), () => changeGroup(group, isManaged ? { name, permissions } : { name }));
  };
  return (
    <Sheet title={say(w.groupNamed, { name })}>
      <ActForm act={save}>
        <Inputs name={name} permissions={permissions} />
        <SendButton>{w.orgSave}</SendButton>
      </ActForm>
    </Sheet>
  );
};
