import type { Catalogue } from './catalogue.ts';

export const ar: Catalogue = {
  locale: 'ar',
  full_stop: '.',
  greeting: 'مرحبًا {name}،',
  link_hint: 'إذا لم يعمل الزر، يُرجى نسخ هذا العنوان إلى متصفحكم:',
  attached:
    'الملفات المرفقة: {files}. هي المستندات المختومة وشهادة الإتمام. احتفظوا بها: يستطيع أي شخص التحقق منها، حتى من دون هذه الخدمة.',
  because: {
    account: 'تصلكم هذه الرسالة لأن هذا العنوان يخص حسابًا لدى {brand_name}.',
    address: 'تصلكم هذه الرسالة لأن شخصًا ما أدخل هذا العنوان لدى {brand_name}.',
    recipient: 'تصلكم هذه الرسالة لأنكم طرف في مستند من {brand_name}.',
    sender: 'تصلكم هذه الرسالة لأنكم أرسلتم هذا المستند عبر {brand_name}.',
  },
  support: 'هل لديكم أسئلة؟ {support_contact}',
  buttons: {
    confirm_address: 'تأكيد العنوان',
    choose_password: 'اختيار كلمة مرور جديدة',
    sign_in: 'تسجيل الدخول',
    view_invitation: 'عرض الدعوة',
    open_document: 'فتح المستند',
    view_documents: 'عرض المستندات',
    view_details: 'عرض التفاصيل',
  },
  shared: {
    not_you: 'إذا لم يكن ذلك منكم، فيُرجى اختيار كلمة مرور جديدة الآن: ينهي ذلك كل الجلسات الأخرى لحسابكم.',
    nothing_to_do: 'إذا كان ذلك منكم، فلا يلزمكم فعل شيء.',
    replaces: 'يحلّ هذا محلّ «{replaced_name}» الذي وصلكم من قبل ولم يعد توقيعه ممكنًا.',
    valid_until: 'يُرجى الإتمام قبل {expires_at}.',
    personal_link:
      'هذا الرابط خاص بكم وحدكم، لذا يُرجى عدم إعادة توجيه هذه الرسالة. إذا كان على شخص آخر القيام بذلك بدلًا منكم، فيُرجى إبلاغ المرسل.',
  },
  messages: {
    verify_email: {
      subject: 'يُرجى تأكيد عنوان بريدكم الإلكتروني',
      paragraphs: ['لإتمام إعداد حسابكم، يُرجى تأكيد أن هذا العنوان لكم. رمزكم هو:'],
      notes: ['إذا لم تسجّلوا، فيمكنكم تجاهل هذه الرسالة.'],
    },
    reset_password: {
      subject: 'إعادة تعيين كلمة المرور',
      paragraphs: ['طلب شخص ما، ويُرجَّح أنه أنتم، إعادة تعيين كلمة مرور حسابكم. رمزكم هو:'],
      notes: ['إذا لم يكن ذلك منكم، فيُرجى تجاهل هذه الرسالة. تبقى كلمة المرور كما هي.'],
    },
    sign_in_at_provider: {
      subject: 'يُرجى تسجيل الدخول لدى مؤسستكم',
      paragraphs: [
        'طلب شخص ما، ويُرجَّح أنه أنتم، إعادة تعيين كلمة مرور حسابكم. أعضاء {organization_name} يسجّلون الدخول لدى مؤسستهم فقط، لذا لن تفتح كلمة مرور جديدة شيئًا هنا.',
        'يُرجى تسجيل الدخول كما في بقية عملكم. وإذا تعذّر ذلك، فيُرجى سؤال أحد مسؤولي {organization_name}.',
      ],
      notes: ['إذا لم يكن ذلك منكم، فيُرجى تجاهل هذه الرسالة. لم يتغيّر شيء.'],
    },
    sign_in_with_passkey: {
      subject: 'يُرجى تسجيل الدخول بمفتاح المرور',
      paragraphs: [
        'طلب شخص ما، ويُرجَّح أنه أنتم، إعادة تعيين كلمة مرور حسابكم. لا تقبل {organization_name} الدخول إلى حسابكم إلا بمفتاح مرور، لذا لن تفتح كلمة مرور جديدة شيئًا.',
        'يُرجى تسجيل الدخول بمفتاح المرور. وإذا فقدتموه، فيُرجى أن تطلبوا من أحد مسؤولي {organization_name} إعادة تعيين العامل الثاني.',
      ],
      notes: ['إذا لم يكن ذلك منكم، فيُرجى تجاهل هذه الرسالة. لم يتغيّر شيء.'],
    },
    sign_up_attempted: {
      subject: 'لديكم حساب بالفعل',
      paragraphs: [
        'حاول شخص ما، وربما كان أنتم، التسجيل بهذا العنوان. لهذا العنوان حساب بالفعل، لذا لم يتغيّر شيء.',
        'إذا كان ذلك منكم، فيُرجى تسجيل الدخول كالمعتاد. وإذا نسيتم كلمة المرور، فيُرجى اختيار كلمة جديدة.',
      ],
      notes: ['إذا لم يكن ذلك منكم، فلا يلزمكم فعل شيء: لا يمكن لأحد غيركم استخدام حسابكم.'],
    },
    one_time_code: {
      subject: 'رمز التحقق الخاص بكم',
      paragraphs: ['يُرجى إدخال هذا الرمز لفتح «{envelope_name}» من {sender_name}. مدة صلاحيته بالدقائق: {minutes}.'],
      notes: ['لا تشاركوا هذا الرمز مع أحد. إذا لم تطلبوه، فيمكنكم تجاهل هذه الرسالة.'],
    },
    link_code: {
      subject: 'يُرجى تأكيد عنوانكم',
      paragraphs: ['لفتح المستند الذي طلبتموه، يُرجى تأكيد أن هذا العنوان لكم. رمزكم هو:'],
      notes: [
        'الرمز صالح حتى {expires_at}.',
        'لا تشاركوا هذا الرمز مع أحد. إذا لم تطلبوه، فيمكنكم تجاهل هذه الرسالة: لا يحدث شيء دون الرمز.',
      ],
    },
    account_locked: {
      subject: 'تم قفل حسابكم',
      paragraphs: [
        'حدثت محاولات فاشلة كثيرة لتسجيل الدخول إلى حسابكم، لذا قفلناه.',
        'مدة الانتظار بالدقائق قبل المحاولة مرة أخرى: {minutes}.',
        'إذا لم تكن هذه المحاولات منكم، فيُرجى اختيار كلمة مرور جديدة.',
      ],
    },
    password_changed: {
      subject: 'تم تغيير كلمة المرور',
      paragraphs: ['تم تغيير كلمة مرور حسابكم في {happened_at}.'],
    },
    mfa_switched_on: {
      subject: 'تم تفعيل تسجيل الدخول بخطوتين',
      paragraphs: [
        'منذ {happened_at} يتطلب تسجيل الدخول إلى حسابكم رمزًا من تطبيق المصادقة إلى جانب كلمة المرور.',
        'يُرجى حفظ الرموز الاحتياطية في مكان آمن. يتيح كل منها الدخول مرة واحدة إذا فقدتم التطبيق.',
      ],
    },
    mfa_switched_off: {
      subject: 'تم إيقاف تسجيل الدخول بخطوتين',
      paragraphs: ['منذ {happened_at} تكفي كلمة المرور وحدها لتسجيل الدخول إلى حسابكم.'],
    },
    mfa_reset: {
      subject: 'أُزيل تسجيل الدخول بخطوتين من حسابكم',
      paragraphs: [
        'أزال أحد مسؤولي مؤسستكم تسجيل الدخول بخطوتين من حسابكم في {happened_at}. تكفي كلمة المرور وحدها الآن لتسجيل الدخول، ويمكنكم إعداد الخطوة الثانية من جديد في أي وقت.',
        'إذا لم تطلبوا ذلك، فيُرجى إبلاغ المسؤولين واختيار كلمة مرور جديدة.',
      ],
    },
    backup_codes_renewed: {
      subject: 'لديكم رموز احتياطية جديدة',
      paragraphs: ['أُنشئت رموز احتياطية جديدة لحسابكم في {happened_at}. لم تعد الرموز القديمة صالحة.'],
    },
    backup_code_used: {
      subject: 'استُخدم رمز احتياطي لتسجيل الدخول',
      paragraphs: [
        'سجّل شخص ما الدخول إلى حسابكم بأحد الرموز الاحتياطية في {happened_at}. الرموز المتبقية: {codes_left}.',
      ],
      notes: ['إذا كان ذلك منكم، فيكفي إنشاء رموز جديدة قبل استخدام الأخير.'],
    },
    passkey_added: {
      subject: 'أُضيف مفتاح مرور إلى حسابكم',
      paragraphs: [
        'أُضيف مفتاح المرور «{passkey_name}» في {happened_at}. يتيح تسجيل الدخول إلى حسابكم دون كلمة مرور.',
        'إذا لم يكن ذلك منكم، فيُرجى إزالة مفتاح المرور من حسابكم واختيار كلمة مرور جديدة.',
      ],
    },
    passkey_removed: {
      subject: 'أُزيل مفتاح مرور من حسابكم',
      paragraphs: [
        'أُزيل مفتاح المرور «{passkey_name}» في {happened_at}. لم يعد يتيح تسجيل الدخول إلى حسابكم.',
        'إذا لم يكن ذلك منكم، فيُرجى اختيار كلمة مرور جديدة.',
      ],
    },
    passkeys_reset: {
      subject: 'أُزيلت مفاتيح المرور الخاصة بكم',
      paragraphs: [
        'أزال أحد مسؤولي مؤسستكم جميع مفاتيح المرور من حسابكم في {happened_at}. يُرجى تسجيل الدخول بكلمة المرور، ويمكنكم إضافة مفاتيح مرور جديدة في أي وقت.',
        'إذا لم تطلبوا ذلك، فيُرجى إبلاغ المسؤولين واختيار كلمة مرور جديدة.',
      ],
    },
    identity_connected: {
      subject: 'رُبط {provider_name} بحسابكم',
      paragraphs: [
        'رُبط {provider_name} بحسابكم في {happened_at}. يتيح الحساب المرتبط هناك تسجيل الدخول إلى حسابكم.',
        'إذا لم يكن ذلك منكم، فيُرجى فك الربط في حسابكم واختيار كلمة مرور جديدة.',
      ],
    },
    api_key_created: {
      subject: 'مفتاح API جديد يعمل باسمكم',
      paragraphs: [
        'أُنشئ مفتاح API «{key_name}» في {happened_at}. يمكن للبرامج التي تملكه القيام في مؤسستكم بكل ما يمكنكم القيام به.',
        'إذا لم تكونوا على علم به، فيُرجى طلب حذفه واختيار كلمة مرور جديدة.',
      ],
    },
    webhook_switched_off: {
      subject: 'تم إيقاف webhook الخاص بـ {organization_name}',
      heading: 'تم إيقاف webhook الخاص بكم',
      paragraphs: [
        'أجاب المستقبِل {host} في {happened_at} بأنه لم يعد موجودًا ولا يريد مزيدًا من الاستدعاءات (410). لذا أوقفنا webhook الخاص بـ {organization_name}.',
        'لن تُسلَّم الأحداث حتى إعادة تفعيله، ولن تُعوَّض أحداث الفترة الفاصلة.',
      ],
    },
    member_waiting: {
      subject: 'ينتظر {member_name} الانضمام إلى {organization_name}',
      heading: 'ينتظر شخص ما الانضمام إلى {organization_name}',
      paragraphs: [
        'سجّل {member_name} ({member_email}) الدخول لأول مرة لدى موفّر الهوية الخاص بكم، وينتظر أن يسمح له أحد المسؤولين بالدخول.',
        'يُرجى فتح القفل عن هذا الشخص أو إزالته في صفحة الأعضاء. كل من ينتظر مدرج هناك.',
      ],
      notes: ['يمكنكم إيقاف هذه الرسائل في حسابكم.'],
    },
    organization_invitation: {
      subject: 'يدعوكم {inviter_name} إلى الانضمام إلى {organization_name}',
      heading: 'الانضمام إلى {organization_name}',
      paragraphs: ['يدعوكم {inviter_name} إلى الانضمام إلى {organization_name} والعمل على مستنداتها.'],
      notes: ['إذا كنتم لا تعرفون {inviter_name}، فيمكنكم تجاهل هذه الرسالة.'],
    },
    recipient_invited: {
      subject: 'يطلب {sender_name} منكم توقيع «{envelope_name}»',
      heading: 'هناك مستند في انتظاركم',
      paragraphs: ['أرسل إليكم {sender_name} «{envelope_name}» للقراءة والتعبئة.'],
    },
    approver_invited: {
      subject: 'يطلب {sender_name} منكم الموافقة على «{envelope_name}»',
      heading: 'هناك مستند في انتظار موافقتكم',
      paragraphs: ['أرسل إليكم {sender_name} «{envelope_name}» للقراءة والموافقة.'],
    },
    recipient_reminded: {
      subject: 'تذكير: «{envelope_name}» في انتظاركم',
      heading: 'لا يزال هناك مستند في انتظاركم',
      paragraphs: ['أرسل إليكم {sender_name} «{envelope_name}»، ولم يكتمل الجزء الخاص بكم بعد.'],
    },
    recipient_fresh_link: {
      subject: 'رابطكم الجديد إلى «{envelope_name}»',
      heading: 'هذا رابطكم الجديد',
      paragraphs: ['طلبتم رابطًا جديدًا إلى «{envelope_name}» من {sender_name}. يُرجى استخدام هذا الرابط من الآن فصاعدًا.'],
    },
    recipient_delegated: {
      subject: 'يطلب {delegator_name} منكم توقيع «{envelope_name}»',
      heading: 'أُحيل إليكم مستند',
      paragraphs: ['يطلب {delegator_name} منكم إتمام «{envelope_name}» بدلًا منه. المرسل هو {sender_name}.'],
    },
    approver_delegated: {
      subject: 'يطلب {delegator_name} منكم الموافقة على «{envelope_name}»',
      heading: 'أُحيل إليكم مستند',
      paragraphs: ['يطلب {delegator_name} منكم الموافقة على «{envelope_name}» بدلًا منه. المرسل هو {sender_name}.'],
    },
    recipient_handed_over: {
      subject: 'أحال {recipient_name} «{envelope_name}» إلى {delegate_name}',
      heading: 'يتولى {delegate_name} الأمر بدلًا من {recipient_name}',
      paragraphs: [
        'أحال {recipient_name} «{envelope_name}» إلى {delegate_name}، الذي طُلب منه إتمامه. لا يلزمكم فعل شيء.',
      ],
    },
    recipient_named: {
      subject: 'أدخل {recipient_name} {named_name} في «{envelope_name}»',
      heading: 'أدخل {recipient_name} {named_name}',
      paragraphs: [
        'أنجز {recipient_name} «{envelope_name}» وأدخل {named_name} ({named_email})، وسيُطلب منه عندما يحين دوره. إن كان ذلك خطأ فصححوا الشخص في صفحة المظروف.',
      ],
    },
    delegation_confirmed: {
      subject: 'أحلتم «{envelope_name}» إلى {delegate_name}',
      heading: 'أحلتم الجزء الخاص بكم',
      paragraphs: [
        'طُلب من {delegate_name} إتمام «{envelope_name}» من {sender_name} بدلًا منكم. لم يعد بإمكانكم اتخاذ أي إجراء فيه.',
      ],
      notes: ['إذا لم يكن ذلك منكم، فيُرجى إبلاغ {sender_name}.'],
    },
    recipient_failed: {
      subject: 'تعذّر التحقق من {recipient_name} من أجل «{envelope_name}»',
      heading: 'تعذّر التحقق من {recipient_name}',
      paragraphs: [
        'لم يجتز {recipient_name} التحقق الذي طلبتموه، ولم يعد بإمكانه فتح «{envelope_name}».',
        'إذا كان ذلك خطأً، فيُرجى إعادة تعيين المستلم: يبدأ التحقق عندئذ من جديد.',
      ],
    },
    recipient_certificate_failed: {
      subject: 'فشل توقيع {recipient_name} على «{envelope_name}» لدى خدمة الثقة',
      heading: 'فشل توقيع {recipient_name}',
      paragraphs: [
        'أراد {recipient_name} توقيع «{envelope_name}» بشهادته الخاصة. لم تُتِمّ خدمة الثقة أو الشهادة ذلك، ولم يُوقَّع شيء.',
        'يمكن لـ{recipient_name} المحاولة مرة أخرى. إذا استمر الفشل، فيُرجى اختيار طريقة أخرى للتوقيع للمستلم.',
      ],
    },
    recipient_question: {
      subject: 'لدى {recipient_name} سؤال عن «{envelope_name}»',
      heading: 'لدى {recipient_name} سؤال',
      paragraphs: ['السؤال عن «{envelope_name}»:'],
      notes: ['للإجابة، يُرجى الكتابة إلى {recipient_email}.'],
    },
    envelope_completed: {
      subject: 'اكتمل: «{envelope_name}»',
      heading: 'انتهى الجميع',
      paragraphs: ['اكتمل «{envelope_name}». المستندات المختومة وشهادة الإتمام جاهزة لكم.'],
    },
    envelope_cc: {
      subject: 'نسختكم من «{envelope_name}»',
      heading: 'نسختكم جاهزة',
      paragraphs: ['يشارك {sender_name} معكم المستند المكتمل «{envelope_name}». لا يوجد ما يلزمكم توقيعه.'],
    },
    envelope_declined: {
      subject: 'رفض {recipient_name} «{envelope_name}»',
      heading: 'رفض {recipient_name}',
      paragraphs: ['رفض {recipient_name} «{envelope_name}». لم يعد بإمكان أي شخص آخر توقيعه.'],
    },
    recipient_declined: {
      subject: 'رفض {recipient_name} «{envelope_name}»',
      heading: 'رفض {recipient_name}',
      paragraphs: [
        'رفض {recipient_name} «{envelope_name}». بقي عدد كافٍ من الآخرين في هذه الخطوة، لذا تستمر العملية: لا يلزمكم فعل شيء.',
      ],
    },
    recipient_sent_back: {
      subject: 'أعاد {recipient_name} «{envelope_name}»',
      heading: 'أعاده {recipient_name}',
      paragraphs: [
        'أعاد {recipient_name} «{envelope_name}» مع تعليق إلى من وقّعوا قبله. سيُطلب منهم من جديد: لا يلزمكم فعل شيء.',
      ],
    },
    sent_back_by_other: {
      subject: 'أعاد {recipient_name} إليكم «{envelope_name}»',
      heading: 'عاد إليكم مستند',
      paragraphs: [
        'اطلع {recipient_name} على «{envelope_name}» من {sender_name} وأعاده مع تعليق. ما عبأتموه ما زال هناك: غيّروا ما يلزم ثم أتمّوه من جديد.',
      ],
    },
    recipient_invite_failed: {
      subject: 'تعذّر الوصول إلى {recipient_name} بشأن «{envelope_name}»',
      heading: 'تعذّر الوصول إلى {recipient_name}',
      paragraphs: [
        'عادت رسالة إلى {recipient_name} ({recipient_email}) بشأن «{envelope_name}» أو أُبلغ عنها بوصفها غير مرغوب فيها.',
        'إذا كان العنوان خاطئًا فصحّحه، وستُرسل عندئذ دعوة جديدة.',
      ],
    },
    envelope_seal_failed: {
      subject: 'تعذّر ختم «{envelope_name}» حتى الآن',
      heading: 'تعذّر ختم المستندات',
      paragraphs: [
        'وقّع الجميع «{envelope_name}»، لكن تعذّر إنشاء المستندات المختومة. سنواصل المحاولة. يمكنكم أيضًا إعادة المحاولة بأنفسكم أو سؤال مشغّل هذه الخدمة.',
      ],
    },
    declined_by_other: {
      subject: 'رفض {recipient_name} «{envelope_name}»',
      heading: 'تم رفض هذا المستند',
      paragraphs: ['رفض {recipient_name} «{envelope_name}». لم يعد بإمكان أحد توقيعه، ولا يلزمكم فعل شيء.'],
    },
    released_by_others: {
      subject: 'لم يعد لازمًا: «{envelope_name}»',
      heading: 'لم يعد توقيعكم لازمًا',
      paragraphs: ['أنجز آخرون المطلوب في «{envelope_name}» من {sender_name}. لا يلزمكم فعل شيء.'],
    },
    envelope_canceled: {
      subject: 'أُلغي: «{envelope_name}»',
      heading: 'تم إلغاء هذا المستند',
      paragraphs: ['ألغى {sender_name} «{envelope_name}». لا يلزمكم فعل شيء.'],
    },
    envelope_expired: {
      subject: 'انتهت المهلة: «{envelope_name}»',
      heading: 'انتهت مهلة هذا المستند',
      paragraphs: ['لم يكتمل «{envelope_name}» في الوقت المحدد ولم يعد بالإمكان توقيعه.'],
    },
    envelope_deletion_announced: {
      subject: 'سيُحذف «{envelope_name}» في {delete_at}',
      heading: 'سيُحذف هذا المستند',
      paragraphs: [
        'يُحفظ «{envelope_name}» حتى {delete_at}. بعد ذلك تُحذف مستنداته وجميع بيانات المشاركين فيه. نزّلوا قبل ذلك ما تريدون الاحتفاظ به.',
      ],
      notes: ['يمكن التحقق من المستند الذي تم تنزيله حتى بعد الحذف.'],
    },
  },
  sms: {
    one_time_code: '{brand_name}: رمز التحقق الخاص بكم هو {code}. لا تشاركوه مع أحد.',
    recipient_invited: 'يطلب {sender_name} منكم توقيع «{envelope_name}»: {link}',
    approver_invited: 'يطلب {sender_name} منكم الموافقة على «{envelope_name}»: {link}',
    recipient_reminded: 'تذكير: «{envelope_name}» من {sender_name} في انتظاركم: {link}',
    recipient_fresh_link: 'رابطكم الجديد إلى «{envelope_name}»: {link}',
    recipient_delegated: 'يطلب {delegator_name} منكم توقيع «{envelope_name}»: {link}',
    approver_delegated: 'يطلب {delegator_name} منكم الموافقة على «{envelope_name}»: {link}',
    declined_by_other: 'رفض {recipient_name} «{envelope_name}». لا يلزمكم فعل شيء.',
    sent_back_by_other: 'أعاد {recipient_name} إليكم «{envelope_name}»: {link}',
    released_by_others: 'أنجز آخرون المطلوب في «{envelope_name}» من {sender_name}. لا يلزمكم فعل شيء.',
    envelope_completed: 'اكتمل: «{envelope_name}». مستنداتكم: {link}',
    envelope_cc: 'يشارك {sender_name} معكم المستند المكتمل «{envelope_name}»: {link}',
    envelope_canceled: 'ألغى {sender_name} «{envelope_name}». لا يلزمكم فعل شيء.',
    envelope_expired: 'لم يكتمل «{envelope_name}» في الوقت المحدد ولم يعد بالإمكان توقيعه.',
    envelope_deletion_announced: 'سيُحذف «{envelope_name}» في {delete_at}. نزّلوا ما تريدون الاحتفاظ به: {link}',
  },
  notices: {
    'user:invited': 'أنتم مدعوون إلى الانضمام إلى {organization_name}.',
    'approver:invited': 'يطلب {sender_name} منكم الموافقة على «{envelope_name}».',
    'recipient:reminder': 'لا يزال «{envelope_name}» من {sender_name} في انتظاركم.',
    'recipient:opened': 'فتح {recipient_name} «{envelope_name}».',
    'recipient:submitted': 'أتمّ {recipient_name} «{envelope_name}».',
    'delegate:requested': 'يطلب {delegator_name} منكم توقيع «{envelope_name}» بدلًا منه.',
    'approver:requested': 'يطلب {delegator_name} منكم الموافقة على «{envelope_name}» بدلًا منه.',
    'recipient:released': 'أنجز آخرون المطلوب في «{envelope_name}»: لا يلزمكم فعل شيء.',
    'envelope:completed': 'اكتمل «{envelope_name}».',
    'envelope:cc': 'يشارك {sender_name} معكم المستند المكتمل «{envelope_name}».',
    'recipient:invite_failed': 'لم يصل «{envelope_name}» إلى {recipient_name}.',
    'envelope:canceled': 'ألغى {sender_name} «{envelope_name}».',
    'envelope:replaced': 'استبدل {sender_name} بـ«{envelope_name}» مظروفًا آخر.',
    'envelope:expired': 'لم يكتمل «{envelope_name}» في الوقت المحدد وانتهت مهلته.',
  },
};
