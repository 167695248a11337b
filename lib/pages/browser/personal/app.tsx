import type { ComponentType } from 'preact';
import { useCurrentInView } from '../account/current-in-view.ts';
import { Frame } from '../account/frame.tsx';
import { Link } from '../account/link.tsx';
import { search } from '../user/route.ts';
import { NotificationsPart } from './notifications.tsx';
import { OrganizationsPart } from './organizations.tsx';
import { ProfilePart } from './profile.tsx';
import { SecurityPart } from './security.tsx';
import { SessionsPart } from './sessions.tsx';
import { SignaturePart } from './signature.tsx';
import { w } from './words/index.ts';

/** The parts of the account, by their names in the address (`?part=`). */
const PARTS = {
  profile: { title: 'partProfile', Part: ProfilePart },
  security: { title: 'partSecurity', Part: SecurityPart },
  sessions: { title: 'partSessions', Part: SessionsPart },
  signature: { title: 'partSignature', Part: SignaturePart },
  notifications: { title: 'partNotifications', Part: NotificationsPart },
  organizations: { title: 'partOrganizations', Part: OrganizationsPart },
} as const satisfies Record<string, { title: string; Part: ComponentType }>;
type PartName = keyof typeof PARTS;

const NAMES = Object.keys(PARTS) as PartName[];

/** The part that the address names, or else the first. */
const current = (): PartName => {
  const given = new URLSearchParams(search.value).get('part');
  return NAMES.find((name) => name === given) ?? 'profile';
};

const addressOf = (name: PartName): string => (name === 'profile' ? '/account' : `/account?part=${name}`);

/** The user's own account: what belongs to the person, whatever the organization. One part is shown at a time. */
export const Personal = () => {
  const shown = current();
  const { title, Part } = PARTS[shown];
  return (
    <Frame title={w[title]} parts={<Parts shown={shown} />}>
      <div class="part">
        <Part key={shown} />
      </div>
    </Frame>
  );
};

const Parts = ({ shown }: { shown: PartName }) => {
  const nav = useCurrentInView(shown);
  return (
    <nav class="parts" ref={nav} aria-label={w.accountParts}>
      {NAMES.map((name) => (
        <Link key={name} to={addressOf(name)} current={name === shown}>
          {w[PARTS[name].title]}
        </Link>
      ))}
    </nav>
  );
};
