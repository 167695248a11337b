import { signal } from '@preact/signals';

/** Steps of preparing an envelope, in their order. Each can be taken at any time. */
export const STEPS = ['documents', 'people', 'fields', 'review'] as const;
export type Step = (typeof STEPS)[number];

/** The step that is shown. */
export const step = signal<Step>('documents');

export const show = (to: Step): void => {
  step.value = to;
};

/** The step after the shown one; undefined after the last. */
export const nextStep = (): Step | undefined => STEPS[STEPS.indexOf(step.value) + 1];

/** Goes on to the next step, if there is one. */
export const goOn = (): void => {
  const next = nextStep();
  if (next) show(next);
};
