import { useSignalEffect } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect, useLayoutEffect } from 'preact/hooks';
import { applyBrand } from '../shared/brand.ts';
import { InScreen, later } from '../shared/later.tsx';
import { TextScreen } from '../shared/parts.tsx';
import { busy, keepReading, onFailure, problem, readsFailed } from '../shared/run.ts';
import { closeSheet, Sheets } from '../shared/sheet.tsx';
import { askEarly, openingPath } from '../user/early.ts';
import { go, type Route, route } from '../user/route.ts';
import {
  hindrance,
  isOver,
  isSignedIn,
  isUnverified,
  mayResume,
  me,
  mfaToken,
  resume,
  unverified,
  wasEnded,
} from '../user/session.ts';
import { Confirm, VerifyEmail } from './confirm.tsx';
import { ApplicationSignIn, Consent, leaving } from './consent.tsx';
import { EnvelopeView } from './envelope.tsx';
import { Bar } from './frame.tsx';
import { Home } from './home.tsx';
import { Invitation } from './invitation.tsx';
import { Skeleton } from './list-parts.tsx';
import { isSigningUp, SecondFactor, SignIn, SignUp } from './sign-in.tsx';
import { Waiting } from './waiting.tsx';
import { w } from './words/index.ts';

// The screen itself says that the session has ended, or that the address must be verified first.
onFailure(async (error) => isUnverified(error) || (wasEnded.value && isOver(error)));

const Wait = () => <TextScreen title={w.wait} about={w.waitAbout} />;

const Sending = later(() => import('../sending/app.tsx').then(({ Sending }) => Sending), Waiting);
const Templates = later(() => import('./templates.tsx').then(({ Templates }) => Templates), Waiting);
const ResetPassword = later(() => import('./reset-password.tsx').then((part) => part.ResetPassword), InScreen);
const ProviderReturn = later(() => import('./provider.tsx').then(({ ProviderReturn }) => ProviderReturn), Waiting);

/** Places for users who are signed in, by their routes: folders beside this one, which use its frame. */
export const places: Partial<Record<Route['name'], ComponentType>> = {};

/** Signed in without a target: home. */
const Enter = () => {
  useEffect(() => void go('/envelopes', 'replace'), []);
  return <Wait />;
};

/**
 * Somebody is signed in in this browser: the page goes on with that session. A draft comes meanwhile, with its part of
 * the page.
 */
const Resume = () => {
  // Before the first frame is painted: all that the page shows waits for this.
  useLayoutEffect(() => {
    if (route.peek().name === 'draft') void Sending.load();
    return keepReading(resume);
  }, []);
  useSignalEffect(() => {
    const to = route.peek();
    if (!isSignedIn.value) return;
    if (to.name === 'draft' || to.name === 'template') askEarly(openingPath(to.name, to.id));
  });
  return (
    <Waiting>
      <p class="unseen" role="status">
        {!readsFailed.value && w.waitAbout}
      </p>
    </Waiting>
  );
};

const Current = () => {
  const { name } = route.value;
  if (leaving.value) return <Wait />;
  if (name === 'reset-password') return <ResetPassword />;
  if (name === 'verify-email') return <VerifyEmail />;
  if (name === 'invitations' && !mfaToken.value) return <Invitation />;
  if (route.value.name === 'sign-in') return <ProviderReturn provider={route.value.id} />;
  if (mayResume()) return <Resume />;
  if (!isSignedIn.value || !me.value) {
    if (name === 'authorize') return <ApplicationSignIn />;
    if (mfaToken.value) return <SecondFactor />;
    if (isSigningUp()) return <SignUp />;
    return <SignIn title={route.value.name === 'envelope' ? w.signInEnvelope : w.signInTitle} />;
  }
  if (unverified.value) return <Confirm />;
  if (name === 'authorize') return <Consent />;
  if (route.value.name === 'envelope') return <EnvelopeView id={route.value.id} />;
  if (route.value.name === 'draft' || route.value.name === 'template') {
    return <Sending id={route.value.id} kind={route.value.name} above={<Bar />} waiting={<Skeleton />} />;
  }
  if (name === 'templates') return <Templates />;
  const Place = places[name];
  if (Place) return <Place />;
  return name === 'envelopes' ? <Home /> : <Enter />;
};

/** Pages around signing: signing in, and the user's envelopes. */
export const App = () => {
  useSignalEffect(applyBrand);
  // Somebody whom the organization's policy hinders is led to what it demands.
  useSignalEffect(() => {
    if (hindrance.value && route.peek().name !== 'account') void go('/account?part=security', 'replace');
  });
  // A sheet and an error are closed when the route changes.
  useSignalEffect(() => {
    if (route.value && isSignedIn.value !== null) closeSheet();
    if (!busy.peek()) problem.value = '';
  });
  return (
    <>
      <Current />
      <Sheets />
    </>
  );
};
