import { useSignalEffect } from '@preact/signals';
import { applyBrand } from '../shared/brand.ts';
import { InScreen, later } from '../shared/later.tsx';
import { closeSheet, Sheets } from '../shared/sheet.tsx';
import { tellSteps } from './embedded.ts';
import { refresh } from './state/api.ts';
import { screen, session } from './state/state.ts';
import { onOtherTab } from './state/tabs.ts';
import { Consent } from './steps/consent.tsx';
import { Ask, ENDS, Expired, Sent, Unknown, Waiting } from './steps/ends.tsx';
import { GiveBack, HandOver, watchDevice } from './steps/in-person.tsx';

const Fill = later(() => import('./steps/fill.tsx').then((part) => part.Fill), InScreen);

const Verify = later(() => import('./steps/verify.tsx').then((part) => part.Verify), InScreen);

const Review = later(() => import('./steps/review.tsx').then((part) => part.Review), InScreen);

const Preview = later(() => import('./steps/preview.tsx').then((part) => part.Preview), InScreen);

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
