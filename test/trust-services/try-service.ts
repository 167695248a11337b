/**
 * Starts a trust service to try signatures with certificates by hand: `npm run trust` beside `npm start`. Who signs in
 * there has two certificates of an authority that nobody else knows. Prints what to register; ends with Ctrl+C.
 */
import { startPki } from '../trust/test-pki.ts';
import { CLIENT_ID, CLIENT_SECRET, OTP, PIN, startTrustService } from './dummy-service.ts';

const pki = await startPki();
const service = await startTrustService(pki, { pages: true, stays: true });
await service.add({ name: 'Theo Quill', key: 'RSA', mode: 'oauth2code' });
await service.add({ name: 'Theo Quill, by PIN', mode: 'explicit', otp: 'offline' });
console.log(`A trust service for trials. Register it on the page of your organization, below “Sign-in”:

  Address        ${service.url}
  Client ID      ${CLIENT_ID}
  Client secret  ${CLIENT_SECRET}

One certificate is approved on its page; the other one by the PIN ${PIN} and the code ${OTP}.`);
