import { AllowBar } from './allow-bar.tsx';
import { useAlerts } from './use-alerts.ts';

/** What tells of messages that are not looked at, below the connection that brings them. */
export function Alerts() {
  useAlerts();
  return <AllowBar />;
}
