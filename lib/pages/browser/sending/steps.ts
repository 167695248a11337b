import { computed, signal } from '@preact/signals';
import { contents, edit } from './editor.ts';
import { addRole } from './edits.ts';

export type Step = 'documents' | 'people' | 'fields' | 'review';

/**
 * Steps of each way, in their order. Each can be taken at any time. `brief`: documents and fields are given by a
 * template.
 */
const STEPS_OF = {
  whole: ['documents', 'people', 'fields', 'review'],
  brief: ['people', 'review'],
  template: ['documents', 'people', 'fields'],
} as const satisfies Record<string, readonly Step[]>;

/** The way that is gone. */
export const way = signal<keyof typeof STEPS_OF>('whole');
export const steps = computed<readonly Step[]>(() => STEPS_OF[way.value]);

/** The step that is shown. */
export const step = signal<Step>('documents');

/** Begins a way at its first step. */
export const beginWay = (to: keyof typeof STEPS_OF): void => {
  way.value = to;
  step.value = STEPS_OF[to][0];
};

/**
 * Shows a step. The brief way ends where one goes to a step that it doesn't have. The step of people begins with a
 * person who is to be named: nothing is sent to nobody.
 */
export const show = (to: Step): void => {
  if (!steps.peek().includes(to)) way.value = 'whole';
  if (to === 'people' && contents.peek()?.roles.length === 0) edit((now) => addRole(now));
  step.value = to;
};

/** The step after the shown one; undefined after the last. */
export const nextStep = (): Step | undefined => steps.value[steps.value.indexOf(step.value) + 1];

/** Goes on to the next step, if there is one. */
export const goOn = (): void => {
  const next = nextStep();
  if (next) show(next);
};
