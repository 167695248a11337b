import type { Operation } from '../lib/http/operation.ts';
import { handler as getProtectedResourceMetadata } from './agents/get-protected-resource-metadata.ts';
import { handler as serveAgents } from './agents/serve-agents.ts';
import { handler as createApiKey } from './api-keys/create-api-key.ts';
import { handler as deleteApiKey } from './api-keys/delete-api-key.ts';
import { handler as getApiKeys } from './api-keys/get-api-keys.ts';
import { handler as rotateApiKey } from './api-keys/rotate-api-key.ts';
import { handler as updateApiKey } from './api-keys/update-api-key.ts';
import { handler as answerAuthorization } from './authentication/answer-authorization.ts';
import { handler as authenticate } from './authentication/authenticate.ts';
import { handler as createOauthApp } from './authentication/create-oauth-app.ts';
import { handler as deleteOauthApp } from './authentication/delete-oauth-app.ts';
import { handler as getAuthorizationServerMetadata } from './authentication/get-authorization-server-metadata.ts';
import { handler as getJwks } from './authentication/get-jwks.ts';
import { handler as getOauthApps } from './authentication/get-oauth-apps.ts';
import { handler as getSocialProviders } from './authentication/get-social-providers.ts';
import { handler as revokeToken } from './authentication/revoke-token.ts';
import { handler as rotateOauthApp } from './authentication/rotate-oauth-app.ts';
import { handler as startAuthorization } from './authentication/start-authorization.ts';
import { handler as updateOauthApp } from './authentication/update-oauth-app.ts';
import { handler as addBrandAppDomain } from './brands/add-brand-app-domain.ts';
import { handler as addBrandEmailDomain } from './brands/add-brand-email-domain.ts';
import { handler as createBrand } from './brands/create-brand.ts';
import { handler as deleteBrand } from './brands/delete-brand.ts';
import { handler as getBrand } from './brands/get-brand.ts';
import { handler as getBrands } from './brands/get-brands.ts';
import { handler as removeBrandAppDomain } from './brands/remove-brand-app-domain.ts';
import { handler as removeBrandEmailDomain } from './brands/remove-brand-email-domain.ts';
import { handler as updateBrand } from './brands/update-brand.ts';
import { handler as verifyBrandAppDomain } from './brands/verify-brand-app-domain.ts';
import { handler as verifyBrandEmailDomain } from './brands/verify-brand-email-domain.ts';
import { handler as getDocs } from './docs/get-docs.ts';
import { handler as getOpenapi } from './docs/get-openapi.ts';
import { handler as getEnvelopeDocument } from './envelope-documents/get-envelope-document.ts';
import { handler as getEnvelopeDocumentPage } from './envelope-documents/get-envelope-document-page.ts';
import { handler as getEnvelopeDocumentPages } from './envelope-documents/get-envelope-document-pages.ts';
import { handler as cancelEnvelope } from './envelopes/cancel-envelope.ts';
import { handler as createEnvelope } from './envelopes/create-envelope.ts';
import { handler as getEnvelope } from './envelopes/get-envelope.ts';
import { handler as getEnvelopeAudit } from './envelopes/get-envelope-audit.ts';
import { handler as getEnvelopes } from './envelopes/get-envelopes.ts';
import { handler as getEnvelopesZip } from './envelopes/get-envelopes-zip.ts';
import { handler as updateEnvelope } from './envelopes/update-envelope.ts';
import { handler as updateEnvelopeField } from './envelopes/update-envelope-field.ts';
import { handler as createField } from './fields/create-field.ts';
import { handler as deleteField } from './fields/delete-field.ts';
import { handler as updateField } from './fields/update-field.ts';
import { handler as getKbaStep } from './kba/get-kba-step.ts';
import { handler as submitKbaChallengeResponse } from './kba/submit-kba-challenge-response.ts';
import { handler as submitKbaIdentity } from './kba/submit-kba-identity.ts';
import { handler as submitKbaPin } from './kba/submit-kba-pin.ts';
import { handler as getLogCheckpoint } from './log/get-log-checkpoint.ts';
import { handler as getLogProof } from './log/get-log-proof.ts';
import { handler as getLogTile } from './log/get-log-tile.ts';
import { handler as disableMfa } from './mfa/disable-mfa.ts';
import { handler as enrollMfa } from './mfa/enroll-mfa.ts';
import { handler as getMfaStatus } from './mfa/get-mfa-status.ts';
import { handler as regenerateBackupCodes } from './mfa/regenerate-backup-codes.ts';
import { handler as verifyMfaEnrollment } from './mfa/verify-mfa-enrollment.ts';
import { handler as createNotificationTemplate } from './notifications/create-notification-template.ts';
import { handler as deleteNotificationTemplate } from './notifications/delete-notification-template.ts';
import { handler as getNotificationTemplate } from './notifications/get-notification-template.ts';
import { handler as getNotificationTemplates } from './notifications/get-notification-templates.ts';
import { handler as getNotifications } from './notifications/get-notifications.ts';
import { handler as updateNotification } from './notifications/update-notification.ts';
import { handler as updateNotificationTemplate } from './notifications/update-notification-template.ts';
import { handler as createOrganizationContact } from './organization-contacts/create-organization-contact.ts';
import { handler as deleteOrganizationContact } from './organization-contacts/delete-organization-contact.ts';
import { handler as getOrganizationContacts } from './organization-contacts/get-organization-contacts.ts';
import { handler as updateOrganizationContact } from './organization-contacts/update-organization-contact.ts';
import { handler as addGroupMember } from './organization-groups/add-group-member.ts';
import { handler as createGroup } from './organization-groups/create-group.ts';
import { handler as deleteGroup } from './organization-groups/delete-group.ts';
import { handler as deleteGroupMember } from './organization-groups/delete-group-member.ts';
import { handler as getGroup } from './organization-groups/get-group.ts';
import { handler as getGroups } from './organization-groups/get-groups.ts';
import { handler as updateGroup } from './organization-groups/update-group.ts';
import { handler as acceptOrganizationInvitation } from './organization-invitations/accept-organization-invitation.ts';
import { handler as createOrganizationInvitation } from './organization-invitations/create-organization-invitation.ts';
import { handler as declineOrganizationInvitation } from './organization-invitations/decline-organization-invitation.ts';
import { handler as deleteOrganizationInvitation } from './organization-invitations/delete-organization-invitation.ts';
import { handler as getOrganizationInvitation } from './organization-invitations/get-organization-invitation.ts';
import { handler as getOrganizationInvitations } from './organization-invitations/get-organization-invitations.ts';
import { handler as resendOrganizationInvitation } from './organization-invitations/resend-organization-invitation.ts';
import { handler as updateOrganizationInvitation } from './organization-invitations/update-organization-invitation.ts';
import { handler as actOnOrganizationMember } from './organization-members/act-on-organization-member.ts';
import { handler as createOrganizationMember } from './organization-members/create-organization-member.ts';
import { handler as deleteOrganizationMember } from './organization-members/delete-organization-member.ts';
import { handler as getOrganizationMembers } from './organization-members/get-organization-members.ts';
import { handler as updateOrganizationMember } from './organization-members/update-organization-member.ts';
import { handler as createOrganization } from './organizations/create-organization.ts';
import { handler as deleteOrganization } from './organizations/delete-organization.ts';
import { handler as exportOrganization } from './organizations/export-organization.ts';
import { handler as getEntitlements } from './organizations/get-entitlements.ts';
import { handler as getOrganization } from './organizations/get-organization.ts';
import { handler as getOrganizationChildren } from './organizations/get-organization-children.ts';
import { handler as getOrganizationLogo } from './organizations/get-organization-logo.ts';
import { handler as getOrganizationPipelineSettings } from './organizations/get-organization-pipeline-settings.ts';
import { handler as getOrganizationUsage } from './organizations/get-organization-usage.ts';
import { handler as updateOrganization } from './organizations/update-organization.ts';
import { handler as updateOrganizationPipelineSettings } from './organizations/update-organization-pipeline-settings.ts';
import { handler as getAccessibilityPage } from './pages/get-accessibility-page.ts';
import { handler as getDrawingPage } from './pages/get-drawing-page.ts';
import { handler as getEmbedScript } from './pages/get-embed-script.ts';
import { handler as getEnvelopePage } from './pages/get-envelope-page.ts';
import { handler as getEnvelopesPage } from './pages/get-envelopes-page.ts';
import { handler as getHomePage } from './pages/get-home-page.ts';
import { handler as getInvitationPage } from './pages/get-invitation-page.ts';
import { handler as getLoginPage } from './pages/get-login-page.ts';
import { handler as getOfflineVerifyPage } from './pages/get-offline-verify-page.ts';
import { handler as getPageAsset } from './pages/get-page-asset.ts';
import { handler as getResetPasswordPage } from './pages/get-reset-password-page.ts';
import { handler as getSignInPage } from './pages/get-sign-in-page.ts';
import { handler as getSigningPage } from './pages/get-signing-page.ts';
import { handler as getVerifyEmailPage } from './pages/get-verify-email-page.ts';
import { handler as getVerifyPage } from './pages/get-verify-page.ts';
import { handler as createProfile } from './profiles/create-profile.ts';
import { handler as deleteProfile } from './profiles/delete-profile.ts';
import { handler as getProfilePicture } from './profiles/get-profile-picture.ts';
import { handler as getProfiles } from './profiles/get-profiles.ts';
import { handler as switchProfile } from './profiles/switch-profile.ts';
import { handler as updateProfile } from './profiles/update-profile.ts';
import { handler as agreeRecipient } from './recipients/agree-recipient.ts';
import { handler as askQuestion } from './recipients/ask-question.ts';
import { handler as correctOwnName } from './recipients/correct-own-name.ts';
import { handler as declineRecipient } from './recipients/decline-recipient.ts';
import { handler as delegateRecipient } from './recipients/delegate-recipient.ts';
import { handler as reportEnvelope } from './recipients/report-envelope.ts';
import { handler as submitRecipient } from './recipients/submit-recipient.ts';
import { handler as updateRecipient } from './recipients/update-recipient.ts';
import { handler as updateRecipientField } from './recipients/update-recipient-field.ts';
import { handler as createRole } from './roles/create-role.ts';
import { handler as deleteRole } from './roles/delete-role.ts';
import { handler as updateRole } from './roles/update-role.ts';
import { handler as createInitialsBlock } from './signatures/create-initials-block.ts';
import { handler as createSignatureBlock } from './signatures/create-signature-block.ts';
import { handler as deleteInitials } from './signatures/delete-initials.ts';
import { handler as deleteSignature } from './signatures/delete-signature.ts';
import { handler as drawTypedSignature } from './signatures/draw-typed-signature.ts';
import { handler as forgetRememberedMarks } from './signatures/forget-remembered-marks.ts';
import { handler as getInitials } from './signatures/get-initials.ts';
import { handler as getRememberedMarks } from './signatures/get-remembered-marks.ts';
import { handler as getSignatures } from './signatures/get-signatures.ts';
import { handler as createInPersonLink } from './signing/create-in-person-link.ts';
import { handler as endDrawing } from './signing/end-drawing.ts';
import { handler as getDrawing } from './signing/get-drawing.ts';
import { handler as requestFreshLink } from './signing/request-fresh-link.ts';
import { handler as sendDrawing } from './signing/send-drawing.ts';
import { handler as startDrawing } from './signing/start-drawing.ts';
import { handler as startSigningSession } from './signing/start-signing-session.ts';
import { handler as verifySigner } from './signing/verify-signer.ts';
import { handler as createTemplateDocument } from './template-documents/create-template-document.ts';
import { handler as deleteTemplateDocument } from './template-documents/delete-template-document.ts';
import { handler as getTemplateDocument } from './template-documents/get-template-document.ts';
import { handler as getTemplateDocumentPage } from './template-documents/get-template-document-page.ts';
import { handler as createTemplate } from './templates/create-template.ts';
import { handler as createTemplateFromSharepoint } from './templates/create-template-from-sharepoint.ts';
import { handler as deleteTemplate } from './templates/delete-template.ts';
import { handler as duplicateTemplate } from './templates/duplicate-template.ts';
import { handler as getTemplate } from './templates/get-template.ts';
import { handler as getTemplateDocumentFile } from './templates/get-template-document-file.ts';
import { handler as getTemplates } from './templates/get-templates.ts';
import { handler as toggleTemplateStar } from './templates/toggle-template-star.ts';
import { handler as updateTemplate } from './templates/update-template.ts';
import { handler as createUpload } from './uploads/create-upload.ts';
import { handler as changePassword } from './users/change-password.ts';
import { handler as getMyUser } from './users/get-my-user.ts';
import { handler as getSessions } from './users/get-sessions.ts';
import { handler as resendVerification } from './users/resend-verification.ts';
import { handler as resetPassword } from './users/reset-password.ts';
import { handler as revokeOtherSessions } from './users/revoke-other-sessions.ts';
import { handler as revokeSession } from './users/revoke-session.ts';
import { handler as verifyEmail } from './users/verify-email.ts';
import { handler as getPublishedEvidence } from './verify/get-published-evidence.ts';
import { handler as verifyDocument } from './verify/verify-document.ts';
import { handler as getWebhookDeliveries } from './webhooks/get-webhook-deliveries.ts';
import { handler as getWebhooks } from './webhooks/get-webhooks.ts';
import { handler as redeliverWebhook } from './webhooks/redeliver-webhook.ts';
import { handler as rotateWebhookSecret } from './webhooks/rotate-webhook-secret.ts';
import { handler as setWebhooks } from './webhooks/set-webhooks.ts';
import { handler as testWebhook } from './webhooks/test-webhook.ts';

/** The whole API, one line per operation. */
export const operations: Operation[] = [
  getProtectedResourceMetadata,
  serveAgents,
  createApiKey,
  deleteApiKey,
  getApiKeys,
  rotateApiKey,
  updateApiKey,
  answerAuthorization,
  authenticate,
  createOauthApp,
  deleteOauthApp,
  getAuthorizationServerMetadata,
  getJwks,
  getOauthApps,
  getSignInPage,
  getSocialProviders,
  revokeToken,
  rotateOauthApp,
  startAuthorization,
  updateOauthApp,
  addBrandAppDomain,
  addBrandEmailDomain,
  createBrand,
  deleteBrand,
  getBrand,
  getBrands,
  removeBrandAppDomain,
  removeBrandEmailDomain,
  updateBrand,
  verifyBrandAppDomain,
  verifyBrandEmailDomain,
  getDocs,
  getAccessibilityPage,
  getHomePage,
  getOfflineVerifyPage,
  getPageAsset,
  getOpenapi,
  getEnvelopeDocumentPage,
  getEnvelopeDocumentPages,
  getEnvelopeDocument,
  cancelEnvelope,
  createEnvelope,
  getEnvelopeAudit,
  getDrawingPage,
  getEmbedScript,
  getEnvelopePage,
  getEnvelopesPage,
  getEnvelope,
  getEnvelopesZip,
  getEnvelopes,
  updateEnvelopeField,
  updateEnvelope,
  createField,
  deleteField,
  updateField,
  disableMfa,
  enrollMfa,
  getMfaStatus,
  regenerateBackupCodes,
  verifyMfaEnrollment,
  createNotificationTemplate,
  deleteNotificationTemplate,
  getNotificationTemplate,
  getNotificationTemplates,
  getNotifications,
  updateNotification,
  updateNotificationTemplate,
  getKbaStep,
  submitKbaChallengeResponse,
  submitKbaIdentity,
  submitKbaPin,
  createOrganizationContact,
  deleteOrganizationContact,
  getOrganizationContacts,
  updateOrganizationContact,
  addGroupMember,
  createGroup,
  deleteGroup,
  deleteGroupMember,
  getGroup,
  getGroups,
  updateGroup,
  acceptOrganizationInvitation,
  createOrganizationInvitation,
  declineOrganizationInvitation,
  deleteOrganizationInvitation,
  getInvitationPage,
  getLoginPage,
  getOrganizationInvitation,
  getOrganizationInvitations,
  resendOrganizationInvitation,
  updateOrganizationInvitation,
  actOnOrganizationMember,
  createOrganizationMember,
  deleteOrganizationMember,
  getOrganizationMembers,
  updateOrganizationMember,
  createOrganization,
  deleteOrganization,
  exportOrganization,
  getEntitlements,
  getOrganizationChildren,
  getOrganizationUsage,
  getOrganizationLogo,
  getOrganizationPipelineSettings,
  getOrganization,
  updateOrganizationPipelineSettings,
  updateOrganization,
  createProfile,
  deleteProfile,
  getProfilePicture,
  getProfiles,
  switchProfile,
  updateProfile,
  agreeRecipient,
  askQuestion,
  correctOwnName,
  declineRecipient,
  delegateRecipient,
  reportEnvelope,
  submitRecipient,
  updateRecipientField,
  updateRecipient,
  createRole,
  deleteRole,
  updateRole,
  createInitialsBlock,
  createSignatureBlock,
  deleteInitials,
  deleteSignature,
  drawTypedSignature,
  forgetRememberedMarks,
  getInitials,
  getRememberedMarks,
  getSignatures,
  createInPersonLink,
  getSigningPage,
  requestFreshLink,
  endDrawing,
  getDrawing,
  sendDrawing,
  startDrawing,
  startSigningSession,
  verifySigner,
  createTemplateDocument,
  deleteTemplateDocument,
  getTemplateDocumentPage,
  getTemplateDocument,
  createTemplate,
  createTemplateFromSharepoint,
  deleteTemplate,
  duplicateTemplate,
  getTemplateDocumentFile,
  getTemplate,
  getTemplates,
  toggleTemplateStar,
  updateTemplate,
  createUpload,
  changePassword,
  getMyUser,
  getResetPasswordPage,
  getSessions,
  getVerifyEmailPage,
  getVerifyPage,
  resendVerification,
  resetPassword,
  revokeOtherSessions,
  revokeSession,
  verifyEmail,
  getLogCheckpoint,
  getLogProof,
  getLogTile,
  getPublishedEvidence,
  verifyDocument,
  getWebhookDeliveries,
  getWebhooks,
  redeliverWebhook,
  rotateWebhookSecret,
  setWebhooks,
  testWebhook,
];
