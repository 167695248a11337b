/** A signer's way to an identity provider or a trust service and back: kept in the tab alone, and used once. */
interface Kept {
  /** Address of the signing page. */
  link: string;
  /** Token of the session that goes on. */
  signer: string;
  /** The signature by a certificate that the answer is for; empty where it is for a verification. */
  signing: string;
  /** The answer, and the provider or service to whose address it came. */
  returned?: { provider: string; [member: string]: string };
}

const NAME = 'at-provider';

/** The way that has begun in this tab. */
const readKept = (): Kept | null => JSON.parse(sessionStorage.getItem(NAME) ?? 'null');

/** Notes where the answer goes to, and leaves for the provider or the trust service. */
export const leaveFor = (redirect_to: string, signer: string, signing = ''): void => {
  const kept: Kept = { link: location.href, signer, signing };
  sessionStorage.setItem(NAME, JSON.stringify(kept));
  location.assign(redirect_to);
};

/** Keeps the answer that has led back to this page; returns the link to go on to, if there is one. */
export const keepReturned = (): string | null => {
  const kept = readKept();
  if (!kept) return null;
  const provider = location.pathname.split('/').at(-1) ?? '';
  const returned = { ...Object.fromEntries(new URLSearchParams(location.search)), provider };
  sessionStorage.setItem(NAME, JSON.stringify({ ...kept, returned }));
  return kept.link;
};

/** The way whose answer waits for this page: the tab may have gone on to another document meanwhile. */
export const returnedHere = (): Kept | null => {
  const kept = readKept();
  return kept?.returned && kept.link === location.href ? kept : null;
};

/** The answer that came back, this once. */
export const takeReturned = (): (Kept & Required<Pick<Kept, 'returned'>>) | null => {
  const kept = readKept();
  if (!kept?.returned) return null;
  sessionStorage.removeItem(NAME);
  return { ...kept, returned: kept.returned };
};
