import type { ComponentChildren } from 'preact';
import { Screen } from '../shared/parts.tsx';
import { busy, run } from '../shared/run.ts';
import { route } from '../user/route.ts';
import { me, profiles, switchTo } from '../user/session.ts';
import { Link } from './link.tsx';
import { seesOrganization, seesTemplates } from './rights.ts';
import { w } from './words/index.ts';

interface FrameDetails {
  title: string;
  children: ComponentChildren;
  /** As wide as a list needs. */
  list?: boolean;
  /** Links to the parts of the place, one of which is shown. */
  parts?: ComponentChildren;
}

/** The frame around a signed-in user's pages, with the navigation. */
export const Frame = ({ title, children, list, parts }: FrameDetails) => (
  <Screen
    title={title}
    wide={parts ? 'parted' : list ? 'listing' : true}
    above={
      <>
        <Bar />
        {parts}
      </>
    }
  >
    {children}
  </Screen>
);

/** The place of the navigation that a route is, or belongs to. */
const isIn = (
  list: 'envelopes' | 'templates' | 'organization' | 'account',
  ...parts: readonly string[]
): boolean | 'within' => {
  const { name } = route.value;
  return name === list || (parts.includes(name) && 'within');
};

/** Navigation of a signed-in user's pages. Before it is known who that is, it has all that most have. */
export const Bar = () => (
  <nav class="row places" aria-label={w.navigation}>
    <Link to="/envelopes" look="quiet" current={isIn('envelopes', 'envelope', 'draft')}>
      {w.envelopes}
    </Link>
    {(!me.value || seesTemplates()) && (
      <Link to="/templates" look="quiet" current={isIn('templates', 'template', 'batches')}>
        {w.templates}
      </Link>
    )}
    {(!me.value || seesOrganization()) && (
      <Link to="/organization" look="quiet" current={isIn('organization')}>
        {w.organization}
      </Link>
    )}
    <Link to="/account" look="quiet" current={isIn('account')}>
      {w.account}
    </Link>
  </nav>
);

/** The organization in which the user acts, with a choice if there are several. */
export const Organization = ({ onChosen }: { onChosen?: () => void }) => {
  const choose = async (id: string): Promise<void> => {
    await switchTo(id);
    onChosen?.();
  };
  return profiles.value.length > 1 ? (
    <>
      <label for="profile">{w.organization}</label>
      <select
        id="profile"
        value={me.value?.id ?? ''}
        disabled={busy.value}
        onChange={({ currentTarget }) => void run(() => choose(currentTarget.value))}
      >
        {profiles.value.map(({ id, organization }) => (
          <option key={id} value={id}>
            {organization?.name ?? id}
          </option>
        ))}
      </select>
    </>
  ) : (
    <p>
      <bdi class="own">{me.value?.organization?.name}</bdi>
    </p>
  );
};
