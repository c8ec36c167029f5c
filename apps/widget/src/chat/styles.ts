import attachments from './content/attachments.css?inline';
import richText from './content/rich-text.css?inline';
import composer from './styles/composer.css?inline';
import conversation from './styles/conversation.css?inline';
import panel from './styles/panel.css?inline';

/** Everything in one sheet. */
export const styles = [panel, conversation, composer, attachments, richText].join('\n');
