import type { Member } from '../../shared/answers.ts';
import { ask } from '../../user/session.ts';
import { List } from '../parts/list.tsx';
import { pagedList } from '../parts/list-state.ts';
import { w } from '../words/index.ts';

/** The members of the organization. */

const members = pagedList<Member>(async () => ({
  rows: await ask<Member[]>('GET', '/v2/organization-members'),
  next: null,
}));

export const Members = () => (
  <List of={members} label={w.membersTitle} empty={w.membersEmpty}>
    {(member) => <Row key={member.id} member={member} />}
  </List>
);

const Row = ({ member: { first_name, last_name, email, roles } }: { member: Member }) => (
  <li>
    <p>
      <bdi class="own">
        {first_name} {last_name}
      </bdi>
    </p>
    <p class="soft">
      <bdi class="own">{email}</bdi>
    </p>
    <p>{roles.map((role) => (role === 'contact' ? '' : w[`role_${role}`])).join(', ')}</p>
  </li>
);
