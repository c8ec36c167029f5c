import { nullable, pick, type RowOf, text } from '../../infra/postgres/row-schema.ts';
import { deliveries } from './tables.ts';

export const leasedColumns = {
  ...pick(deliveries, 'id', 'created_at', 'widget_id', 'kind', 'destination_id', 'type'),
  ...pick(deliveries, 'event_id', 'event_at', 'event_type', 'event_number', 'data', 'chat_id', 'message_id'),
  ...pick(deliveries, 'attempts', 'failures', 'body'),
  /** Of the subscription when it was leased; null for channels and operators, and when the subscription is inactive or gone. */
  address: nullable(text()),
  /** Sealed. */
  secret: nullable(text()),
  /** Sealed. Null unless it still signs. */
  previous_secret: nullable(text()),
};

/** A delivery that this node may send until its lease expires. `attempts` includes the one this lease is for. */
export type LeasedDelivery = RowOf<typeof leasedColumns>;
