import { createHash } from 'node:crypto';
import { chunkBlocks } from '../../../infra/extraction/chunks.ts';
import type { Block } from '../../../infra/extraction/extractor.ts';

/** Of one page: what a site repeats is at the beginning or the end. */
const MAX_HASHES = 400;

/** 52 bits, so that it is a number in JavaScript. */
function hash(text: string) {
  const digest = createHash('sha256').update(text).digest();
  return digest.readUIntBE(0, 6) * 16 + ((digest[6] ?? 0) >> 4);
}

const hashBlock = ({ text }: Block) => hash(text.replace(/\s+/g, ' ').trim().toLowerCase());

/** Of what a page says, with its headings. */
export const hashPage = (blocks: Block[]) => hash(JSON.stringify(blocks.map(({ headings, text }) => [headings, text])));

/** Blocks without headings are told apart by the title of their page. */
export function withTitle(blocks: Block[], title: string | null): Block[] {
  return title === null ? blocks : blocks.map((each) => (each.headings.length ? each : { ...each, headings: [title] }));
}

/** Of the blocks at both ends of a page, in order. */
export function hashBlocks(blocks: Block[]) {
  const ends =
    blocks.length > MAX_HASHES ? [...blocks.slice(0, MAX_HASHES / 2), ...blocks.slice(-MAX_HASHES / 2)] : blocks;
  return [...new Set(ends.map(hashBlock))].sort((a, b) => a - b);
}

/** The texts of a page, without what other pages repeat. */
export function toChunks(blocks: Block[], dropped: number[]) {
  const left = dropped.length ? blocks.filter((block) => !dropped.includes(hashBlock(block))) : blocks;
  return chunkBlocks(left).map(({ content }) => ({ content, embedding: null }));
}
