import type { Catalogue } from './catalogue.ts';

export const ja: Catalogue = {
  locale: 'ja',
  full_stop: '。',
  greeting: '{name} 様',
  link_hint: 'ボタンが使えない場合は、次のアドレスをブラウザーにコピーしてください。',
  attached:
    '添付ファイル: {files} 件。シール済みの書類と完了証明書です。大切に保管してください。このサービスがなくても、誰でも検証できます。',
  because: {
    account: 'このメールは、このアドレスが {brand_name} のアカウントに登録されているためお送りしています。',
    address: 'このメールは、{brand_name} でこのアドレスが入力されたためお送りしています。',
    recipient: 'このメールは、{brand_name} の書類の関係者の方にお送りしています。',
    sender: 'このメールは、{brand_name} でこの書類を送信された方にお送りしています。',
  },
  support: 'お問い合わせ: {support_contact}',
  buttons: {
    confirm_address: 'アドレスを確認',
    choose_password: '新しいパスワードを設定',
    sign_in: 'サインイン',
    view_invitation: '招待を見る',
    open_document: '書類を開く',
    view_documents: '書類を見る',
    view_details: '詳細を見る',
  },
  shared: {
    not_you: '心当たりがない場合は、すぐに新しいパスワードを設定してください。ほかのセッションはすべて終了します。',
    nothing_to_do: 'ご本人による変更の場合、お手続きは不要です。',
    replaces: 'これは以前お送りした「{replaced_name}」に代わるものです。以前のものには署名できなくなりました。',
    valid_until: '{expires_at} までに完了してください。',
    personal_link:
      'このリンクはお客様専用です。このメールを転送しないでください。ほかの方が代わりに行う場合は、送信者にお知らせください。',
  },
  messages: {
    verify_email: {
      subject: 'メールアドレスの確認',
      paragraphs: ['アカウントの設定を完了するため、このアドレスがご本人のものであることを確認してください。コード:'],
      notes: ['登録した覚えがない場合は、このメールを無視してください。'],
    },
    reset_password: {
      subject: 'パスワードの再設定',
      paragraphs: ['アカウントのパスワードの再設定が依頼されました。コード:'],
      notes: ['心当たりがない場合は、このメールを無視してください。パスワードは変更されません。'],
    },
    sign_in_at_provider: {
      subject: '所属組織でサインインしてください',
      paragraphs: [
        'アカウントのパスワードの再設定が依頼されました。{organization_name} のメンバーは所属組織でのみサインインするため、新しいパスワードを設定してもサインインできません。',
        '普段の業務と同じ方法でサインインしてください。サインインできない場合は、{organization_name} の管理者にお問い合わせください。',
      ],
      notes: ['心当たりがない場合は、このメールを無視してください。何も変更されていません。'],
    },
    sign_in_with_passkey: {
      subject: 'パスキーでサインインしてください',
      paragraphs: [
        'アカウントのパスワードの再設定が依頼されました。{organization_name} ではこのアカウントのサインインにパスキーが必要なため、新しいパスワードを設定してもサインインできません。',
        'パスキーでサインインしてください。パスキーを紛失した場合は、{organization_name} の管理者に第 2 要素のリセットをご依頼ください。',
      ],
      notes: ['心当たりがない場合は、このメールを無視してください。何も変更されていません。'],
    },
    sign_up_attempted: {
      subject: 'アカウントはすでに存在します',
      paragraphs: [
        'このアドレスで新規登録が試みられました。すでにアカウントがあるため、何も変更されていません。',
        'ご本人の場合は、通常どおりサインインしてください。パスワードを忘れた場合は、新しいパスワードを設定してください。',
      ],
      notes: ['心当たりがない場合も、お手続きは不要です。ほかの人がアカウントを使うことはできません。'],
    },
    one_time_code: {
      subject: '確認コード',
      paragraphs: [
        '{sender_name} からの「{envelope_name}」を開くには、このコードを入力してください。{minutes} 分間有効です。',
      ],
      notes: ['このコードを他人に教えないでください。依頼した覚えがない場合は、このメールを無視してください。'],
    },
    link_code: {
      subject: 'メールアドレスの確認',
      paragraphs: ['ご希望の文書を開くには、このアドレスがご本人のものであることを確認してください。コード:'],
      notes: [
        'このコードの有効期限は {expires_at} です。',
        'このコードを他人に教えないでください。依頼した覚えがない場合は、このメールを無視してください。コードがなければ何も起こりません。',
      ],
    },
    account_locked: {
      subject: 'アカウントがロックされました',
      paragraphs: [
        'サインインの失敗が続いたため、アカウントをロックしました。',
        '{minutes} 分後にもう一度お試しください。',
        '心当たりがない場合は、新しいパスワードを設定してください。',
      ],
    },
    password_changed: {
      subject: 'パスワードが変更されました',
      paragraphs: ['アカウントのパスワードが {happened_at} に変更されました。'],
    },
    mfa_switched_on: {
      subject: '2段階認証が有効になりました',
      paragraphs: [
        '{happened_at} 以降、サインインにはパスワードに加えて認証アプリのコードが必要です。',
        'バックアップコードは安全な場所に保管してください。アプリが使えなくなった場合、1つにつき1回サインインできます。',
      ],
    },
    mfa_switched_off: {
      subject: '2段階認証が無効になりました',
      paragraphs: ['{happened_at} 以降、パスワードだけでサインインできます。'],
    },
    mfa_reset: {
      subject: 'アカウントの2段階認証が解除されました',
      paragraphs: [
        '組織の管理者が {happened_at} に2段階認証を解除しました。現在はパスワードだけでサインインできます。2段階認証はいつでも設定し直せます。',
        '依頼した覚えがない場合は、管理者に連絡し、新しいパスワードを設定してください。',
      ],
    },
    backup_codes_renewed: {
      subject: '新しいバックアップコードが作成されました',
      paragraphs: ['{happened_at} に新しいバックアップコードが作成されました。以前のコードは使えません。'],
    },
    backup_code_used: {
      subject: 'バックアップコードでサインインがありました',
      paragraphs: ['{happened_at} にバックアップコードを使ったサインインがありました。残りのコード: {codes_left}'],
      notes: ['ご本人の場合は、最後のコードを使う前に新しいコードを作成してください。'],
    },
    passkey_added: {
      subject: 'アカウントにパスキーが追加されました',
      paragraphs: [
        'パスキー「{passkey_name}」が {happened_at} に追加されました。このパスキーがあれば、パスワードなしでサインインできます。',
        '心当たりがない場合は、アカウントでパスキーを削除し、新しいパスワードを設定してください。',
      ],
    },
    passkey_removed: {
      subject: 'アカウントからパスキーが削除されました',
      paragraphs: [
        'パスキー「{passkey_name}」が {happened_at} に削除されました。このパスキーではサインインできなくなりました。',
        '心当たりがない場合は、新しいパスワードを設定してください。',
      ],
    },
    passkeys_reset: {
      subject: 'パスキーが削除されました',
      paragraphs: [
        '組織の管理者が {happened_at} にすべてのパスキーを削除しました。パスワードでサインインしてください。パスキーはいつでも追加し直せます。',
        '依頼した覚えがない場合は、管理者に連絡し、新しいパスワードを設定してください。',
      ],
    },
    identity_connected: {
      subject: '{provider_name} がアカウントに連携されました',
      paragraphs: [
        '{provider_name} が {happened_at} にアカウントへ連携されました。連携されたアカウントでサインインできます。',
        '心当たりがない場合は、アカウントで連携を解除し、新しいパスワードを設定してください。',
      ],
    },
    api_key_created: {
      subject: '新しいAPIキーが作成されました',
      paragraphs: [
        'APIキー「{key_name}」が {happened_at} に作成されました。このキーを持つプログラムは、組織内でお客様と同じ操作ができます。',
        '心当たりがない場合は、キーを削除し、新しいパスワードを設定してください。',
      ],
    },
    webhook_switched_off: {
      subject: '{organization_name} のWebhookが無効になりました',
      heading: 'Webhookが無効になりました',
      paragraphs: [
        '受信先 {host} が {happened_at} に、存在せず呼び出しを受け付けない（410）と応答しました。そのため {organization_name} のWebhookを無効にしました。',
        '再び有効にするまでイベントは配信されません。その間のイベントは再送されません。',
      ],
    },
    member_waiting: {
      subject: '{member_name} さんが {organization_name} への参加を待っています',
      heading: '{organization_name} への参加を待っている人がいます',
      paragraphs: [
        '{member_name} さん（{member_email}）が ID プロバイダーで初めてサインインし、管理者の承認を待っています。',
        'メンバーのページで、ロックを解除するか削除してください。待っている人は全員そこに表示されます。',
      ],
      notes: ['このメールはアカウントの設定で停止できます。'],
    },
    organization_invitation: {
      subject: '{inviter_name} さんから {organization_name} への招待',
      heading: '{organization_name} に参加',
      paragraphs: ['{inviter_name} さんが {organization_name} に招待しています。参加すると書類の作業ができます。'],
      notes: ['{inviter_name} さんに心当たりがない場合は、このメールを無視してください。'],
    },
    recipient_invited: {
      subject: '{sender_name} さんが「{envelope_name}」への署名を依頼しています',
      heading: '書類が届いています',
      paragraphs: ['{sender_name} さんから「{envelope_name}」が届いています。内容を確認し、入力してください。'],
    },
    approver_invited: {
      subject: '{sender_name} さんが「{envelope_name}」の承認を依頼しています',
      heading: '承認待ちの書類があります',
      paragraphs: ['{sender_name} さんから「{envelope_name}」が届いています。内容を確認し、承認してください。'],
    },
    recipient_reminded: {
      subject: 'リマインダー: 「{envelope_name}」をご確認ください',
      heading: '書類の手続きが残っています',
      paragraphs: ['{sender_name} さんから届いた「{envelope_name}」の手続きがまだ完了していません。'],
    },
    recipient_fresh_link: {
      subject: '「{envelope_name}」の新しいリンク',
      heading: '新しいリンクです',
      paragraphs: ['{sender_name} さんからの「{envelope_name}」の新しいリンクです。今後はこのリンクをお使いください。'],
    },
    recipient_delegated: {
      subject: '{delegator_name} さんが「{envelope_name}」への署名を依頼しています',
      heading: '書類が引き継がれました',
      paragraphs: [
        '{delegator_name} さんが、代わりに「{envelope_name}」の手続きを行うよう依頼しています。送信者は {sender_name} さんです。',
      ],
    },
    approver_delegated: {
      subject: '{delegator_name} さんが「{envelope_name}」の承認を依頼しています',
      heading: '書類が引き継がれました',
      paragraphs: [
        '{delegator_name} さんが、代わりに「{envelope_name}」を承認するよう依頼しています。送信者は {sender_name} さんです。',
      ],
    },
    recipient_handed_over: {
      subject: '{recipient_name} さんが「{envelope_name}」を {delegate_name} さんに引き継ぎました',
      heading: '{delegate_name} さんが {recipient_name} さんの代わりに手続きします',
      paragraphs: [
        '{recipient_name} さんが「{envelope_name}」を {delegate_name} さんに引き継ぎ、手続きを依頼しました。お手続きは不要です。',
      ],
    },
    recipient_named: {
      subject: '{recipient_name} さんが「{envelope_name}」の次の人として {named_name} さんを指定しました',
      heading: '{recipient_name} さんが {named_name} さんを指定しました',
      paragraphs: [
        '{recipient_name} さんが「{envelope_name}」の手続きを済ませ、{named_name} さん（{named_email}）を指定しました。順番が来たら依頼します。誤りがあれば、封筒のページで訂正してください。',
      ],
    },
    delegation_confirmed: {
      subject: '「{envelope_name}」を {delegate_name} さんに引き継ぎました',
      heading: '手続きを引き継ぎました',
      paragraphs: [
        '{sender_name} さんからの「{envelope_name}」の手続きを {delegate_name} さんに依頼しました。ご自身では手続きできなくなりました。',
      ],
      notes: ['心当たりがない場合は、{sender_name} さんにお知らせください。'],
    },
    recipient_failed: {
      subject: '「{envelope_name}」: {recipient_name} さんの本人確認ができませんでした',
      heading: '{recipient_name} さんの本人確認ができませんでした',
      paragraphs: [
        '{recipient_name} さんは指定された本人確認に合格できず、「{envelope_name}」を開けなくなりました。',
        '間違いの場合は、受信者をリセットしてください。本人確認が最初から始まります。',
      ],
    },
    recipient_certificate_failed: {
      subject: '「{envelope_name}」: {recipient_name} さんの署名がトラストサービスで失敗しました',
      heading: '{recipient_name} さんの署名が失敗しました',
      paragraphs: [
        '{recipient_name} さんは本人の証明書で「{envelope_name}」に署名しようとしました。トラストサービスまたは証明書の問題により、何も署名されていません。',
        '{recipient_name} さんはもう一度試すことができます。失敗が続く場合は、受信者の別の署名方法を選択してください。',
      ],
    },
    recipient_question: {
      subject: '「{envelope_name}」について {recipient_name} さんから質問があります',
      heading: '{recipient_name} さんから質問があります',
      paragraphs: ['「{envelope_name}」についての質問です。'],
      notes: ['回答は {recipient_email} にお送りください。'],
    },
    envelope_completed: {
      subject: '完了: 「{envelope_name}」',
      heading: '全員の手続きが完了しました',
      paragraphs: ['「{envelope_name}」が完了しました。シール済みの書類と完了証明書をご覧いただけます。'],
    },
    envelope_cc: {
      subject: '「{envelope_name}」の控え',
      heading: '控えの準備ができました',
      paragraphs: ['{sender_name} さんが完了した書類「{envelope_name}」を共有しました。署名は不要です。'],
    },
    envelope_declined: {
      subject: '{recipient_name} さんが「{envelope_name}」を辞退しました',
      heading: '{recipient_name} さんが辞退しました',
      paragraphs: ['{recipient_name} さんが「{envelope_name}」を辞退しました。ほかの方も署名できません。'],
    },
    recipient_declined: {
      subject: '{recipient_name} さんが「{envelope_name}」を辞退しました',
      heading: '{recipient_name} さんが辞退しました',
      paragraphs: [
        '{recipient_name} さんが「{envelope_name}」を辞退しました。この段階にはほかに必要な人数が残っているため、手続きは続きます。お手続きは不要です。',
      ],
    },
    recipient_sent_back: {
      subject: '{recipient_name} さんが「{envelope_name}」を差し戻しました',
      heading: '{recipient_name} さんが差し戻しました',
      paragraphs: [
        '{recipient_name} さんが「{envelope_name}」にコメントを付けて、先に署名した方に差し戻しました。その方々にもう一度依頼します。お手続きは不要です。',
      ],
    },
    sent_back_by_other: {
      subject: '{recipient_name} さんから「{envelope_name}」が差し戻されました',
      heading: '書類が差し戻されました',
      paragraphs: [
        '{recipient_name} さんが {sender_name} さんの「{envelope_name}」を確認し、コメントを付けて差し戻しました。入力した内容は残っています。必要なところを直し、もう一度完了してください。',
      ],
    },
    recipient_invite_failed: {
      subject: '「{envelope_name}」について{recipient_name}さんに連絡できませんでした',
      heading: '{recipient_name}さんに連絡できませんでした',
      paragraphs: [
        '「{envelope_name}」に関する{recipient_name}さん（{recipient_email}）宛てのメールが戻ってきたか、迷惑メールとして報告されました。',
        'アドレスが間違っている場合は修正してください。新しい招待が送信されます。',
      ],
    },
    envelope_seal_failed: {
      subject: '「{envelope_name}」をまだ封印できていません',
      heading: '書類を封印できませんでした',
      paragraphs: [
        '全員が「{envelope_name}」に署名しましたが、封印済みの書類を作成できませんでした。引き続き再試行します。ご自身で再試行するか、このサービスの運営者にお問い合わせいただくこともできます。',
      ],
    },
    declined_by_other: {
      subject: '{recipient_name} さんが「{envelope_name}」を辞退しました',
      heading: 'この書類は辞退されました',
      paragraphs: [
        '{recipient_name} さんが「{envelope_name}」を辞退しました。この書類にはもう署名できません。お手続きは不要です。',
      ],
    },
    released_by_others: {
      subject: 'お手続き不要: 「{envelope_name}」',
      heading: '署名は不要になりました',
      paragraphs: [
        '{sender_name} さんの「{envelope_name}」で求められていたことは、ほかの方が済ませました。お手続きは不要です。',
      ],
    },
    envelope_canceled: {
      subject: '取り消し: 「{envelope_name}」',
      heading: 'この書類は取り消されました',
      paragraphs: ['{sender_name} さんが「{envelope_name}」を取り消しました。お手続きは不要です。'],
    },
    envelope_expired: {
      subject: '期限切れ: 「{envelope_name}」',
      heading: 'この書類は期限切れです',
      paragraphs: ['「{envelope_name}」は期限までに完了しなかったため、署名できません。'],
    },
    envelope_deletion_announced: {
      subject: '「{envelope_name}」は {delete_at} に削除されます',
      heading: 'この書類は削除されます',
      paragraphs: [
        '「{envelope_name}」の保存期限は {delete_at} です。期限を過ぎると、書類と関係者に関する情報はすべて削除されます。必要なものはそれまでにダウンロードしてください。',
      ],
      notes: ['ダウンロードした書類は、削除後も検証できます。'],
    },
  },
  sms: {
    one_time_code: '{brand_name}: 確認コードは {code} です。他人に教えないでください。',
    recipient_invited: '{sender_name} さんが「{envelope_name}」への署名を依頼しています: {link}',
    approver_invited: '{sender_name} さんが「{envelope_name}」の承認を依頼しています: {link}',
    recipient_reminded: 'リマインダー: {sender_name} さんからの「{envelope_name}」をご確認ください: {link}',
    recipient_fresh_link: '「{envelope_name}」の新しいリンク: {link}',
    recipient_delegated: '{delegator_name} さんが「{envelope_name}」への署名を依頼しています: {link}',
    approver_delegated: '{delegator_name} さんが「{envelope_name}」の承認を依頼しています: {link}',
    declined_by_other: '{recipient_name} さんが「{envelope_name}」を辞退しました。お手続きは不要です。',
    sent_back_by_other: '{recipient_name} さんから「{envelope_name}」が差し戻されました: {link}',
    released_by_others: '{sender_name} さんの「{envelope_name}」はほかの方が済ませました。お手続きは不要です。',
    envelope_completed: '完了: 「{envelope_name}」。書類はこちら: {link}',
    envelope_cc: '{sender_name} さんが完了した書類「{envelope_name}」を共有しました: {link}',
    envelope_canceled: '{sender_name} さんが「{envelope_name}」を取り消しました。お手続きは不要です。',
    envelope_expired: '「{envelope_name}」は期限までに完了しなかったため、署名できません。',
    envelope_deletion_announced:
      '「{envelope_name}」は {delete_at} に削除されます。必要なものをダウンロードしてください: {link}',
  },
  notices: {
    'user:invited': '{organization_name} に招待されています。',
    'approver:invited': '{sender_name} さんが「{envelope_name}」の承認を依頼しています。',
    'recipient:reminder': '{sender_name} さんからの「{envelope_name}」の手続きが残っています。',
    'recipient:opened': '{recipient_name} さんが「{envelope_name}」を開きました。',
    'recipient:submitted': '{recipient_name} さんが「{envelope_name}」の手続きを完了しました。',
    'delegate:requested': '{delegator_name} さんが、代わりに「{envelope_name}」に署名するよう依頼しています。',
    'approver:requested': '{delegator_name} さんが、代わりに「{envelope_name}」を承認するよう依頼しています。',
    'recipient:released': '「{envelope_name}」で求められていたことは、ほかの方が済ませました。お手続きは不要です。',
    'envelope:completed': '「{envelope_name}」が完了しました。',
    'envelope:cc': '{sender_name} さんが完了した書類「{envelope_name}」を共有しました。',
    'recipient:invite_failed': '「{envelope_name}」は{recipient_name}さんに届きませんでした。',
    'envelope:canceled': '{sender_name} さんが「{envelope_name}」を取り消しました。',
    'envelope:replaced': '{sender_name} さんが「{envelope_name}」を別のエンベロープに置き換えました。',
    'envelope:expired': '「{envelope_name}」は期限までに完了しなかったため、期限切れになりました。',
  },
};
