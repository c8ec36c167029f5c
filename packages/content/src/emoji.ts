/** The most used emoji. */
const groups = {
  smileys:
    '😀 😄 😁 😆 😅 😂 🤣 🙂 😉 😊 😇 🥰 😍 🤩 😘 😋 😛 😜 🤪 🤗 🤭 🤫 🤔 🤨 😐 😶 😏 🙄 😬 😌 😔 😴 😷 🤒 🥴 🤯 🥳 😎 🤓 😕 🙁 😮 😳 🥺 😢 😭 😱 😖 😞 😩 🥱 😤 😡 🤬 😈 💀 💩 🤖',
  gestures: '👍 👎 👌 ✌️ 🤞 🤟 🤘 👈 👉 👆 👇 👋 ✋ 👏 🙌 🤝 🙏 💪 ✊ 👀 🧠 🙋 🤷 🤦',
  hearts: '❤️ 🧡 💛 💚 💙 💜 🖤 🤍 💔 💕 💖 💯 ✨ ⭐ 🔥 🎉',
  nature: '🐶 🐱 🐭 🐰 🦊 🐻 🐼 🐸 🐵 🦄 🐝 🦋 🌸 🌹 🌻 🌲 🍀 🌍 🌞 🌙 ⛅ 🌧️ ❄️ 🌈',
  food: '🍎 🍌 🍓 🍉 🍒 🥑 🍕 🍔 🍟 🍣 🍩 🍪 🎂 🍫 ☕ 🍺',
  things: '🎁 🎈 🏆 ⚽ 🎮 🎵 📷 💻 📱 📞 📧 📎 📌 📅 ⏰ 💡 🔑 🔒 🛒 💳 💰 📦 🚚 🚗 ✈️ 🏠 ✅ ❌ ❓ ❗',
};

export type EmojiGroup = keyof typeof groups;

export const emojiGroups = Object.entries(groups).map(([name, all]) => ({
  name: name as EmojiGroup,
  all: all.split(' '),
}));
