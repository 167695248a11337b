import type { ComponentChildren } from 'preact';
import { laterModule } from '../shared/later.tsx';
import { ActButton } from '../shared/parts.tsx';

/** True where the browser knows passkeys and the page is at the address that they are for. */
export const mayUsePasskeys =
  document.body.dataset.passkeys === location.origin && 'PublicKeyCredential' in globalThis && isSecureContext;

const ceremonies = laterModule(() => import('../user/passkeys.ts'));

/** Signs in with a passkey, alone or as the second factor that is due; nothing where there can be none. */
export const PasskeyButton = ({ children }: { children: ComponentChildren }) =>
  mayUsePasskeys ? (
    <ActButton
      other
      act={async () => {
        const { signInWithPasskey } = await ceremonies();
        await signInWithPasskey();
      }}
    >
      {children}
    </ActButton>
  ) : null;
