import { randomBytes } from 'node:crypto';
import { domainToASCII } from 'node:url';
import type { AuditAction } from '@parley/contract';
import type { Write } from '../kernel/data/context.ts';
import { isTimeZone } from '../kernel/data/moments.ts';
import * as accounts from '../modules/account/accounts/index.ts';
import * as agents from '../modules/account/agents/index.ts';
import * as sessions from '../modules/account/sessions/index.ts';
import * as users from '../modules/account/users/index.ts';
import * as widgets from '../modules/account/widgets/index.ts';
import {
  type Command,
  type CommandOptions,
  fail,
  failMissing,
  flag,
  readId,
  readInteger,
  readText,
  readTexts,
  text,
  texts,
} from './command.ts';

const MIN_PASSWORD_LENGTH = 10;
const MAX_PASSWORD_LENGTH = 256;
const MAX_SEATS = 100_000;
const MAX_SLOTS = 100_000;
const DOMAIN = /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/;
const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)*$/;
const PERSON_NAME = /^[^\p{Cc}]{1,255}$/u;

export const create: Command = {
  summary: 'create an account with its owner and a first widget',
  required: ['email', 'name'],
  options: { email: text, name: text, password: text, 'api-enabled': flag, domain: texts },
  run: async ({ unitOfWork }, options) => {
    const account = {
      email: readEmail(options),
      name: readName(options),
      passwordHash: await hashIfSet(readPassword(options)),
      apiEnabled: options['api-enabled'] === true,
      domains: readDomains(options),
    };
    const created = await unitOfWork.write({}, (work) => accounts.create(work, account));
    const { accountId, widgetId, buttonGuid, agentId } = created;
    return [{ account_id: accountId, widget_id: widgetId, button_guid: buttonGuid, agent_id: agentId }];
  },
};

export const set: Command = {
  summary: 'change the seats, the plan, its Avito cabinets or the time zone of an account',
  required: ['account'],
  options: { account: text, seats: text, plan: text, 'cabinet-slots': text, timezone: text },
  values: { plan: 'free|paid' },
  run: async ({ unitOfWork }, options) => {
    const id = readId(options, 'account');
    const changes = readAccountChanges(options);
    if (!Object.keys(changes).length) fail('Pass --seats, --plan, --cabinet-slots or --timezone');
    await unitOfWork.write({}, async (work) => {
      const before = await accounts.find(work, id);
      await accounts.update(work, id, changes);
      for (const widgetId of await widgets.listOfAccount(work, id)) {
        work.audit({ action: 'account.updated', widgetId, id, ...changesFrom(before, changes) });
      }
    });
    return [{ account_id: id }];
  },
};

function readAccountChanges(options: CommandOptions) {
  const [seats, cabinet_slots] = [readInteger(options, 'seats'), readInteger(options, 'cabinet-slots', { least: 0 })];
  const [plan, timezone] = [readPlan(options), readText(options, 'timezone')];
  if ((seats ?? 0) > MAX_SEATS) fail(`--seats must be at most ${MAX_SEATS}`);
  if ((cabinet_slots ?? 0) > MAX_SLOTS) fail(`--cabinet-slots must be at most ${MAX_SLOTS}`);
  if (timezone !== undefined && !isTimeZone(timezone)) {
    fail('--timezone must be an IANA time zone, such as Europe/Moscow');
  }
  return {
    ...(seats !== undefined && { seats }),
    ...(plan !== undefined && { plan }),
    ...(cabinet_slots !== undefined && { cabinet_slots }),
    ...(timezone !== undefined && { timezone }),
  };
}

function readPlan(options: CommandOptions): 'free' | 'paid' | undefined {
  const plan = readText(options, 'plan');
  if (plan !== undefined && plan !== 'free' && plan !== 'paid') fail('--plan must be free or paid');
  return plan;
}

export const createWidget: Command = {
  summary: 'create another widget in an account',
  required: ['account'],
  options: { account: text, 'api-enabled': flag, domain: texts },
  run: async ({ unitOfWork }, options) => {
    const accountId = readId(options, 'account');
    const settings = { apiEnabled: options['api-enabled'] === true, domains: readDomains(options) };
    const widget = await unitOfWork.write({}, async (work) => {
      const created = await accounts.createWidget(work, accountId, settings);
      const { widgetId } = created;
      work.audit({ action: 'widget.created', widgetId, id: widgetId, name: settings.domains?.[0] });
      return created;
    });
    return [{ widget_id: widget.widgetId, button_guid: widget.buttonGuid, agent_id: widget.agentId }];
  },
};

export const setWidget: Command = {
  summary: 'enable or disable the API of a widget, or set the domains it is allowed on',
  required: ['widget'],
  options: { widget: text, 'api-enabled': text, domain: texts, 'any-domain': flag },
  values: { 'api-enabled': 'true|false' },
  run: async ({ unitOfWork }, options) => {
    const id = readId(options, 'widget');
    const apiEnabled = options['api-enabled'];
    if (apiEnabled !== undefined && apiEnabled !== 'true' && apiEnabled !== 'false')
      fail('--api-enabled must be true or false');
    const isOpen = options['any-domain'] === true;
    const domains = readDomains(options);
    if (isOpen && domains) fail('Pass either --domain or --any-domain');
    if (!apiEnabled && !domains && !isOpen) fail('Pass --api-enabled, --domain or --any-domain');
    const changes = {
      ...(apiEnabled && { api_enabled: apiEnabled === 'true' }),
      ...((isOpen || domains) && { domains: domains ?? [] }),
    };
    await unitOfWork.write({}, async (work) => {
      const before = await widgets.find(work, id);
      await widgets.updateAndPurge(work, id, changes);
      work.audit({ action: 'widget.access_updated', widgetId: id, id, ...changesFrom(before, changes) });
    });
    return [{ widget_id: id }];
  },
};

export const renewIdentityKey: Command = {
  summary: 'create a new identity key; signatures made with the old one become invalid',
  required: ['widget'],
  options: { widget: text },
  run: async ({ unitOfWork }, options) => {
    const id = readId(options, 'widget');
    const { identity_key } = await unitOfWork.write({}, async (work) => {
      work.audit({ action: 'widget.identity_key_renewed', widgetId: id, id });
      return widgets.renewIdentityKey(work, id);
    });
    return [{ widget_id: id, identity_key }];
  },
};

export const createAgent: Command = {
  summary: 'create an agent in a widget; without a password they use "Forgot password"',
  required: ['widget', 'email', 'name'],
  options: { widget: text, email: text, name: text, password: text, role: text },
  values: { role: 'operator|admin' },
  run: async ({ unitOfWork }, options) => {
    const widgetId = readId(options, 'widget');
    const role = readText(options, 'role') ?? 'operator';
    if (role !== 'operator' && role !== 'admin') fail('--role must be operator or admin');
    const person = {
      email: readEmail(options),
      name: readName(options),
      passwordHash: await hashIfSet(readPassword(options)),
    };
    const agent = await unitOfWork.write({}, async (work) => {
      const added = await accounts.addAgent(work, widgetId, { ...person, role });
      const { email, name } = person;
      work.audit({ action: 'agent.created', widgetId, id: added.id, name, after: { email, name, role } });
      return added;
    });
    return [{ agent_id: agent.id }];
  },
};

export const setPassword: Command = {
  summary: 'set a password, or generate and print one; ends all sessions of the user',
  required: ['email'],
  options: { email: text, password: text },
  run: async ({ unitOfWork }, options) => {
    const email = readText(options, 'email') ?? '';
    const password = readPassword(options) ?? randomBytes(12).toString('base64url');
    const passwordHash = await users.hashPassword(password);
    return unitOfWork.write({}, async (work) => {
      const user = await users.findByEmail(work, email);
      if (!user) failMissing(`There is no user with the e-mail ${email}`);
      await sessions.setPassword(work, user.id, passwordHash);
      await auditUser(work, user, 'agent.password_reset');
      return [{ user_id: user.id, ...(options.password === undefined && { password }) }];
    });
  },
};

export const removeTotp: Command = {
  summary: 'disable two-factor authentication of a user who lost their phone',
  required: ['email'],
  options: { email: text },
  run: async ({ unitOfWork }, options) => {
    const email = readText(options, 'email') ?? '';
    return unitOfWork.write({}, async (work) => {
      const user = await users.findByEmail(work, email);
      if (!user) failMissing(`There is no user with the e-mail ${email}`);
      await users.removeTotp(work, user.id);
      await auditUser(work, user, 'agent.two_factor_disabled');
      return [{ user_id: user.id }];
    });
  },
};

/** In every widget the user works in. */
async function auditUser(work: Write, { id, name }: users.User, action: AuditAction) {
  for (const agent of await agents.listOfUser(work, id)) {
    work.audit({ action, widgetId: agent.widget_id, id: agent.id, name });
  }
}

/** The members that a command sets, as they were and are. */
function changesFrom(before: object | undefined, changes: object) {
  const known = Object.entries(before ?? {}).filter(([name]) => name in changes);
  return { before: Object.fromEntries(known), after: changes };
}

function readPassword(options: CommandOptions) {
  const password = readText(options, 'password');
  if (password === undefined) return undefined;
  if (password.length < MIN_PASSWORD_LENGTH) fail(`--password must have at least ${MIN_PASSWORD_LENGTH} characters`);
  if (password.length > MAX_PASSWORD_LENGTH) fail(`--password must have at most ${MAX_PASSWORD_LENGTH} characters`);
  return password;
}

const hashIfSet = async (password: string | undefined) =>
  password === undefined ? undefined : users.hashPassword(password);

function readEmail(options: CommandOptions) {
  const email = readText(options, 'email') ?? '';
  if (!EMAIL.test(email) || email.length > 254) fail('--email must be an e-mail address');
  return email;
}

function readName(options: CommandOptions) {
  const name = readText(options, 'name') ?? '';
  if (!PERSON_NAME.test(name)) fail('--name must have 1 to 255 characters and no control characters');
  return name;
}

function readDomains(options: CommandOptions) {
  const domains = readTexts(options, 'domain')?.map((domain) => domainToASCII(domain.toLowerCase()));
  if (domains?.some((domain) => !DOMAIN.test(domain))) fail('--domain must be a domain name, such as shop.example.com');
  return domains && [...new Set(domains)];
}
