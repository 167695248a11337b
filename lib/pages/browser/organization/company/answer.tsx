import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { latest } from '../../account/latest.ts';
import { Skeleton } from '../../account/list-parts.tsx';
import { keepReading, problem } from '../../shared/run.ts';

/** An answer of the API that a section shows. */
export interface Answer<T> {
  /** Null until it is read. */
  value: Signal<T | null>;
  /** Reads it again. */
  again(): Promise<void>;
}

/** Reads when the component appears, and again when `given` changes. Late answers don't overwrite newer ones. */
export const useAnswer = <T,>(ask: () => Promise<T>, given = ''): Answer<T> => {
  const value = useSignal<T | null>(null);
  const reader = useMemo(
    () =>
      latest(ask, (answer) => {
        value.value = answer;
      }),
    [given],
  );
  useEffect(() => {
    const forget = keepReading(reader.ask);
    return () => {
      reader.drop();
      forget();
    };
  }, [reader]);
  return { value, again: reader.ask };
};

/** Shows what was read, or that it is on its way. The page itself offers to read again what failed. */
export const Shown = <T,>({ of, children }: { of: Answer<T>; children: (found: T) => ComponentChildren }) => {
  const found = of.value.value;
  if (found !== null) return <>{children(found)}</>;
  return problem.value ? null : <Skeleton />;
};
