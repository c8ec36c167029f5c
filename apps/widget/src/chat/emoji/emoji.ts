import type { Texts } from '../../locales/en.ts';

type Group = Exclude<keyof Texts['emoji'], 'title' | 'recent'>;

/** What people say most without words. */
const groups: Record<Group, string> = {
  smileys:
    '😀 😄 😁 😆 😅 😂 🤣 🙂 😉 😊 😇 🥰 😍 🤩 😘 😋 😛 😜 🤪 🤗 🤭 🤫 🤔 🤨 😐 😶 😏 🙄 😬 😌 😔 😴 😷 🤒 🥴 🤯 🥳 😎 🤓 😕 🙁 😮 😳 🥺 😢 😭 😱 😖 😞 😩 🥱 😤 😡 🤬 😈 💀 💩 🤖',
  gestures: '👍 👎 👌 ✌️ 🤞 🤟 🤘 👈 👉 👆 👇 👋 ✋ 👏 🙌 🤝 🙏 💪 ✊ 👀 🧠 🙋 🤷 🤦',
  hearts: '❤️ 🧡 💛 💚 💙 💜 🖤 🤍 💔 💕 💖 💯 ✨ ⭐ 🔥 🎉',
  nature: '🐶 🐱 🐭 🐰 🦊 🐻 🐼 🐸 🐵 🦄 🐝 🦋 🌸 🌹 🌻 🌲 🍀 🌍 🌞 🌙 ⛅ 🌧️ ❄️ 🌈',
  food: '🍎 🍌 🍓 🍉 🍒 🥑 🍕 🍔 🍟 🍣 🍩 🍪 🎂 🍫 ☕ 🍺',
  things: '🎁 🎈 🏆 ⚽ 🎮 🎵 📷 💻 📱 📞 📧 📎 📌 📅 ⏰ 💡 🔑 🔒 🛒 💳 💰 📦 🚚 🚗 ✈️ 🏠 ✅ ❌ ❓ ❗',
};

export const emojiGroups = Object.entries(groups).map(([name, all]) => ({ name: name as Group, all: all.split(' ') }));
