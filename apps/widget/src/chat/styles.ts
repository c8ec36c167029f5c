import composer from './composer/composer.css?inline';
import attachments from './content/attachments.css?inline';
import richText from './content/rich-text.css?inline';
import conversation from './messages/messages.css?inline';
import panel from './panel/panel.css?inline';

/** Everything in one sheet. */
export const styles = [panel, conversation, composer, attachments, richText].join('\n');
