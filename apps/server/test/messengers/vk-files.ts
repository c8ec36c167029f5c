import { randomBytes, randomInt } from 'node:crypto';
import type { VendorCall, VendorReply } from './fake-vendor.ts';

interface File {
  name: string;
  type: string;
  bytes: Buffer;
}

interface Saved {
  kind: 'image' | 'file';
  file: File;
}

const ok = (response: unknown): VendorReply => ({ json: { response } });
const invalid = (what: string): VendorReply => ({
  json: {
    error: { error_code: 100, error_msg: `One of the parameters specified was missing or invalid: ${what}` },
  },
});

/** Files of customers, and the servers for uploads: each upload is saved by a second call before a message names it. */
export function createVkFiles({ url, groupId }: { url: () => string; groupId: number }) {
  const received = new Map<string, Buffer>();
  const uploads = new Map<string, File>();
  const saved = new Map<string, Saved>();
  const handleOf = () => randomBytes(12).toString('hex');

  function save(prefix: 'photo' | 'doc', file: File) {
    const [id, access_key] = [randomInt(1, 1_000_000_000), handleOf()];
    saved.set(`${prefix}${-groupId}_${id}_${access_key}`, { kind: prefix === 'photo' ? 'image' : 'file', file });
    return { id, owner_id: -groupId, access_key };
  }

  const extensionOf = (name: string) => /\.(\w+)$/.exec(name)?.[1] ?? '';

  return {
    methods: {
      'photos.getMessagesUploadServer': () =>
        ok({ upload_url: `${url()}/upload/photo?act=do_add`, album_id: -64, group_id: groupId }),
      'photos.saveMessagesPhoto'({ json }: VendorCall) {
        const [uploaded] = JSON.parse(json.photo);
        const file = uploads.get(uploaded?.photo);
        if (!file || json.hash !== uploaded.photo) return invalid('photos_list is invalid');
        return ok([{ ...save('photo', file), album_id: -64, sizes: [] }]);
      },
      'docs.getMessagesUploadServer': () => ok({ upload_url: `${url()}/upload/doc?act=add_doc` }),
      'docs.save'({ json }: VendorCall) {
        const file = uploads.get(json.file);
        if (!file) return invalid('file is invalid');
        const name = json.title ?? file.name;
        const doc = { ...save('doc', { ...file, name }), title: name, size: file.bytes.length, ext: extensionOf(name) };
        return ok({ type: 'doc', doc });
      },
    },

    upload(kind: string, { files }: VendorCall): VendorReply {
      const file = kind === 'photo' ? files.photo : files.file;
      if (!file) return { json: { error: 'no_file', error_descr: 'File not found' } };
      const handle = handleOf();
      uploads.set(handle, file);
      if (kind === 'doc') return { json: { file: handle } };
      const isPhoto = /^image\/(jpeg|png|gif)$/.test(file.type);
      return { json: { server: 1, photo: JSON.stringify(isPhoto ? [{ photo: handle }] : []), hash: handle } };
    },

    download: (name: string): VendorReply => {
      const bytes = received.get(name);
      return bytes ? { body: bytes } : { status: 404, text: 'Not found' };
    },

    /** What a message attaches, if it has been saved. */
    find: (attachment: string) => saved.get(attachment),

    /** A file of a customer, as messages have it. */
    attach({ name, type, bytes }: File) {
      const handle = handleOf();
      received.set(handle, bytes);
      const link = `${url()}/files/${handle}`;
      const object = { id: randomInt(1, 1_000_000_000), owner_id: 1, date: Math.floor(Date.now() / 1_000) };
      if (type.startsWith('audio/')) {
        const audio_message = { ...object, duration: 3, link_mp3: link, link_ogg: `${link}?ogg` };
        return { type: 'audio_message', audio_message };
      }
      if (!type.startsWith('image/')) {
        const doc = { ...object, title: name, size: bytes.length, ext: extensionOf(name), url: link, type: 8 };
        return { type: 'doc', doc };
      }
      const sizes = [
        { type: 'z', width: 1_280, height: 960, url: link },
        { type: 's', width: 75, height: 56, url: `${url()}/files/small` },
      ];
      return { type: 'photo', photo: { ...object, album_id: -3, sizes, text: '' } };
    },
  };
}
