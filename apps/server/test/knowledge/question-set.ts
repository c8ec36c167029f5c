import { readFileSync } from 'node:fs';

export const LANGUAGES = ['ru', 'en', 'zh', 'de'] as const;
type Language = (typeof LANGUAGES)[number];

interface QuestionSet {
  texts: { id: string; content: string }[];
  questions: { question: string; kind: 'exact' | 'paraphrase' | 'rough'; answers: string[] }[];
}

export const questionSetOf = (language: Language): QuestionSet =>
  JSON.parse(readFileSync(new URL(`${language}.json`, import.meta.url), 'utf8'));
