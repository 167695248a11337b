import type { CDPSession, Page } from 'playwright-core';

/** Gives the browser an authenticator that verifies its person at once. */
export const withAuthenticator = async (page: Page): Promise<{ devtools: CDPSession; authenticatorId: string }> => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { devtools, authenticatorId };
};
