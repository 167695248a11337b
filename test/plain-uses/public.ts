import { newId } from '../../lib/base/ids.ts';
import type { Stage } from './stage.ts';

/** Operations without a session. */
export const publicUses = async ({ api, use }: Stage): Promise<void> => {
  const { anyone } = api;
  await use(anyone.getHomePage());
  await use(anyone.getVerifyPage());
  await use(anyone.getOfflineVerifyPage());
  await use(anyone.getAccessibilityPage());
  await use(anyone.getPageAsset({ path: { file: 'account-00000000.js' } }));
  await use(anyone.getPageAsset({ path: { file: 'account-words-de-00000000.json' } }), 'words');
  await use(anyone.getEmbedScript());
  await use(anyone.getDrawingPage());
  await use(anyone.getDocs());
  await use(api.request('GET', '/docs', {}, { query: { index: 'true' } }), 'the index of the search');
  await use(anyone.getOpenapi());
  await use(anyone.getJwks());
  await use(anyone.getAuthorizationServerMetadata());
  await use(anyone.getProtectedResourceMetadata());
  await use(anyone.getSocialProviders());
  await use(anyone.getResetPasswordPage());
  await use(anyone.getVerifyEmailPage());
  await use(anyone.getInvitationPage());
  await use(anyone.getLoginPage());
  await use(anyone.getEnvelopesPage());
  await use(anyone.getEnvelopePage({ path: { envelope_id: newId() } }));
  await use(anyone.getAccountPage());
  await use(anyone.getBatchesPage());
  await use(anyone.getTemplatesPage());
  await use(anyone.getOrganizationPage());
  await use(anyone.getOrganizationSectionPage({ path: { section: 'members' } }));
  await use(anyone.getTemplatePage({ path: { template_id: newId() } }));
  await use(anyone.getDraftPage({ path: { draft_id: newId() } }));
  await use(anyone.getDraftPreviewPage({ path: { draft_id: newId(), role_name: 'Tenant' } }));
  await use(anyone.getStartPage({ path: { template_id: newId(), link_id: newId() } }));
  await use(anyone.getSigningPage({ path: { envelope_id: newId(), role_name: 'Tenant', key: 'a-key' } }));
};
