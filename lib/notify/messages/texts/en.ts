import type { Catalogue } from './catalogue.ts';

export const en: Catalogue = {
  locale: 'en',
  full_stop: '.',
  greeting: 'Hello {name},',
  link_hint: 'If the button does not work, copy this address into your browser:',
  attached:
    'Attached files: {files}. These are the sealed documents and the certificate of completion. Keep them: anybody can check them, even without this service.',
  because: {
    account: 'You get this message because this address belongs to an account with {brand_name}.',
    address: 'You get this message because somebody entered this address at {brand_name}.',
    recipient: 'You get this message because you take part in a document of {brand_name}.',
    sender: 'You get this message because you sent this document through {brand_name}.',
  },
  support: 'Questions? {support_contact}',
  buttons: {
    confirm_address: 'Confirm address',
    choose_password: 'Choose a new password',
    sign_in: 'Sign in',
    view_invitation: 'View invitation',
    open_document: 'Open document',
    view_documents: 'View documents',
    view_details: 'View details',
  },
  shared: {
    not_you: 'If this was not you, choose a new password now: it ends all other sessions of your account.',
    nothing_to_do: 'If it was you, there is nothing to do.',
    replaces: 'It replaces “{replaced_name}”, which you got before and can no longer sign.',
    valid_until: 'Please finish by {expires_at}.',
    personal_link:
      'This link is yours alone, so please do not forward this message. If somebody else should act in your place, tell the sender.',
  },
  messages: {
    verify_email: {
      subject: 'Confirm your e-mail address',
      paragraphs: ['To finish setting up your account, confirm that this address is yours. Your code is:'],
      notes: ['If you did not sign up, you can ignore this message.'],
    },
    reset_password: {
      subject: 'Reset your password',
      paragraphs: ['Somebody, most likely you, asked to reset the password of your account. Your code is:'],
      notes: ['If this was not you, ignore this message. Your password stays as it is.'],
    },
    sign_in_at_provider: {
      subject: 'Sign in at your organization',
      paragraphs: [
        'Somebody, most likely you, asked to reset the password of your account. Members of {organization_name} sign in at their organization alone, so a new password would open nothing here.',
        'Sign in with what you use for your other work. If you can not get in there, ask an administrator of {organization_name}.',
      ],
      notes: ['If this was not you, ignore this message. Nothing was changed.'],
    },
    sign_in_with_passkey: {
      subject: 'Sign in with your passkey',
      paragraphs: [
        'Somebody, most likely you, asked to reset the password of your account. {organization_name} takes sign-ins to your account by passkey alone, so a new password would open nothing.',
        'Sign in with your passkey. If you have lost it, ask an administrator of {organization_name} to reset your second factor.',
      ],
      notes: ['If this was not you, ignore this message. Nothing was changed.'],
    },
    sign_up_attempted: {
      subject: 'You have an account already',
      paragraphs: [
        'Somebody, maybe you, tried to sign up with this address. It has an account already, so nothing was changed.',
        'If it was you, sign in as before. If you do not know your password any more, choose a new one.',
      ],
      notes: ['If this was not you, there is nothing to do: nobody else can use your account.'],
    },
    one_time_code: {
      subject: 'Your verification code',
      paragraphs: ['Enter this code to open “{envelope_name}” from {sender_name}. It is valid for {minutes} minutes.'],
      notes: ['Never pass this code on. If you did not ask for it, you can ignore this message.'],
    },
    link_code: {
      subject: 'Confirm your address',
      paragraphs: ['To open the document that you asked for, confirm that this address is yours. Your code is:'],
      notes: [
        'The code is valid until {expires_at}.',
        'Never pass this code on. If you did not ask for it, you can ignore this message: without the code nothing happens.',
      ],
    },
    account_locked: {
      subject: 'Your account has been locked',
      paragraphs: [
        'There were too many failed attempts to sign in to your account, so we locked it.',
        'You can try again in {minutes} minutes.',
        'If these attempts were not yours, choose a new password.',
      ],
    },
    password_changed: {
      subject: 'Your password was changed',
      paragraphs: ['The password of your account was changed on {happened_at}.'],
    },
    mfa_switched_on: {
      subject: 'Two-step sign-in is on',
      paragraphs: [
        'Since {happened_at}, signing in to your account takes a code of your authenticator app beside the password.',
        'Keep your backup codes in a safe place. Each of them lets you in once, should you lose the app.',
      ],
    },
    mfa_switched_off: {
      subject: 'Two-step sign-in is off',
      paragraphs: ['Since {happened_at}, your password alone is enough to sign in to your account.'],
    },
    mfa_reset: {
      subject: 'Two-step sign-in was taken off your account',
      paragraphs: [
        'An administrator of your organization took two-step sign-in off your account on {happened_at}. Your password alone is enough to sign in now; you can set up the second step again at any time.',
        'If you did not ask for this, tell your administrators and choose a new password.',
      ],
    },
    backup_codes_renewed: {
      subject: 'You have new backup codes',
      paragraphs: ['New backup codes were made for your account on {happened_at}. The old ones no longer work.'],
    },
    backup_code_used: {
      subject: 'A backup code was used to sign in',
      paragraphs: [
        'Somebody signed in to your account with one of its backup codes on {happened_at}. Codes left: {codes_left}.',
      ],
      notes: ['If it was you, there is nothing to do but to make new codes before the last one is used.'],
    },
    passkey_added: {
      subject: 'A passkey was added to your account',
      paragraphs: [
        'The passkey “{passkey_name}” was added on {happened_at}. It signs in to your account without your password.',
        'If it was not you, remove the passkey in your account and choose a new password.',
      ],
    },
    passkey_removed: {
      subject: 'A passkey was removed from your account',
      paragraphs: [
        'The passkey “{passkey_name}” was removed on {happened_at}. It no longer signs in to your account.',
        'If it was not you, choose a new password.',
      ],
    },
    passkeys_reset: {
      subject: 'Your passkeys were removed',
      paragraphs: [
        'An administrator of your organization removed all passkeys of your account on {happened_at}. Sign in with your password; you can add new passkeys at any time.',
        'If you did not ask for this, tell your administrators and choose a new password.',
      ],
    },
    identity_connected: {
      subject: '{provider_name} was connected with your account',
      paragraphs: [
        '{provider_name} was connected with your account on {happened_at}. Whoever signs in there with that account can sign in to yours.',
        'If it was not you, disconnect it in your account and choose a new password.',
      ],
    },
    api_key_created: {
      subject: 'A new API key acts for you',
      paragraphs: [
        'The API key “{key_name}” was made on {happened_at}. Programs that have it can do everything in your organization that you can do.',
        'If you know nothing of it, have it deleted and choose a new password.',
      ],
    },
    webhook_switched_off: {
      subject: 'The webhook of {organization_name} was switched off',
      heading: 'Your webhook was switched off',
      paragraphs: [
        'The receiver at {host} answered on {happened_at} that it is gone and wants no more calls (410). So we switched the webhook of {organization_name} off.',
        'Events are not delivered until it is switched on again, and those of the time between are not made up for.',
      ],
    },
    member_waiting: {
      subject: '{member_name} waits to join {organization_name}',
      heading: 'Somebody waits to join {organization_name}',
      paragraphs: [
        '{member_name} ({member_email}) has signed in at your identity provider for the first time, and waits until an administrator lets them in.',
        'Unlock them on the page of members, or remove them there. All who wait are listed there.',
      ],
      notes: ['In your account you can switch these messages off.'],
    },
    organization_invitation: {
      subject: '{inviter_name} invites you to join {organization_name}',
      heading: 'Join {organization_name}',
      paragraphs: ['{inviter_name} invites you to join {organization_name} and to work on its documents.'],
      notes: ['If you do not know {inviter_name}, you can ignore this message.'],
    },
    recipient_invited: {
      subject: '{sender_name} asks you to sign “{envelope_name}”',
      heading: 'A document is waiting for you',
      paragraphs: ['{sender_name} sent you “{envelope_name}” to read and complete.'],
    },
    approver_invited: {
      subject: '{sender_name} asks you to approve “{envelope_name}”',
      heading: 'A document is waiting for your approval',
      paragraphs: ['{sender_name} sent you “{envelope_name}” to read and approve.'],
    },
    recipient_reminded: {
      subject: 'Reminder: “{envelope_name}” is waiting for you',
      heading: 'A document is still waiting for you',
      paragraphs: ['{sender_name} sent you “{envelope_name}”, and your part is not done yet.'],
    },
    recipient_fresh_link: {
      subject: 'Your new link to “{envelope_name}”',
      heading: 'Here is your new link',
      paragraphs: [
        'You asked for a new link to “{envelope_name}” from {sender_name}. Please use this one from now on.',
      ],
    },
    recipient_delegated: {
      subject: '{delegator_name} asks you to sign “{envelope_name}”',
      heading: 'A document was passed on to you',
      paragraphs: [
        '{delegator_name} asks you to complete “{envelope_name}” in their place. It was sent by {sender_name}.',
      ],
    },
    approver_delegated: {
      subject: '{delegator_name} asks you to approve “{envelope_name}”',
      heading: 'A document was passed on to you',
      paragraphs: [
        '{delegator_name} asks you to approve “{envelope_name}” in their place. It was sent by {sender_name}.',
      ],
    },
    recipient_handed_over: {
      subject: '{recipient_name} passed “{envelope_name}” on to {delegate_name}',
      heading: '{delegate_name} acts in the place of {recipient_name}',
      paragraphs: [
        '{recipient_name} passed “{envelope_name}” on to {delegate_name}, who was asked to complete it instead. You do not need to do anything.',
      ],
    },
    recipient_named: {
      subject: '{recipient_name} put in {named_name} for “{envelope_name}”',
      heading: '{named_name} was put in by {recipient_name}',
      paragraphs: [
        '{recipient_name} has signed or approved “{envelope_name}”, and put in {named_name} ({named_email}), who is asked at their turn. If that is wrong, correct the person on the envelope’s page.',
      ],
    },
    delegation_confirmed: {
      subject: 'You passed “{envelope_name}” on to {delegate_name}',
      heading: 'You passed your part on',
      paragraphs: [
        '{delegate_name} was asked to complete “{envelope_name}” from {sender_name} in your place. You cannot act on it any more.',
      ],
      notes: ['If this was not you, tell {sender_name}.'],
    },
    recipient_failed: {
      subject: '{recipient_name} could not be verified for “{envelope_name}”',
      heading: '{recipient_name} could not be verified',
      paragraphs: [
        '{recipient_name} did not pass the verification that you asked for, and cannot open “{envelope_name}” any more.',
        'If it was a mistake, reset the recipient: the verification then starts anew.',
      ],
    },
    recipient_certificate_failed: {
      subject: 'The signature of {recipient_name} on “{envelope_name}” failed at the trust service',
      heading: 'The signature of {recipient_name} failed',
      paragraphs: [
        '{recipient_name} wanted to sign “{envelope_name}” with an own certificate. The trust service, or the certificate there, did not do it, so nothing was signed.',
        '{recipient_name} may try again. If it goes on failing, choose another way of signing for the recipient.',
      ],
    },
    recipient_question: {
      subject: '{recipient_name} has a question about “{envelope_name}”',
      heading: '{recipient_name} has a question',
      paragraphs: ['It is about “{envelope_name}”:'],
      notes: ['To answer, write to {recipient_email}.'],
    },
    envelope_completed: {
      subject: 'Completed: “{envelope_name}”',
      heading: 'Everyone is done',
      paragraphs: [
        '“{envelope_name}” is complete. The sealed documents and the certificate of completion are ready for you.',
      ],
    },
    envelope_cc: {
      subject: 'Your copy of “{envelope_name}”',
      heading: 'Your copy is ready',
      paragraphs: ['{sender_name} shares the completed document “{envelope_name}” with you. There is nothing to sign.'],
    },
    envelope_declined: {
      subject: '{recipient_name} declined “{envelope_name}”',
      heading: '{recipient_name} declined',
      paragraphs: ['{recipient_name} declined “{envelope_name}”. Nobody else can sign it now.'],
    },
    recipient_declined: {
      subject: '{recipient_name} declined “{envelope_name}”',
      heading: '{recipient_name} declined',
      paragraphs: [
        '{recipient_name} declined “{envelope_name}”. Enough others of the step are left, so it goes on without them: you do not need to do anything.',
      ],
    },
    recipient_sent_back: {
      subject: '{recipient_name} sent back “{envelope_name}”',
      heading: '{recipient_name} sent it back',
      paragraphs: [
        '{recipient_name} sent “{envelope_name}” back to those who signed before, with a comment. They are asked again: you do not need to do anything.',
      ],
    },
    sent_back_by_other: {
      subject: '{recipient_name} sent back “{envelope_name}” to you',
      heading: 'A document has come back to you',
      paragraphs: [
        '{recipient_name} has looked at “{envelope_name}” from {sender_name} and sent it back with a comment. What you filled in is still there: change what is needed, and complete it again.',
      ],
    },
    recipient_invite_failed: {
      subject: '{recipient_name} could not be reached about “{envelope_name}”',
      heading: '{recipient_name} could not be reached',
      paragraphs: [
        'A mail to {recipient_name} ({recipient_email}) about “{envelope_name}” came back, or was reported as unwanted.',
        'If the address is wrong, correct it: a new invitation is then sent.',
      ],
    },
    envelope_seal_failed: {
      subject: '“{envelope_name}” could not be sealed yet',
      heading: 'The documents could not be sealed',
      paragraphs: [
        'Everybody has signed “{envelope_name}”, but the sealed documents could not be made. We keep trying. You can also try again yourself, or ask the operator of this service.',
      ],
    },
    declined_by_other: {
      subject: '{recipient_name} declined “{envelope_name}”',
      heading: 'This document was declined',
      paragraphs: [
        '{recipient_name} declined “{envelope_name}”. Nobody can sign it any more, and you do not need to do anything.',
      ],
    },
    released_by_others: {
      subject: 'No longer needed: “{envelope_name}”',
      heading: 'You do not need to sign any more',
      paragraphs: [
        'Others have done what was asked for in “{envelope_name}” from {sender_name}. You do not need to do anything.',
      ],
    },
    envelope_canceled: {
      subject: 'Canceled: “{envelope_name}”',
      heading: 'This document was canceled',
      paragraphs: ['{sender_name} canceled “{envelope_name}”. You do not need to do anything.'],
    },
    envelope_expired: {
      subject: 'Expired: “{envelope_name}”',
      heading: 'This document has expired',
      paragraphs: ['“{envelope_name}” was not completed in time and can no longer be signed.'],
    },
    envelope_deletion_announced: {
      subject: '“{envelope_name}” will be deleted on {delete_at}',
      heading: 'This document will be deleted',
      paragraphs: [
        '“{envelope_name}” is kept until {delete_at}. After that, its documents and everything about the people in it are deleted. Download what you want to keep before then.',
      ],
      notes: ['A downloaded document can still be checked afterwards.'],
    },
  },
  sms: {
    one_time_code: '{brand_name}: your verification code is {code}. Never pass it on.',
    recipient_invited: '{sender_name} asks you to sign "{envelope_name}": {link}',
    approver_invited: '{sender_name} asks you to approve "{envelope_name}": {link}',
    recipient_reminded: 'Reminder: "{envelope_name}" from {sender_name} is waiting for you: {link}',
    recipient_fresh_link: 'Your new link to "{envelope_name}": {link}',
    recipient_delegated: '{delegator_name} asks you to sign "{envelope_name}": {link}',
    approver_delegated: '{delegator_name} asks you to approve "{envelope_name}": {link}',
    declined_by_other: '{recipient_name} declined "{envelope_name}". You do not need to do anything.',
    sent_back_by_other: '{recipient_name} sent back "{envelope_name}" to you: {link}',
    released_by_others:
      'Others have done what was asked for in "{envelope_name}" from {sender_name}. You do not need to do anything.',
    envelope_completed: 'Completed: "{envelope_name}". Your documents: {link}',
    envelope_cc: '{sender_name} shares the completed document "{envelope_name}" with you: {link}',
    envelope_canceled: '{sender_name} canceled "{envelope_name}". You do not need to do anything.',
    envelope_expired: '"{envelope_name}" was not completed in time and can no longer be signed.',
    envelope_deletion_announced:
      '"{envelope_name}" will be deleted on {delete_at}. Download what you want to keep: {link}',
  },
  notices: {
    'user:invited': 'You are invited to join {organization_name}.',
    'approver:invited': '{sender_name} asks you to approve “{envelope_name}”.',
    'recipient:reminder': '“{envelope_name}” from {sender_name} is still waiting for you.',
    'recipient:opened': '{recipient_name} opened “{envelope_name}”.',
    'recipient:submitted': '{recipient_name} has completed “{envelope_name}”.',
    'delegate:requested': '{delegator_name} asks you to sign “{envelope_name}” in their place.',
    'approver:requested': '{delegator_name} asks you to approve “{envelope_name}” in their place.',
    'recipient:released': 'Others have done what was asked for in “{envelope_name}”: you do not need to do anything.',
    'envelope:completed': '“{envelope_name}” is complete.',
    'envelope:cc': '{sender_name} shares the completed document “{envelope_name}” with you.',
    'recipient:invite_failed': '“{envelope_name}” did not reach {recipient_name}.',
    'envelope:canceled': '{sender_name} canceled “{envelope_name}”.',
    'envelope:replaced': '{sender_name} sent another envelope in the place of “{envelope_name}”.',
    'envelope:expired': '“{envelope_name}” was not completed in time and has expired.',
  },
};
