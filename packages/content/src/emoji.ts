/** What people say most without words. */
const groups = {
  smileys:
    '😀 😄 😁 😆 😅 😂 🤣 🙂 😉 😊 😇 🥰 😍 🤩 😘 😋 😛 😜 🤪 🤗 🤭 🤫 🤔 🤨 😐 😶 😏 🙄 😬 😌 😔 😴 😷 🤒 🥴 🤯 🥳 😎 🤓 😕 🙁 😮 😳 🥺 😢 😭 😱 😖 😞 😩 🥱 😤 😡 🤬 😈 💀 💩 🤖',
  gestures: '👍 👎 👌 ✌️ 🤞 🤟 🤘 👈 👉 👆 👇 👋 ✋ 👏 🙌 🤝 🙏 💪 ✊ 👀 🧠 🙋 🤷 🤦',
  hearts: '❤️ 🧡 💛 💚 💙 💜 🖤 🤍 💔 💕 💖 💯 ✨ ⭐ 🔥 🎉',
  nature: '🐶 🐱 🐭 🐰 🦊 🐻 🐼 🐸 🐵 🦄 🐝 🦋 🌸 🌹 🌻 🌲 🍀 🌍 🌞 🌙 ⛅ 🌧️ ❄️ 🌈',
  food: '🍎 🍌 🍓 🍉 🍒 🥑 🍕 🍔 🍟 🍣 🍩 🍪 🎂 🍫 ☕ 🍺',
  things: '🎁 🎈 🏆 ⚽ 🎮 🎵 📷 💻 📱 📞 📧 📎 📌 📅 ⏰ 💡 🔑 🔒 🛒 💳 💰 📦 🚚 🚗 ✈️ 🏠 ✅ ❌ ❓ ❗',
};

export const emojiGroups = Object.entries(groups).map(([name, all]) => ({
  name: name as keyof typeof groups,
  all: all.split(' '),
}));
