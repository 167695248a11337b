import type { Profile } from '../shared/answers.ts';
import { speak } from '../shared/words/spoken.ts';
import { ask, me, profiles } from '../user/session.ts';

/** Changes the profile that the user acts as, and shows the page in its language. */
export const changeProfile = async (changes: object): Promise<void> => {
  const { id = '', organization } = me.peek() ?? {};
  const saved = await ask<Profile>('PATCH', `/v2/profiles/${id}`, changes);
  profiles.value = profiles.value.map((one) => (one.id === id ? { ...one, ...saved } : one));
  void speak(saved.locale, organization?.locale);
};
