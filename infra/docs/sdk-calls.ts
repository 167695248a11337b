/** A function of the npm package `@verdocs/js-sdk`, and its arguments after the endpoint. */
interface SdkCall {
  name: string;
  /** Variables of the path, `body` for the whole body, `body.…` for one of its members, `rest` for the others. */
  takes: string[];
}

const call = (name: string, ...takes: string[]): SdkCall => ({ name, takes });

const ENVELOPE = ['envelope_id', 'role_name'];
const BRAND = ['organizationid', 'brandid'];

/** The client's function for each operation that it has and whose example it can send. */
export const SDK_CALLS: Record<string, SdkCall | undefined> = {
  authenticate: call('authenticate', 'body'),
  getSocialProviders: call('getSocialProviders'),
  changePassword: call('changePassword', 'body'),
  resetPassword: call('resetPassword', 'body'),
  verifyEmail: call('verifyEmail', 'body'),
  getMyUser: call('getMyUser'),
  getSessions: call('getSessions'),
  revokeSession: call('revokeSession', 'session_id'),
  revokeOtherSessions: call('revokeOtherSessions'),
  getMfaStatus: call('getMFAStatus'),
  enrollMfa: call('enrollMFA'),
  verifyMfaEnrollment: call('verifyMFAEnrollment', 'body.code'),
  regenerateBackupCodes: call('regenerateBackupCodes', 'body.code'),
  disableMfa: call('disableMFA', 'body.code'),

  createProfile: call('createProfile', 'body'),
  getProfiles: call('getProfiles'),
  switchProfile: call('switchProfile', 'profile_id'),
  updateProfile: call('updateProfile', 'profile_id', 'body'),
  deleteProfile: call('deleteProfile', 'profile_id'),

  createOrganization: call('createOrganization', 'body'),
  getOrganization: call('getOrganization', 'organization_id'),
  updateOrganization: call('updateOrganization', 'organization_id', 'body'),
  deleteOrganization: call('deleteOrganization', 'organization_id'),
  getOrganizationChildren: call('getOrganizationChildren', 'organization_id'),
  getOrganizationUsage: call('getOrganizationUsage', 'organization_id'),
  getEntitlements: call('getEntitlements'),
  getOrganizationPipelineSettings: call('getOrganizationPipelineSettings', 'organization_id'),
  updateOrganizationPipelineSettings: call('updateOrganizationPipelineSettings', 'organization_id', 'body'),

  getOrganizationMembers: call('getOrganizationMembers'),
  createOrganizationMember: call('createOrganizationMember', 'body'),
  updateOrganizationMember: call('updateOrganizationMember', 'profile_id', 'body'),
  deleteOrganizationMember: call('deleteOrganizationMember', 'profile_id'),
  actOnOrganizationMember: call('lockOrganizationMember', 'profile_id', 'body.reason'),

  getOrganizationInvitations: call('getOrganizationInvitations'),
  createOrganizationInvitation: call('createOrganizationInvitation', 'body'),
  updateOrganizationInvitation: call('updateOrganizationInvitation', 'email', 'body'),
  deleteOrganizationInvitation: call('deleteOrganizationInvitation', 'email'),
  resendOrganizationInvitation: call('resendOrganizationInvitation', 'body.email'),
  getOrganizationInvitation: call('getOrganizationInvitation', 'email', 'token'),
  acceptOrganizationInvitation: call('acceptOrganizationInvitation', 'body'),
  declineOrganizationInvitation: call('declineOrganizationInvitation', 'body.email', 'body.token'),

  getOrganizationContacts: call('getOrganizationContacts'),
  createOrganizationContact: call('createOrganizationContact', 'body'),
  updateOrganizationContact: call('updateOrganizationContact', 'profile_id', 'body'),
  deleteOrganizationContact: call('deleteOrganizationContact', 'profile_id'),

  getGroups: call('getGroups'),
  getGroup: call('getGroup', 'group_id'),
  createGroup: call('createGroup', 'body'),
  updateGroup: call('updateGroup', 'group_id', 'body'),
  deleteGroup: call('deleteGroup', 'group_id'),
  addGroupMember: call('addGroupMember', 'group_id', 'body.profile_id'),
  deleteGroupMember: call('deleteGroupMember', 'group_id', 'profile_id'),

  getBrands: call('getBrands', 'organizationid'),
  createBrand: call('createBrand', 'organizationid', 'body'),
  getBrand: call('getBrand', ...BRAND),
  updateBrand: call('updateBrand', ...BRAND, 'body'),
  deleteBrand: call('deleteBrand', ...BRAND),
  addBrandEmailDomain: call('addBrandEmailDomain', ...BRAND, 'body'),
  removeBrandEmailDomain: call('removeBrandEmailDomain', ...BRAND),
  verifyBrandEmailDomain: call('verifyBrandEmailDomain', ...BRAND),

  getApiKeys: call('getApiKeys'),
  createApiKey: call('createApiKey', 'body'),
  rotateApiKey: call('rotateApiKey', 'client_id'),
  updateApiKey: call('updateApiKey', 'client_id', 'body'),
  deleteApiKey: call('deleteApiKey', 'client_id'),

  getWebhooks: call('getWebhooks'),
  setWebhooks: call('setWebhooks', 'body'),
  rotateWebhookSecret: call('rotateWebhookSecret'),

  getNotifications: call('getNotifications'),
  getNotificationTemplates: call('getNotificationTemplates'),
  getNotificationTemplate: call('getNotificationTemplate', 'id'),
  createNotificationTemplate: call('createNotificationTemplate', 'body'),
  updateNotificationTemplate: call('updateNotificationTemplate', 'id', 'body'),
  deleteNotificationTemplate: call('deleteNotificationTemplate', 'id'),

  getTemplates: call('getTemplates'),
  getTemplate: call('getTemplate', 'template_id'),
  createTemplate: call('createTemplate', 'body'),
  createTemplateFromSharepoint: call('createTemplateFromSharepoint', 'body'),
  duplicateTemplate: call('duplicateTemplate', 'template_id', 'body.name'),
  updateTemplate: call('updateTemplate', 'template_id', 'body'),
  deleteTemplate: call('deleteTemplate', 'template_id'),
  toggleTemplateStar: call('toggleTemplateStar', 'template_id'),
  getTemplateDocument: call('getTemplateDocument', 'document_id'),
  deleteTemplateDocument: call('deleteTemplateDocument', 'document_id'),
  createRole: call('createTemplateRole', 'template_id', 'body'),
  updateRole: call('updateTemplateRole', 'template_id', 'role_name', 'body'),
  deleteRole: call('deleteTemplateRole', 'template_id', 'role_name'),
  createField: call('createField', 'template_id', 'body'),
  updateField: call('updateField', 'template_id', 'field_name', 'body'),
  deleteField: call('deleteField', 'template_id', 'field_name'),

  createEnvelope: call('createEnvelope', 'body'),
  getEnvelope: call('getEnvelope', 'envelope_id'),
  getEnvelopes: call('getEnvelopes'),
  updateEnvelope: call('updateEnvelope', 'envelope_id', 'body'),
  cancelEnvelope: call('cancelEnvelope', 'envelope_id'),
  getEnvelopeDocument: call('getEnvelopeDocument', 'document_id'),
  updateRecipientField: call('updateEnvelopeField', ...ENVELOPE, 'field_name', 'body.value', 'body.prepared'),

  agreeRecipient: call('envelopeRecipientAgree', ...ENVELOPE, 'body.disclosures', 'rest'),
  submitRecipient: call('envelopeRecipientSubmit', ...ENVELOPE, 'body'),
  delegateRecipient: call('delegateRecipient', ...ENVELOPE, 'body'),
  askQuestion: call('askQuestion', ...ENVELOPE, 'body'),
  updateRecipient: call('remindRecipient', ...ENVELOPE),
  startSigningSession: call('startSigningSession', ...ENVELOPE, 'key'),
  createInPersonLink: call('getInPersonLink', ...ENVELOPE),
  verifySigner: call('verifySigner', 'body'),
  getKbaStep: call('getKbaStep', ...ENVELOPE),
  submitKbaPin: call('submitKbaPin', 'body.envelope_id', 'body.role_name', 'body.pin'),
  submitKbaIdentity: call('submitKbaIdentity', 'body.envelope_id', 'body.role_name', 'body.identity'),
  submitKbaChallengeResponse: call(
    'submitKbaChallengeResponse',
    'body.envelope_id',
    'body.role_name',
    'body.responses',
  ),
};
