import type * as z from 'zod';
import type * as notifications from '../../../notify/notifications/notification-schema.ts';
import type * as deliveries from '../../../notify/webhooks/delivery.ts';
import type { WebhookReceiver as ReceiverAnswer } from '../../../notify/webhooks/receiver-schema.ts';
import type { Holdings } from '../../../offboarding/holdings-schema.ts';
import type * as administration from '../../../people/administration/event-schema.ts';
import type * as keys from '../../../people/api-keys/api-key-schema.ts';
import type * as brands from '../../../people/brands/brand-schema.ts';
import type * as groups from '../../../people/groups/group-schema.ts';
import type * as invitations from '../../../people/invitations/invitation-schema.ts';
import type { Member as MemberAnswer } from '../../../people/members/member-schema.ts';
import type * as mfa from '../../../people/mfa/mfa-schema.ts';
import type * as apps from '../../../people/oauth/app-schema.ts';
import type { AuthorizationAnswer } from '../../../people/oauth/authorization-schema.ts';
import type * as passkeys from '../../../people/passkeys/passkey-schema.ts';
import type * as profiles from '../../../people/profiles/profile-schema.ts';
import type * as logins from '../../../people/sessions/login-session-schema.ts';
import type * as preferences from '../../../people/users/notification-preferences-schema.ts';
import type * as batches from '../../../signing/batches/batch-schema.ts';
import type { Upload as UploadAnswer } from '../../../signing/documents/document-schema.ts';
import type * as pages from '../../../signing/documents/page-schema.ts';
import type * as proposals from '../../../signing/documents/proposal-schema.ts';
import type * as drafts from '../../../signing/drafts/draft-schema.ts';
import type * as audit from '../../../signing/envelopes/audit-schema.ts';
import type { EnvelopePage } from '../../../signing/envelopes/envelope-list-schema.ts';
import type * as envelopes from '../../../signing/envelopes/envelope-schema.ts';
import type * as several from '../../../signing/envelopes/several-schema.ts';
import type * as links from '../../../signing/links/link-schema.ts';
import type * as certificates from '../../../signing/sessions/certificate-step-schema.ts';
import type { LinkInvitation } from '../../../signing/sessions/link-invitation.ts';
import type { MailboxPasskey as MailboxPasskeyAnswer } from '../../../signing/sessions/mailbox-passkey-schema.ts';
import type * as statements from '../../../signing/sessions/passkey-statement-schema.ts';
import type * as sessions from '../../../signing/sessions/signing-session-schema.ts';
import type * as signatures from '../../../signing/signatures/signature-schema.ts';
import type { ContentsState } from '../../../signing/templates/contents-schema.ts';
import type * as replacements from '../../../signing/templates/replacement-schema.ts';
import type * as templates from '../../../signing/templates/template-schema.ts';

/** The API's answers, by the schemas of its contracts. Types alone: nothing of the server's code comes to a browser. */

/** A session that was opened: the answer of the token endpoint, of a verification and of an acceptance. */
export type Tokens = z.output<typeof logins.AuthenticateResponse>;
export type PublicLink = links.PublicLink;
export type ConfirmedLink = links.ConfirmedLink;
export type TemplateLink = links.TemplateLink;
export type CreatedTemplateLink = TemplateLink & { secret: string };
/** A file of rows that are sent with a template. */
export type Batch = batches.Batch;
export type BatchPage = z.output<typeof batches.BatchPage>;
export type BatchRowPage = batches.BatchRowPage;
export type Profile = profiles.Profile;
export type Brand = brands.Brand;
export type Invitation = invitations.Invitation;
export type Member = MemberAnswer;
/** Numbers of what a member owns. */
export type MemberHoldings = Holdings;
/** A group of members; its members aren't in lists. */
export type Group = groups.Group;
export type ApiKey = keys.ApiKey;
export type OauthApp = apps.OauthApp;
/** An event that was sent to a webhook. */
export type WebhookDelivery = deliveries.WebhookDelivery;
export type WebhookDeliveryPage = deliveries.WebhookDeliveryPage;
/** A webhook. */
export type WebhookReceiver = ReceiverAnswer;
/** An act in the organization, or a sign-in. */
export type AdministrationEvent = administration.AdministrationEvent;
export type AdministrationEventPage = administration.AdministrationEventPage;
export type Passkey = passkeys.Passkey;
export type PasskeyCreationOptions = passkeys.PasskeyCreationOptions;
export type PasskeyRequestOptions = passkeys.PasskeyRequestOptions;
export type MailboxPasskey = MailboxPasskeyAnswer;
export type PasskeyStatement = statements.PasskeyStatement;
export type MfaStatus = mfa.MfaStatus;
export type MfaEnrollment = mfa.MfaEnrollment;
export type BackupCodes = mfa.BackupCodes;
export type LoginSession = logins.LoginSession;
export type Notification = notifications.Notification;
/** True for each kind of notification that the person gets. */
export type NotificationPreferences = preferences.NotificationPreferences;
/** The address that the browser goes to after the user's answer. */
export type Authorization = z.output<typeof AuthorizationAnswer>;

/** The look of a page, of a brand or an organization. */
export type Look = Partial<Pick<brands.SigningBrand, 'name' | 'full_logo_url' | 'primary_color' | 'disclaimer'>>;

export type SigningSession = sessions.SigningSession;
/** The same of a draft, as a recipient would get it. */
export type DraftPreview = sessions.DraftPreview;
export type SigningEnvelope = SigningSession['envelope'];
export type SigningRecipient = SigningSession['recipient'];
/** The step that is due of a signature with a certificate at a trust service. */
export type CertificateStep = certificates.CertificateStep;
export type SignedDocument = SigningEnvelope['documents'][number];
/** A field as its recipient fills it, and as others see it on the pages. */
export type Field = SigningEnvelope['fields'][number];
/** Facts that the page of a signing link shows before the link is opened. */
export type SigningInvitation = LinkInvitation;
/** A page as it would be sealed now. */
export type ReviewPage = sessions.ReviewPage;
export type Block = signatures.Block;
export type RememberedMarks = signatures.RememberedMarks;
export type TypedMark = z.output<typeof signatures.TypedMarkImage>;
export type NewDrawing = sessions.NewDrawing;
export type DrawingState = sessions.DrawingState;

/** Some of a document's pages, one after the other. */
export type DocumentPages = z.output<typeof pages.DocumentPages>;
/** Text of some of a document's pages; with that of page 1 the file's outline. */
export type DocumentText = z.output<typeof pages.DocumentText>;
/** A paragraph of a page's text, or a heading. */
export type TextBlock = z.output<typeof pages.PageText>[number];

/** An envelope as its sender and its recipients see it. */
export type EnvelopeRecord = z.output<typeof envelopes.Envelope>;
export type RecipientRecord = EnvelopeRecord['recipients'][number];
export type HistoryEntry = EnvelopeRecord['history_entries'][number];
export type EnvelopeList = z.output<typeof EnvelopePage>;
export type ListedEnvelope = EnvelopeList['envelopes'][number];
/** Outcome for each of several envelopes that were acted on at once. */
export type SeveralDone = z.output<typeof several.SeveralDone>;
export type Audit = audit.Audit;

export type Draft = drafts.Draft;
export type DraftList = z.output<typeof drafts.DraftPage>;
export type DraftProblems = z.output<typeof drafts.DraftProblems>;
export type DraftProblem = drafts.DraftProblem;
export type DraftState = z.output<typeof ContentsState>;
export type Template = templates.Template;
export type TemplateList = z.output<typeof templates.TemplatePage>;
/** Places that a document's pages propose for fields. */
export type FieldProposals = z.output<typeof proposals.FieldProposals>;
/** A document's file after its replacement, and how its fields fit. */
export type DocumentReplacement = replacements.DocumentReplacement;
export type Upload = z.output<typeof UploadAnswer>;
