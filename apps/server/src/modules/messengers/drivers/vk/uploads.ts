import type { Access } from '../access.ts';
import type { OutgoingFile } from '../driver.ts';
import { idOf, textOf } from '../requests.ts';
import { callMethod } from './api.ts';

/** Pictures of other types are sent as documents: VK takes no other photos. */
const PHOTO_TYPES = new Set(['image/jpeg', 'image/png', 'image/gif']);

/** The file may be as large as 50 MiB. */
const UPLOAD_MS = 60_000;

/** Uploads a file for a conversation, and returns what a message attaches. */
export async function uploadFile(access: Access, peer_id: string, file: OutgoingFile): Promise<string> {
  if (file.isImage && PHOTO_TYPES.has(file.type)) {
    const { upload_url } = await callMethod(access, 'photos.getMessagesUploadServer', { peer_id });
    const { server, photo, hash } = await upload(access, upload_url, { field: 'photo', file });
    const [saved] = await callMethod(access, 'photos.saveMessagesPhoto', { server, photo, hash });
    return attachmentOf('photo', saved);
  }
  const { upload_url } = await callMethod(access, 'docs.getMessagesUploadServer', { type: 'doc', peer_id });
  const uploaded = await upload(access, upload_url, { field: 'file', file });
  const saved = await callMethod(access, 'docs.save', { file: uploaded.file, title: file.name });
  // Older versions of the API answer with a list.
  return attachmentOf('doc', saved.doc ?? saved[0]);
}

async function upload(access: Access, url: string, { field, file }: { field: string; file: OutgoingFile }) {
  const { bytes, name: filename, type } = file;
  const { json } = await access.call({
    url,
    multipart: [{ name: field, bytes, filename, type }],
    timeoutMs: UPLOAD_MS,
  });
  return json;
}

const attachmentOf = (kind: string, saved: { owner_id: number; id: number; access_key?: string }) =>
  `${kind}${[idOf(saved.owner_id), idOf(saved.id), textOf(saved.access_key)].filter(Boolean).join('_')}`;
