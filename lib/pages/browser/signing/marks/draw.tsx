import { useSignal } from '@preact/signals';
import { CallFailed, call } from '../../shared/call.ts';
import { ActButton, Screen, TextScreen } from '../../shared/parts.tsx';
import { w } from '../words/index.ts';
import { Drawn } from './drawn.tsx';

/**
 * The drawing and its key. They are removed from the address at once, so that the phone's history doesn't keep them.
 */
const [id = '', key = ''] = location.hash.slice(1).split('.');
history.replaceState(null, '', location.pathname);

/** The page that a phone opens by the QR code: it draws one signature for the other device. */
export const Draw = () => {
  const state = useSignal<'draw' | 'sent' | 'over'>(id && key ? 'draw' : 'over');
  const picture = useSignal<() => Promise<string | null> | string | null>(() => null);
  const send = async (): Promise<void> => {
    const image = await picture.value();
    if (!image) throw new Error(w.adoptNothing);
    try {
      await call('POST', `/v2/sign/drawings/${encodeURIComponent(id)}`, { key, image });
      state.value = 'sent';
    } catch (error) {
      if (!(error instanceof CallFailed) || error.status !== 404) throw error;
      state.value = 'over';
    }
  };
  if (state.value === 'sent') {
    return <TextScreen title={w.phoneSent} about={w.phoneSentAbout} />;
  }
  if (state.value === 'over') {
    return <TextScreen title={w.phoneOver} about={w.phoneOverAbout} />;
  }
  return (
    <Screen title={w.phoneDraw}>
      <Drawn
        give={(one) => {
          picture.value = one;
        }}
      />
      <ActButton act={send}>{w.phoneSend}</ActButton>
    </Screen>
  );
};
