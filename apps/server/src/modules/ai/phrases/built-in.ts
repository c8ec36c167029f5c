import type { AiPhraseKey, Locale } from '@parley/contract';

/** A takeover is not announced unless the widget words it. */
const takeover = '';

/** What is sent where a widget has no wording of its own. */
export const builtIn: Record<Locale, Record<AiPhraseKey, string>> = {
  ru: {
    handoff: 'Передаю ваш вопрос коллеге — он ответит здесь.',
    offline: 'Сейчас никого нет на месте. Мы получили ваше сообщение и ответим, как только сможем.',
    failure: 'Извините, сейчас не могу ответить. Вам напишет коллега — прямо здесь.',
    takeover,
  },
  en: {
    handoff: 'I’m passing you on to a colleague, who will reply here.',
    offline: 'Nobody is available right now. We have your message and will reply as soon as we can.',
    failure: 'Sorry, I can’t answer right now. A colleague will reply here.',
    takeover,
  },
  el: {
    handoff: 'Σας συνδέω με έναν συνάδελφο, που θα σας απαντήσει εδώ.',
    offline:
      'Αυτή τη στιγμή δεν είναι κανείς διαθέσιμος. Λάβαμε το μήνυμά σας και θα απαντήσουμε το συντομότερο δυνατό.',
    failure: 'Λυπάμαι, δεν μπορώ να απαντήσω αυτή τη στιγμή. Ένας συνάδελφος θα σας απαντήσει εδώ.',
    takeover,
  },
  de: {
    handoff: 'Ich gebe Ihre Frage an das Team weiter. Sie erhalten die Antwort hier.',
    offline:
      'Im Moment ist niemand erreichbar. Ihre Nachricht ist angekommen, wir antworten Ihnen so bald wie möglich.',
    failure: 'Entschuldigung, ich kann gerade nicht antworten. Jemand aus unserem Team meldet sich hier bei Ihnen.',
    takeover,
  },
  es: {
    handoff: 'Le paso con un compañero, que le responderá aquí mismo.',
    offline: 'Ahora mismo no hay nadie disponible. Hemos recibido su mensaje y le responderemos lo antes posible.',
    failure: 'Lo siento, ahora mismo no puedo responder. Un compañero le contestará aquí.',
    takeover,
  },
  ar: {
    handoff: 'سأحوّل محادثتك إلى أحد الزملاء، وسيردّ عليك هنا.',
    offline: 'لا يوجد أحد متاح حاليًا. وصلتنا رسالتك وسنردّ عليك في أقرب وقت ممكن.',
    failure: 'عذرًا، لا يمكنني الرد الآن. سيردّ عليك أحد الزملاء هنا.',
    takeover,
  },
  zh: {
    handoff: '我正在为您转接同事，稍后会在这里回复您。',
    offline: '目前没有客服在线。我们已收到您的消息，会尽快回复您。',
    failure: '抱歉，我暂时无法回答。同事会在这里回复您。',
    takeover,
  },
  fr: {
    handoff: 'Je transmets votre demande à un collègue, qui vous répondra ici.',
    offline:
      'Personne n’est disponible pour le moment. Nous avons bien reçu votre message et vous répondrons dès que possible.',
    failure: 'Désolé, je ne peux pas répondre pour le moment. Un collègue vous répondra ici.',
    takeover,
  },
  it: {
    handoff: 'La metto in contatto con un collega, che le risponderà qui.',
    offline:
      'Al momento non c’è nessuno disponibile. Abbiamo ricevuto il suo messaggio e le risponderemo appena possibile.',
    failure: 'Mi dispiace, al momento non posso rispondere. Un collega le risponderà qui.',
    takeover,
  },
  pt: {
    handoff: 'Vou passar a sua conversa para um colega, que responderá por aqui.',
    offline: 'Não há ninguém disponível neste momento. Recebemos a sua mensagem e responderemos assim que possível.',
    failure: 'Desculpe, não consigo responder agora. Um colega responderá por aqui.',
    takeover,
  },
  tr: {
    handoff: 'Sizi bir ekip arkadaşıma aktarıyorum, size buradan yanıt verecek.',
    offline: 'Şu anda kimse müsait değil. Mesajınızı aldık, en kısa sürede yanıt vereceğiz.',
    failure: 'Üzgünüm, şu anda yanıt veremiyorum. Bir ekip arkadaşım size buradan yanıt verecek.',
    takeover,
  },
  uk: {
    handoff: 'Передаю ваше запитання колезі — відповідь надійде сюди.',
    offline: 'Зараз нікого немає на місці. Ми отримали ваше повідомлення й відповімо, щойно зможемо.',
    failure: 'Вибачте, зараз не можу відповісти. Вам напише колега — просто тут.',
    takeover,
  },
  pl: {
    handoff: 'Przekazuję rozmowę innej osobie z zespołu. Odpowiedź pojawi się tutaj.',
    offline: 'W tej chwili nikt nie jest dostępny. Mamy Państwa wiadomość i odpowiemy najszybciej, jak to możliwe.',
    failure: 'Przepraszam, w tej chwili nie mogę odpowiedzieć. Ktoś z zespołu odpisze tutaj.',
    takeover,
  },
  ja: {
    handoff: '担当者におつなぎします。このチャットで返信いたします。',
    offline: 'ただいま対応できる担当者がおりません。メッセージは受け取りましたので、できるだけ早く返信いたします。',
    failure: '申し訳ございません。ただいまお答えできません。担当者がこちらで返信いたします。',
    takeover,
  },
  ko: {
    handoff: '담당자에게 연결해 드리겠습니다. 이 채팅에서 답변드릴 예정입니다.',
    offline: '지금은 응대할 수 있는 담당자가 없습니다. 메시지를 잘 받았으며 최대한 빨리 답변드리겠습니다.',
    failure: '죄송합니다. 지금은 답변을 드릴 수 없습니다. 담당자가 이 채팅에서 답변드리겠습니다.',
    takeover,
  },
  vi: {
    handoff: 'Tôi xin chuyển bạn đến đồng nghiệp, người sẽ trả lời bạn tại đây.',
    offline: 'Hiện không có ai trực. Chúng tôi đã nhận được tin nhắn của bạn và sẽ trả lời sớm nhất có thể.',
    failure: 'Xin lỗi, hiện tôi chưa thể trả lời. Đồng nghiệp của tôi sẽ trả lời bạn tại đây.',
    takeover,
  },
  id: {
    handoff: 'Saya akan meneruskan Anda ke rekan saya, yang akan membalas di sini.',
    offline:
      'Saat ini belum ada yang dapat membalas. Pesan Anda sudah kami terima dan akan kami balas secepat mungkin.',
    failure: 'Maaf, saya belum bisa menjawab saat ini. Rekan saya akan membalas di sini.',
    takeover,
  },
  th: {
    handoff: 'กำลังโอนเรื่องให้เจ้าหน้าที่ ซึ่งจะตอบกลับคุณที่นี่',
    offline: 'ขณะนี้ไม่มีเจ้าหน้าที่ให้บริการ เราได้รับข้อความของคุณแล้วและจะตอบกลับโดยเร็วที่สุด',
    failure: 'ขออภัย ขณะนี้ยังไม่สามารถตอบได้ เจ้าหน้าที่จะตอบกลับคุณที่นี่',
    takeover,
  },
  hi: {
    handoff: 'आपकी बात हमारी टीम के सदस्य तक पहुँचाई जा रही है, आपको यहीं जवाब मिलेगा।',
    offline: 'इस समय कोई उपलब्ध नहीं है। आपका संदेश हमें मिल गया है और हम जल्द से जल्द जवाब देंगे।',
    failure: 'माफ़ कीजिए, अभी जवाब देना संभव नहीं है। हमारी टीम के सदस्य आपको यहीं जवाब देंगे।',
    takeover,
  },
  nl: {
    handoff: 'Ik verbind u door met een collega, die hier antwoordt.',
    offline: 'Er is nu niemand beschikbaar. We hebben uw bericht ontvangen en antwoorden zo snel mogelijk.',
    failure: 'Sorry, ik kan nu geen antwoord geven. Een collega antwoordt u hier.',
    takeover,
  },
  cs: {
    handoff: 'Předávám vás kolegovi, který vám odpoví přímo zde.',
    offline: 'Právě teď není nikdo k dispozici. Vaši zprávu máme a odpovíme, jakmile to bude možné.',
    failure: 'Omlouvám se, teď nemohu odpovědět. Kolega vám odpoví přímo zde.',
    takeover,
  },
  ro: {
    handoff: 'Vă pun în legătură cu un coleg, care vă va răspunde aici.',
    offline:
      'Momentan nu este nimeni disponibil. Am primit mesajul dumneavoastră și vă răspundem cât mai curând posibil.',
    failure: 'Îmi pare rău, nu pot răspunde acum. Un coleg vă va răspunde aici.',
    takeover,
  },
  sv: {
    handoff: 'Jag kopplar dig vidare till en kollega som svarar här.',
    offline: 'Just nu är ingen tillgänglig. Vi har fått ditt meddelande och svarar så snart vi kan.',
    failure: 'Tyvärr kan jag inte svara just nu. En kollega svarar dig här.',
    takeover,
  },
  he: {
    handoff: 'השיחה עוברת לנציג מהצוות, והתשובה תישלח אליך כאן.',
    offline: 'כרגע אין נציג זמין. קיבלנו את ההודעה שלך ונשיב בהקדם האפשרי.',
    failure: 'מצטערים, לא ניתן לענות כרגע. נציג מהצוות ישיב לך כאן.',
    takeover,
  },
  fa: {
    handoff: 'گفت‌وگوی شما را به همکارم می‌سپارم؛ پاسخ را همین‌جا دریافت می‌کنید.',
    offline: 'در حال حاضر کسی در دسترس نیست. پیام شما را دریافت کردیم و در اولین فرصت پاسخ می‌دهیم.',
    failure: 'متأسفم، الان نمی‌توانم پاسخ بدهم. همکارم همین‌جا به شما پاسخ می‌دهد.',
    takeover,
  },
};
