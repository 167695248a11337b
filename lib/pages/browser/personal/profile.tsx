import { Organization } from '../account/frame.tsx';
import { AccessibilityLink, ActButton } from '../shared/parts.tsx';
import { go } from '../user/route.ts';
import { me, signOut } from '../user/session.ts';
import { say, w } from './words/index.ts';

const leave = async (): Promise<void> => {
  await go('/login');
  await signOut();
};

/** The person who is signed in, and the organization in which they act. */
export const ProfilePart = () => {
  if (!me.value) return null;
  const { first_name, last_name, email } = me.value;
  return (
    <>
      <p>{say(w.signedInAs, { name: `${first_name} ${last_name}`, email })}</p>
      <Organization />
      <AccessibilityLink />
      <ActButton other act={leave}>
        {w.signOut}
      </ActButton>
    </>
  );
};
