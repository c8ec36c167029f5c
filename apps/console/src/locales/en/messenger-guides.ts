interface Guide {
  /** On the card of a messenger that isn't connected. */
  lead: string;
  /** The name of the page that the link leads to. */
  place?: string;
  steps: string[];
  token: string;
}

const tg: Guide = {
  lead: 'Customers write to your bot.',
  place: 'Open BotFather',
  steps: [
    'Send /newbot to @BotFather, or /mybots to use a bot you have.',
    'Give the bot a name, and a username that ends in “bot”.',
    'Copy the token from its answer.',
  ],
  token: 'Bot token',
};

const vk: Guide = {
  lead: 'Messages to your communities.',
  place: 'Open your communities',
  steps: [
    'In the community open Manage → Messages and turn on community messages.',
    'Open Manage → Advanced → API usage and create an access token.',
    'Allow community management, messages, photos and files.',
    'Copy the token.',
  ],
  token: 'Community token',
};

const wa: Guide = {
  lead: 'A business number at Meta or Twilio.',
  place: 'Open Meta for Developers',
  steps: [
    'In your app at Meta open WhatsApp → API Setup and copy the phone number ID.',
    'In Business settings create a system user’s token with whatsapp_business_messaging and whatsapp_business_management.',
    'Copy the app secret from App settings → Basic.',
  ],
  token: 'Access token',
};

const twilio: Guide = {
  lead: wa.lead,
  place: 'Open the Twilio console',
  steps: [
    'In the Twilio console set up a WhatsApp sender with your number.',
    'Copy the account SID and the auth token from the start page.',
    'Have a link with the number ready, such as https://wa.me/15550100.',
  ],
  token: 'Auth token',
};

const vb: Guide = {
  lead: 'Customers write to your bot.',
  place: 'Open the Viber admin panel',
  steps: [
    'Sign in to the Viber admin panel.',
    'Open your bot, or have one created under Viber’s commercial terms.',
    'Copy its token from the page “Edit info”.',
  ],
  token: 'Bot token',
};

const fb: Guide = {
  lead: 'Messages to your Facebook page.',
  place: 'Open Meta for Developers',
  steps: [
    'In your app at Meta open Messenger → API settings.',
    'Connect your page there and generate its access token.',
    'Copy the app secret from App settings → Basic.',
  ],
  token: 'Page access token',
};

const ok: Guide = {
  lead: 'Messages to your group.',
  place: 'Open Odnoklassniki',
  steps: [
    'In the full version of the site open your group’s settings and allow messages to the group.',
    'Open Management, and beside “API” choose “Get access key”.',
    'Copy the key. Keys that were made before stop working.',
  ],
  token: 'Access key',
};

const mx: Guide = {
  lead: 'Customers write to your bot.',
  place: 'Open MAX for partners',
  steps: [
    'Register your company at MAX for partners and have it verified.',
    'Create a chat bot and wait until it’s approved.',
    'Copy the token from the bot’s page, under “Integration”.',
  ],
  token: 'Bot token',
};

const cian: Guide = {
  lead: 'Questions about your property listings.',
  place: 'Open CIAN',
  steps: [
    'Ask CIAN’s support or your manager there for an API key (ACCESS KEY) with access to chats.',
    'Copy the key from the answer.',
  ],
  token: 'API key',
};

const ali: Guide = {
  lead: 'Questions of buyers in your store.',
  place: 'Open the seller center',
  steps: [
    'In the seller center open the settings of API access.',
    'Create a token that allows working with messages.',
    'Copy the token.',
  ],
  token: 'Token',
};

const apple: Guide = {
  lead: 'Messages from iPhone, through a service provider.',
  place: 'Open Apple Business Register',
  steps: [
    'Register with Apple as a messaging service provider, or use your provider’s account.',
    'Copy the provider’s ID and its secret, and the ID of your business account.',
    'Connect below. Then ask your server administrator for this widget’s address (the command “messenger hook”), and enter it in the provider’s account.',
  ],
  token: 'API secret',
};

const avito: Guide = {
  lead: 'Questions about your Avito listings.',
  steps: [],
  token: '',
};

export const messengerGuides = { tg, vk, wa, twilio, vb, fb, ok, mx, cian, ali, apple, avito };
