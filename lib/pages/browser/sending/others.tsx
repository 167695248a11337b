import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ActButton } from '../shared/parts.tsx';
import { me } from '../user/session.ts';
import { changedElsewhere, lastChange, look, newer, takeNewer } from './editor.ts';
import { askTabs, joinTabs, otherTabs } from './tabs.ts';
import { say, w } from './words/index.ts';

/** Milliseconds until a visible page looks for what others have changed. */
const LOOK_AGAIN = 20_000;

/** Words about a change: for somebody whose name is known, for the user elsewhere, and for anybody else. */
const CHANGED = { named: 'changedBy', own: 'changedByYou', somebody: 'changedBySomebody' } as const;
const WORKING = { named: 'workingToo', own: 'workingElsewhere', somebody: 'changedElsewhere' } as const;

const about = (words: typeof CHANGED | typeof WORKING): string => {
  const { profile_id, full_name } = lastChange.value ?? {};
  if (profile_id && profile_id === me.value?.id) return w[words.own];
  return full_name ? say(w[words.named], { name: full_name }) : w[words.somebody];
};

/** Says that somebody else works on what is open. It lies above the page, so that nothing moves when it comes. */
export const Others = ({ id }: { id: string }) => {
  const dismissed = useSignal(false);
  useEffect(() => {
    const leave = joinTabs(id, () => void look());
    const timer = setInterval(() => void look(), LOOK_AGAIN);
    const onReturn = () => {
      if (document.visibilityState !== 'visible') return;
      askTabs(id);
      // Whoever comes back sees the latest state at once.
      void look({ take: true });
    };
    document.addEventListener('visibilitychange', onReturn);
    return () => {
      leave();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onReturn);
    };
  }, [id]);
  const isElsewhere = otherTabs.value.size > 0 && !dismissed.value;
  return (
    <div class="others" role="status">
      {newer.value ? (
        <>
          <p>{about(CHANGED)}</p>
          <ActButton look="other" act={show}>
            {w.takeOver}
          </ActButton>
        </>
      ) : (
        (changedElsewhere.value || isElsewhere) && (
          <>
            <p>{changedElsewhere.value ? about(WORKING) : w.workingElsewhere}</p>
            <button
              type="button"
              class="quiet"
              onClick={() => {
                changedElsewhere.value = false;
                dismissed.value = true;
              }}
            >
              {w.close}
            </button>
          </>
        )
      )}
    </div>
  );
};

/** Takes over what is new. The button goes with what it offered, so the focus goes to the contents. */
const show = async (): Promise<void> => {
  await takeNewer();
  document.querySelector<HTMLElement>('.content')?.focus({ preventScroll: true });
};
