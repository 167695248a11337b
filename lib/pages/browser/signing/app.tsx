import { useSignalEffect } from '@preact/signals';
import { applyBrand } from '../shared/brand.ts';
import { InScreen, later } from '../shared/later.tsx';
import { closeSheet, Sheets } from '../shared/sheet.tsx';
import { refresh } from './api.ts';
import { Consent } from './consent.tsx';
import { tellSteps } from './embedded.ts';
import { Ask, ENDS, Expired, Sent, Unknown, Waiting } from './ends.tsx';
import { GiveBack, HandOver, watchDevice } from './in-person.tsx';
import { screen, session } from './state.ts';
import { onOtherTab } from './tabs.ts';

const Fill = later(() => import('./fill.tsx').then((part) => part.Fill), InScreen);

const Verify = later(() => import('./verify.tsx').then((part) => part.Verify), InScreen);

const Review = later(() => import('./review.tsx').then((part) => part.Review), InScreen);

const Preview = later(() => import('./preview.tsx').then((part) => part.Preview), InScreen);

const SCREENS = {
  ask: Ask,
  expired: Expired,
  sent: Sent,
  handOver: HandOver,
  giveBack: GiveBack,
  unknown: Unknown,
  waiting: Waiting,
  consent: Consent,
  verify: Verify,
  fill: Fill,
  review: Review,
  preview: Preview,
  ...ENDS,
} as Record<typeof screen.value, () => ReturnType<typeof Ask>>;

tellSteps();
watchDevice();

/** Another tab or device, another person or the time may have changed the envelope. */
const lookAgain = () => {
  if (session.value) void refresh().catch(() => {});
};

onOtherTab(lookAgain);
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') lookAgain();
});

/** The signing page: the screen that fits what is known, and what lies on top of it. */
export const App = () => {
  useSignalEffect(applyBrand);
  // A sheet belongs to its screen.
  useSignalEffect(() => {
    if (screen.value) closeSheet();
  });
  const Current = SCREENS[screen.value];
  return (
    <>
      <Current key={screen.value} />
      <Sheets />
    </>
  );
};
