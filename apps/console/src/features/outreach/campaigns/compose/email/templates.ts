/** The words of a letter to start from. */
export interface LetterTexts {
  greeting: string;
  paragraph: string;
  regards: string;
  headline: string;
  button: string;
  unsubscribe: string;
}

const unsubscribe = (texts: LetterTexts) =>
  `<a href="{{unsubscribe_url}}" style="color: #767d88">${texts.unsubscribe}</a>`;

/** Looks like a mail from a person. */
export const plainLetter = (texts: LetterTexts, sender: string) => `<p>${texts.greeting}</p>
<p>${texts.paragraph}</p>
<p>${texts.regards}<br>${sender}</p>
<p style="font-size: 13px">${unsubscribe(texts)}</p>
`;

/** A headline, a few words and a button. Tables and inline styles are what all mail clients understand. */
export const announcement = (
  texts: LetterTexts,
) => `<table role="presentation" width="100%" cellpadding="0" cellspacing="0">
  <tr>
    <td align="center" style="padding: 24px 12px">
      <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width: 560px">
        <tr>
          <td style="padding: 32px; border: 1px solid #d1d5db; border-radius: 12px; background: #ffffff; color: #111827; font-family: Arial, sans-serif; font-size: 16px; line-height: 24px">
            <h1 style="margin: 0 0 16px; font-size: 26px; line-height: 32px">${texts.headline}</h1>
            <p style="margin: 0 0 12px">${texts.greeting}</p>
            <p style="margin: 0 0 24px">${texts.paragraph}</p>
            <a href="https://example.com" style="display: inline-block; padding: 12px 24px; border-radius: 8px; background: #0f766e; color: #ffffff; font-weight: bold; text-decoration: none">${texts.button}</a>
          </td>
        </tr>
        <tr>
          <td style="padding: 16px 32px; color: #767d88; font-family: Arial, sans-serif; font-size: 13px; line-height: 20px">
            ${unsubscribe(texts)}
          </td>
        </tr>
      </table>
    </td>
  </tr>
</table>
`;
