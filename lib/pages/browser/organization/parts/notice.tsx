import { effect, signal } from '@preact/signals';
import { ActButton } from '../../shared/parts.tsx';
import { route } from '../../user/route.ts';
import { w } from '../words/index.ts';

/** The last act, in words, and how it is taken back. */
const notice = signal<{ words: string; undo?: (() => Promise<void>) | undefined } | null>(null);

// It belongs to what was shown when it was done.
effect(() => {
  if (route.value) notice.value = null;
});

/** Says above a section what was done; with `undo`, offers to take it back. */
export const tell = (words: string, undo?: () => Promise<void>): void => {
  notice.value = { words, undo };
};

/** Place of what was done last. It is there before, so that screen readers hear what comes into it. */
export const Notice = () => {
  const undo = notice.value?.undo;
  const takeBack = async (): Promise<void> => {
    await undo?.();
    notice.value = null;
  };
  return (
    <div class={notice.value ? 'notice row' : ''}>
      <p role="status">{notice.value?.words}</p>
      {undo && (
        <ActButton look="quiet" act={takeBack}>
          {w.orgUndo}
        </ActButton>
      )}
    </div>
  );
};
