import composer from './composer/composer.css?inline';
import attachments from './content/attachments.css?inline';
import richText from './content/rich-text.css?inline';
import messages from './messages/messages.css?inline';
import panel from './panel/panel.css?inline';

/** The styles the chat needs from the start, as one stylesheet. */
export const styles = [panel, messages, composer, attachments, richText].join('\n');
