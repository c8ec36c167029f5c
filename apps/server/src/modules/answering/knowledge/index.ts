export { citedIn, nameTexts, withoutMarks, withoutNames } from './names.ts';
export { type Knowledge, NO_KNOWLEDGE, retrieve } from './retrieval.ts';
