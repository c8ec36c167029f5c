interface LogValues {
  /** Who did it. */
  who: string;
  /** Whom it is about. */
  whom: string;
  department: string;
  until: string;
  tag: string;
  score: number;
}

type Line = (values: LogValues) => string;

const line = (write: Line) => write;

/** The lines of a chat that are no messages. */
export const chatLog = {
  authors: { agent: 'A former teammate', api: 'The API', client: 'The visitor', system: 'Parley' },
  you: 'you',
  untilReply: 'they reply',
  claimed: line(({ who }) => `${who} claimed the chat`),
  assigned: line(({ who, whom }) => `${who} assigned the chat to ${whom}`),
  unassigned: line(({ who }) => `${who} removed the owner`),
  transferred: line(({ who, whom, department }) =>
    whom ? `${who} transferred the chat to ${department}: ${whom}` : `${who} transferred the chat to ${department}`,
  ),
  formerDepartment: 'a former department',
  joined: line(({ who, whom }) => `${who} added ${whom} to the chat`),
  left: line(({ who, whom }) => `${who} removed ${whom} from the chat`),
  mentioned: line(({ who, whom }) => `${who} mentioned ${whom}`),
  done: line(({ who }) => `${who} marked the chat as done`),
  reopened: line(({ who }) => `${who} reopened the chat`),
  spam: line(({ who }) => `${who} marked the chat as spam`),
  not_spam: line(({ who }) => `${who} unmarked the chat as spam`),
  snoozed: line(({ who, until }) => `${who} snoozed the chat until ${until}`),
  woken: line(({ who }) => (who === 'Parley' ? 'The snooze ended' : `${who} unsnoozed the chat`)),
  tagged: line(({ who, tag }) => `${who} added the tag “${tag}”`),
  untagged: line(({ who, tag }) => `${who} removed the tag “${tag}”`),
  rated: line(({ whom, score }) => `The visitor rated ${whom} ${score} out of 5`),
  handed_over: line(() => 'The AI handed the chat over to the team'),
  writes: (names: string, count: number) => `${names} ${count === 1 ? 'is' : 'are'} typing a reply…`,
  repliedMeanwhile: (name: string) => `${name} replied while you were writing. Check before you send.`,
  reopenedByVisitor: 'Reopened by the visitor’s message',
  reopenedByReply: 'Reopened by a reply',
};
