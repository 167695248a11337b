import type { PageText } from './en.ts';

export const ja: PageText = {
  needsScript: 'このページにはJavaScriptが必要です。',
  late: 'ページの準備ができていません。この状態が続く場合は、再読み込みしてください。',
  busy: '処理できませんでした',
  busyAbout: 'サービス側でエラーが発生しました。変更は行われていません。しばらくしてからもう一度お試しください。',
  brokenLink: 'リンクが不完全です',
  brokenLinkAbout: 'メッセージからもう一度開くか、リンク全体をアドレスバーにコピーしてください。',
  refusedRequest: 'ここではサインインできません',
  refusedRequestAbout:
    '移動元のアプリケーションは登録されていないか、登録していない内容を要求しました。情報は渡されていません。アプリケーションに戻り、運営者にお知らせください。',
  signing: '書類が届いています',
  drawing: '署名を描いてください',
};
