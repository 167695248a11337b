import { laterModule } from '../../shared/later.tsx';
import { showSheet } from '../../shared/sheet.tsx';
import { recipient } from '../state/state.ts';
import { certificatePart } from './certificate-part.ts';
import { send, withWhatIsShown } from './send.ts';

const passkeyPart = laterModule(() => import('./passkey.tsx'));

/**
 * Signs, or approves, once all fields are saved; with a passkey or a certificate, the sheet that asks for it does.
 * Throws where a field was refused: nothing is signed then.
 */
export const submit = async (): Promise<void> => {
  await withWhatIsShown(async (said) => {
    const { auth_methods } = recipient.value;
    if (auth_methods.includes('passkey')) showSheet((await passkeyPart()).PasskeySheet);
    else if (auth_methods.includes('csc')) await (await certificatePart()).startSignature(said);
    else await send(said);
  });
};
