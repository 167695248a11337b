import { laterModule } from '../shared/later.tsx';
import { showSheet } from '../shared/sheet.tsx';
import { send, withWhatIsShown } from './send.ts';
import { recipient } from './state.ts';

const sheet = laterModule(() => import('./passkey.tsx'));

/**
 * Signs, or approves, once all fields are saved; with a passkey, the sheet that asks for it does. Throws where a field
 * was refused: nothing is signed then.
 */
export const submit = async (): Promise<void> => {
  await withWhatIsShown(async (said) => {
    if (recipient.value.auth_methods.includes('passkey')) showSheet((await sheet()).PasskeySheet);
    else await send(said);
  });
};
