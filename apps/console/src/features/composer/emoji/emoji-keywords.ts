/** English and Russian words of every emoji in `@parley/content`, from their Unicode names and common use. */
const lines = `
😀 grin smile happy улыбка радость
😄 smile laugh happy улыбка смех радость
😁 beam grin smile улыбка зубы
😆 laugh squint смех хохот
😅 sweat relief laugh пот неловко смех
😂 joy tears laugh cry слёзы смех ржу
🤣 rofl laugh floor смех хохот ржу
🙂 smile slight улыбка
😉 wink подмигиваю
😊 blush smile happy румянец улыбка приятно
😇 angel halo innocent ангел нимб
🥰 love hearts adore любовь обожаю сердечки
😍 love eyes heart любовь восторг влюблён
🤩 star wow excited звёзды восторг вау
😘 kiss love поцелуй целую
😋 yum tasty delicious вкусно ням
😛 tongue язык дразню
😜 tongue wink crazy язык шутка
🤪 crazy zany goofy безумие псих
🤗 hug hugs обнимаю объятия
🤭 oops giggle hand ой хихикаю
🤫 shush quiet secret тихо секрет тсс
🤔 think hmm thinking думаю хм
🤨 doubt eyebrow suspicious сомневаюсь бровь
😐 neutral meh нейтрально никак
😶 silent mouth молчу без слов
😏 smirk ухмылка
🙄 roll eyes закатываю глаза
😬 grimace awkward гримаса неловко
😌 relieved calm спокойно облегчение
😔 sad pensive грустно задумчиво
😴 sleep zzz tired сплю сон
😷 mask ill sick маска болею
🤒 fever ill sick температура болею
🥴 woozy dizzy drunk пьян кружится
🤯 mind blown shock взрыв мозга шок
🥳 party celebrate birthday праздник вечеринка
😎 cool sunglasses круто очки
🤓 nerd glasses умник ботан
😕 confused непонятно растерян
🙁 sad frown грустно
😮 surprise wow open удивление ого
😳 flushed shy embarrassed смущён стыдно
🥺 please pleading puppy пожалуйста умоляю
😢 cry sad tear плачу слеза грустно
😭 sob cry tears рыдаю плачу слёзы
😱 scream fear shock крик ужас страх
😖 confounded suffer мучаюсь
😞 disappointed sad разочарован грустно
😩 weary tired устал
🥱 yawn tired bored зеваю скучно
😤 huff proud angry пыхчу злюсь
😡 angry mad rage злюсь гнев ярость
🤬 swear curse angry ругаюсь мат злюсь
😈 devil evil дьявол чёрт
💀 skull dead death череп смерть умер
💩 poop какашка
🤖 robot bot робот бот
👍 thumbs up yes like ok good палец вверх да класс хорошо лайк
👎 thumbs down no dislike bad палец вниз нет плохо
👌 ok perfect fine окей отлично
✌️ victory peace победа мир
🤞 luck fingers crossed удача пальцы скрещены
🤟 love you рок люблю
🤘 rock horns рок коза
👈 left point влево налево
👉 right point вправо направо
👆 up point вверх выше
👇 down point вниз ниже
👋 wave hello hi bye привет пока машу здравствуйте
✋ hand stop high five рука стоп
👏 clap applause bravo аплодисменты браво хлопаю
🙌 hooray hands praise ура руки
🤝 handshake deal agree рукопожатие договорились сделка
🙏 thanks please pray спасибо пожалуйста прошу
💪 strong muscle power сила мышцы
✊ fist power кулак
👀 eyes look see глаза смотрю
🧠 brain smart мозг ум
🙋 raise hand question поднял руку вопрос я
🤷 shrug dunno не знаю пожимаю плечами
🤦 facepalm фейспалм рукалицо
❤️ heart love red сердце любовь красное
🧡 heart orange сердце оранжевое
💛 heart yellow сердце жёлтое
💚 heart green сердце зелёное
💙 heart blue сердце синее
💜 heart purple сердце фиолетовое
🖤 heart black сердце чёрное
🤍 heart white сердце белое
💔 broken heart разбитое сердце
💕 hearts love сердца любовь
💖 sparkling heart сверкающее сердце
💯 hundred perfect score сто процентов точно
✨ sparkles magic new блеск магия искры
⭐ star favourite звезда избранное
🔥 fire hot lit огонь жара
🎉 party tada celebrate congratulations праздник поздравляю ура
🐶 dog puppy собака пёс
🐱 cat kitten кот кошка
🐭 mouse мышь
🐰 rabbit bunny кролик заяц
🦊 fox лиса
🐻 bear медведь мишка
🐼 panda панда
🐸 frog лягушка
🐵 monkey обезьяна
🦄 unicorn единорог
🐝 bee пчела
🦋 butterfly бабочка
🌸 blossom flower spring цветок сакура весна
🌹 rose flower роза цветок
🌻 sunflower flower подсолнух цветок
🌲 tree forest дерево ёлка лес
🍀 clover luck клевер удача
🌍 earth world globe земля мир планета
🌞 sun sunny солнце
🌙 moon night луна ночь
⛅ cloud weather облако погода
🌧️ rain weather дождь погода
❄️ snow cold winter снег холод зима
🌈 rainbow радуга
🍎 apple fruit яблоко фрукт
🍌 banana fruit банан
🍓 strawberry berry клубника
🍉 watermelon арбуз
🍒 cherry вишня черешня
🥑 avocado авокадо
🍕 pizza пицца
🍔 burger hamburger бургер
🍟 fries картошка фри
🍣 sushi суши
🍩 donut doughnut пончик
🍪 cookie печенье
🎂 cake birthday торт день рождения
🍫 chocolate шоколад
☕ coffee tea drink кофе чай
🍺 beer drink пиво
🎁 gift present подарок
🎈 balloon party шарик праздник
🏆 trophy win prize кубок победа приз
⚽ football soccer ball футбол мяч
🎮 game controller игра джойстик
🎵 music note музыка нота
📷 camera photo камера фото
💻 laptop computer ноутбук компьютер
📱 phone mobile телефон мобильный смартфон
📞 phone call телефон звонок позвонить
📧 email mail почта письмо
📎 paperclip attachment скрепка вложение
📌 pin important булавка важно закрепить
📅 calendar date календарь дата
⏰ alarm clock time будильник часы время
💡 idea light bulb идея лампа свет
🔑 key password ключ пароль
🔒 lock secure closed замок закрыто защита
🛒 cart shopping basket корзина покупки тележка
💳 card payment credit карта оплата
💰 money bag деньги мешок
📦 package box parcel delivery посылка коробка доставка
🚚 truck delivery shipping грузовик доставка
🚗 car auto машина авто
✈️ plane flight travel самолёт перелёт
🏠 house home дом
✅ check done yes ok галочка готово да
❌ cross no wrong cancel крест нет ошибка отмена
❓ question вопрос
❗ exclamation important восклицательный важно
`;

export interface NamedEmoji {
  emoji: string;
  words: string[];
}

export const emojiKeywords: NamedEmoji[] = lines
  .trim()
  .split('\n')
  .map((line) => line.split(' '))
  .map(([emoji = '', ...words]) => ({ emoji, words }));

const plain = (text: string) => text.toLocaleLowerCase().replaceAll('ё', 'е');

/** Emoji with a word that starts with each word of the query; those whose first word matches come first. */
export function findEmoji(query: string) {
  const sought = plain(query).split(/\s+/).filter(Boolean);
  const rank = ({ words }: NamedEmoji) =>
    Math.max(...sought.map((part) => words.findIndex((word) => plain(word).startsWith(part))));
  return emojiKeywords
    .filter(({ words }) => sought.every((part) => words.some((word) => plain(word).startsWith(part))))
    .sort((one, other) => rank(one) - rank(other))
    .map(({ emoji }) => emoji);
}
